"""The tags from which chats and social sites make a card of a link.

The card is one picture a language (tools/draw_card.py): a card a page would need a font for each
letter of its title. The tags go into ``metatags``, which every Sphinx theme prints in its head.
"""

import re
from html import escape, unescape

LOCALES = {"en": "en_US", "ja": "ja_JP"}
LENGTH = {"en": 200, "ja": 100}
SIZE = {"width": "1200", "height": "630"}


def description(doctree, language):
    """Return the first paragraph of a page, cut at a sentence where it is long."""
    for paragraph in doctree.findall(lambda node: node.tagname == "paragraph"):
        text = " ".join(paragraph.astext().split())
        limit = LENGTH.get(language, LENGTH["en"])
        if len(text) > limit:
            ends = [m.end() for m in re.finditer(r"[.!?](?= )|[。！？]", text) if m.end() <= limit]
            text = text[: ends[-1]] if ends else text[: limit - 1] + "…"
        return text
    return ""


def tags(app, pagename, title, text):
    """Return the meta tags of a page."""
    language, base = app.config.language, app.config.html_baseurl
    image = f"{base}_static/card.{language}.png"
    properties = {
        "og:type": "article",
        "og:site_name": app.config.html_title,
        "og:title": title,
        "og:description": text,
        "og:url": f"{base}{pagename}.html",
        "og:locale": LOCALES.get(language, language),
        "og:image": image,
        "og:image:width": SIZE["width"],
        "og:image:height": SIZE["height"],
        "og:image:alt": app.config.html_title,
    }
    lines = [f'<meta property="{k}" content="{escape(v)}"/>' for k, v in properties.items() if v]
    lines.append('<meta name="twitter:card" content="summary_large_image"/>')
    if text:
        lines.append(f'<meta name="description" content="{escape(text)}"/>')
    return "\n  ".join(lines)


def add(app, pagename, templatename, context, doctree):
    """Add the tags to a page that has a source; search and 404 are not for sharing."""
    if doctree is None or pagename == "404":
        return
    title = re.sub(r"<[^>]+>", "", context.get("title") or "")
    text = description(doctree, app.config.language)
    context["metatags"] = context.get("metatags", "") + tags(app, pagename, unescape(title), text)


def setup(app):
    """Register the hook."""
    app.connect("html-page-context", add)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
