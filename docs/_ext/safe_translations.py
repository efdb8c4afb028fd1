"""Refuses translations that could do more than say something.

Sphinx parses a translation as MyST, so a directive, an include or HTML in a catalogue would reach
the site, and a changed link would lead elsewhere. Before a page is read in any language but
English, its catalogue must parse, and each translation must be one paragraph with the same code,
roles and links as the English. ``tools/check_catalogues.py`` uses these rules and adds its own.
"""

import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import polib
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from code_comments import fault as comment_fault

LINE = re.compile(r'(?:msg(?:ctxt|id|id_plural|str|str\[\d\]) )?"(?:[^"\\]|\\[\\"nt])*"|#.*|')
TARGET = re.compile(r"^(.*?)\s*<([^<]*)>$", re.DOTALL)
URL = re.compile(r"https?://[!-~]*[\w/]", re.ASCII)
BLOCKS = {
    "fence": "a directive or a block of code",
    "colon_fence": "a directive",
    "code_block": "a block of code",
    "html_block": "HTML",
    "heading_open": "a heading",
    "bullet_list_open": "a list",
    "ordered_list_open": "a numbered list",
    "blockquote_open": "a quote",
    "table_open": "a table",
    "hr": "a thematic break",
    "myst_target": "a label",
    "myst_line_comment": "a MyST comment, which shows nothing",
    "myst_block_break": "a block break, which shows nothing",
    "footnote_reference_open": "the text of a footnote",
}


def parser(settings):
    """Return MyST's parser as conf.py sets it up, but with HTML on, so that it is seen."""
    values = {k.removeprefix("myst_"): v for k, v in settings.items() if k.startswith("myst_")}
    md = create_md_parser(MdParserConfig(**values), RendererHTML)
    return md.enable(["html_block", "html_inline"], True)


def read(path):
    """Return the catalogue at ``path`` and its faults; the catalogue is None where it is broken.

    polib lets much pass, half a file for one, so each line is looked at here first.
    """
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return None, [(line, "not UTF-8, or cut off: save the file as UTF-8 or restore it")]
    for number, line in enumerate(text.split("\n"), 1):
        if odd := invisible(line):
            return None, [(number, f"invisible character {odd}: remove it")]
        if not LINE.fullmatch(line):
            return None, [(number, 'not a line of a catalogue: close the quotes, \\" inside them')]
    if not text.endswith("\n"):
        return None, [(number, "the file is cut off: restore its end")]
    try:
        catalogue = polib.pofile(text)
    except (OSError, ValueError) as error:
        found = re.search(r"\(line (\d+)\)(?:: (.*))?", str(error), re.DOTALL)
        line, reason = (int(found[1]), found[2] or "syntax") if found else (1, str(error))
        return None, [(line, f"cannot be parsed ({reason}): restore the lines around it")]
    if "charset=utf-8" not in catalogue.metadata.get("Content-Type", "").lower():
        return None, [(1, "no header with charset=UTF-8: restore it (make translate writes one)")]
    first, faults = {}, []
    for entry in catalogue:
        if entry.obsolete:
            continue
        if entry.msgctxt is not None or entry.msgid_plural or entry.msgstr_plural:
            faults.append((entry.linenum, "a context or a plural, which no page uses: delete it"))
        elif (line := first.setdefault(entry.msgid, entry.linenum)) != entry.linenum:
            faults.append((entry.linenum, f"second entry of line {line}: delete one of the two"))
    return (None if faults else catalogue), faults


def invisible(text):
    """Name the first control, direction or other invisible character, a line break aside."""
    for character in text:
        kind = unicodedata.category(character)
        if character != "\n" and (kind[0] == "C" or kind in ("Zl", "Zp")):
            return f"U+{ord(character):04X}"
    return ""


def inline(tokens):
    """Yield the inline tokens, those of link texts and images too."""
    for token in tokens:
        if token.type != "inline":
            yield token
        if token.children:
            yield from inline(token.children)


def content(md, message):
    """Return the marks of ``message``, counted, and its text without them."""
    marks, text, links = Counter(), [], 0
    for token in inline(md.parse(message)):
        kind = token.type
        links += (kind == "link_open") - (kind == "link_close")
        if kind == "code_inline":
            marks[f"code `{token.content}`"] += 1
        elif kind == "myst_role":
            titled = TARGET.match(token.content)
            marks[f"role {{{token.meta['name']}}} to {titled[2] if titled else token.content}"] += 1
            text.append(titled[1] if titled else "")
        elif kind == "link_open":
            marks[f"link to {token.attrs['href']}"] += 1
        elif kind == "image":
            marks[f"image {token.attrs['src']}"] += 1
        elif kind == "footnote_ref":
            marks[f"footnote [^{token.meta['label']}]"] += 1
        elif kind.startswith("math"):
            marks[f"formula {token.content}"] += 1
        elif kind == "text":
            text.append(token.content)
            if not links:
                marks.update(f"address {url}" for url in URL.findall(token.content))
    return marks, " ".join(text)


def is_comment(message):
    """Tell a comment or docstring in code, put back as it is and never read as a paragraph."""
    return re.match('#{1,6} |"""', message)


def unsafe(md, entry):
    """Return why the translation in ``entry`` may not stand on a page, or an empty string."""
    message = entry.msgstr
    if odd := invisible(message):
        return f"invisible character {odd}: remove it"
    if entry.msgid.startswith(("#", '"""')):
        reason = comment_fault(message)
        if not reason and message[0] != entry.msgid[0]:
            reason = "a comment stays a comment, a docstring a docstring"
        if reason:
            form = "# …" if entry.msgid[0] == "#" else '"""…"""'
            return f"{reason}: write it as '{form}' on one line"
    if is_comment(entry.msgid):
        return ""
    tokens = md.parse(message)
    kind = tokens[0].type if tokens else "nothing"
    if kind != "paragraph_open":
        return f"reads as {BLOCKS.get(kind, 'no paragraph')}: begin with a word of the sentence"
    if re.search(r"\n\s*\n", message):
        return "blank line: write the message as one paragraph"
    if "\n" in message:
        return "line break, which shows as a space: write the message on one line"
    for token in inline(tokens):
        if token.type == "html_inline":
            return f"HTML {token.content}: write it in MyST or in plain words"
    theirs, text = content(md, message)
    if "javascript:" in text.lower():
        return "javascript: link: link to an address"
    if re.search(r"#\s*noqa\s*$", message):
        return "'# noqa' at the end hides Sphinx's warnings: remove it"
    ours, _ = content(md, entry.msgid)
    if missing := ours - theirs:
        return f"{next(iter(missing))} is missing: copy it from the msgid"
    if added := theirs - ours:
        return f"{next(iter(added))} is not in the msgid: remove it"
    return ""


def unsafe_string(entry):
    """Return why a translation of Sphinx's own strings is refused: templates do not escape it."""
    for what, pattern in (("placeholder", r"%(?:\(\w+\))?[a-z%]"), ("HTML", r'[<>&"]')):
        ours, theirs = (Counter(re.findall(pattern, t)) for t in (entry.msgid, entry.msgstr))
        if ours != theirs:
            odd = next(iter((ours - theirs) + (theirs - ours)))
            return f"{what} {odd} differs: keep those of the msgid, no others"
    if odd := invisible(entry.msgstr):
        return f"invisible character {odd}: remove it"
    return "line break: write the message on one line" if "\n" in entry.msgstr else ""


def is_strings(path):
    """Tell whether ``path`` is the catalogue of Sphinx's and the theme's own strings."""
    return path.parts[-2:] == ("LC_MESSAGES", "sphinx.po")


def faults(md, path):
    """Return ``(line, fault)`` of each translation at ``path`` that may not reach the site."""
    catalogue, found = read(path)
    for entry in catalogue or ():
        if entry.msgstr and not entry.obsolete:
            reason = unsafe_string(entry) if is_strings(path) else unsafe(md, entry)
            if reason:
                found.append((entry.linenum, reason))
    return found


def refuse(app, config):
    """Stop before a catalogue is compiled, a page read or a file written."""
    if config.language == "en":
        return
    md = parser({value.name: value.value for value in config})
    folder = Path(app.srcdir, config.locale_dirs[0], config.language, "LC_MESSAGES")
    lines = [
        f"{path}:{line}: {fault}"
        for path in sorted(folder.rglob("*.po"))
        if is_strings(path) or (app.srcdir / path.relative_to(folder)).with_suffix(".md").exists()
        for line, fault in faults(md, path)
    ]
    if lines:
        sys.exit("\n".join(lines))  # a SphinxError would bury the line in a report


def setup(app):
    """Register the hook; Sphinx compiles the catalogues right after it."""
    app.connect("config-inited", refuse)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
