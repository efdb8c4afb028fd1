"""The built site: links, languages, hosts, HTML and sitemap; each rule is seen to fail."""

import functools
import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import polib
import pydata_sphinx_theme
import pytest

import build

HTML_VALIDATE = build.ROOT / "node_modules" / ".bin" / "html-validate"
THEME_STRINGS = Path(pydata_sphinx_theme.__file__).parent / "locale" / "sphinx.pot"
# Pages that no search engine should list.
UNLISTED = {"search", "404"}
SITE = "http://site.invalid/"  # stands for the folder where paths are joined


class Page(HTMLParser):
    """What the rules ask of a page, with the line of each."""

    def __init__(self, path, site):
        """Parse a file."""
        super().__init__()
        self.name = path.relative_to(site).as_posix()
        self.language, self.canonical = None, None
        self.alternates, self.ids, self.links, self.loads, self.said = {}, set(), [], [], []
        self.in_article = False
        self.skipped = ""  # the element whose text is no text
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Note ids, links, and what a browser loads by itself."""
        found = dict(attributes)
        self.ids.add(found.get("id"))
        self.in_article = self.in_article or tag == "article"
        self.skipped = tag if tag in ("script", "style") else ""
        if tag == "html":
            self.language = found.get("lang")
        relation = found.get("rel", "").split()
        if tag == "link" and "canonical" in relation:
            self.canonical = found["href"]
        elif tag == "link" and "hreflang" in found:
            self.alternates[found["hreflang"]] = found["href"]
        elif tag == "link" and {"stylesheet", "icon", "preload"} & set(relation):
            self.note(self.loads, found["href"])
        for name in ("src", "data", "poster"):
            if name in found:
                self.note(self.loads, found[name])
        for each in re.findall(r"[^\s,]+(?=\s+[\d.]+[wx])", found.get("srcset", "")):
            self.note(self.loads, each)
        if "href" in found or "action" in found:
            self.note(self.links, found.get("href") or found.get("action") or "")
        if not self.in_article:
            for name in ("title", "aria-label", "placeholder"):
                self.note(self.said, found.get(name) or "")

    def handle_endtag(self, tag):
        """Leave the article."""
        self.skipped = ""
        self.in_article = self.in_article and tag != "article"

    def handle_data(self, data):
        """Note the theme's words."""
        if not self.in_article:
            self.note(self.said, data)

    def note(self, where, text):
        """Keep a text with its place."""
        where.append((f"{self.name}:{self.getpos()[0]}", " ".join(text.split())))


@functools.cache
def read(site):
    """Return the pages of a site by their path."""
    paths = [path for path in site.rglob("*.html") if "_static" not in path.parts]
    return {page.name: page for page in (Page(path, site) for path in paths)}


def base_of(pages):
    """Return the address that the site is published at, as its first page tells it."""
    return pages["en/index.html"].canonical.removesuffix("en/index.html")


def inside(url, name, base):
    """Return ``(path below the site, anchor)`` of a link on page ``name``, or None if it leaves."""
    for prefix in (base, urlsplit(base).path):
        if url.startswith(prefix) and not url.startswith("//"):
            url = SITE + url.removeprefix(prefix)
    target, anchor = urldefrag(urljoin(SITE + name, url))
    if not target.startswith(SITE):
        return None
    return unquote(urlsplit(target).path)[1:] or "index.html", unquote(anchor)


def broken_links(site):
    """Find links that lead nowhere: in pages, in the JSON of corrections, in the sitemap."""
    pages = read(site)
    base = base_of(pages)
    links = [(at, name, url) for name, page in pages.items() for at, url in page.links + page.loads]
    for path in site.glob("*/corrections.json"):
        name = path.relative_to(site).as_posix()
        for row in json.loads(path.read_text(encoding="utf-8")):
            links.append((f"{name}: {row['ids']}", name, f"{row['page']}.html#{row['anchor']}"))
    links += [("sitemap.xml", "sitemap.xml", url) for url in listed(site)]
    faults = []
    for at, name, url in links:
        place = inside(url, name, base)
        if place is None:
            continue
        path, anchor = place
        if not (site / path).is_file():
            faults.append(f"{at}: there is no {path}")
        elif anchor and path in pages and anchor not in pages[path].ids:
            faults.append(f"{at}: {path} has no #{anchor}")
    return faults


def listed(site):
    """Return the addresses in the sitemap."""
    return re.findall("<loc>(.*?)</loc>", (site / "sitemap.xml").read_text(encoding="utf-8"))


def sitemap_faults(site):
    """Find pages that the sitemap lacks or lists in vain."""
    pages = read(site)
    base = base_of(pages)
    wanted = {base + name for name in pages if "/" in name and Path(name).stem not in UNLISTED}
    return sorted(wanted ^ set(listed(site)))


def language_faults(site):
    """Find pages whose language, canonical address or alternates are wrong or one-sided."""
    pages = read(site)
    base = base_of(pages)
    faults = []
    for name, page in pages.items():
        language, _, rest = name.partition("/")
        if not rest:
            continue
        if page.language != language:
            faults.append(f"{name}: lang is {page.language}")
        if Path(name).stem == "404":
            continue
        addresses = {code: f"{base}{code}/{rest}" for code in build.LANGUAGES}
        if page.canonical != addresses[language]:
            faults.append(f"{name}: canonical is {page.canonical}")
        if page.alternates != addresses | {"x-default": addresses["en"]}:
            faults.append(f"{name}: alternates are {page.alternates}")
        faults += [f"{name}: no {code}" for code in addresses if f"{code}/{rest}" not in pages]
    return faults


def foreign_loads(site):
    """Find what a browser would load from another host, in pages and style sheets."""
    pages = read(site)
    base = base_of(pages)
    loads = [(at, name, url) for name, page in pages.items() for at, url in page.loads]
    for path in site.rglob("*.css"):
        name = path.relative_to(site).as_posix()
        text = path.read_text(encoding="utf-8")
        urls = re.findall(r"""(?:url\(|@import )["']?([^"')]+)""", text)
        loads += [(name, name, url) for url in urls]
    return [
        f"{at}: {url}"
        for at, name, url in loads
        if not url.startswith("data:") and inside(url, name, base) is None
    ]


def english_left(site):
    """Find the theme's own words in English on Japanese pages."""
    english = {entry.msgid for entry in polib.pofile(str(THEME_STRINGS))}
    english |= {"Edit on GitHub", "Report a mistake", "More", "Search the docs ..."}
    pages = read(site)
    return [
        f"{at}: {text}"
        for name, page in pages.items()
        if name.startswith("ja/")
        for at, text in page.said
        if text in english
    ]


def html_faults(site):
    """Let html-validate judge the pages by the HTML standard; it needs no network."""
    if not HTML_VALIDATE.exists() or not shutil.which("node"):
        wanting = "html-validate is not installed: npm ci"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(wanting)
    files = sorted(str(path) for path in site.rglob("*.html") if "_static" not in path.parts)
    command = [str(HTML_VALIDATE), "--preset=standard", "--formatter=text", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() or done.stderr.splitlines()


RULES = [
    broken_links,
    sitemap_faults,
    language_faults,
    foreign_loads,
    english_left,
    html_faults,
]


@pytest.mark.parametrize("rule", RULES)
def test_site(rule, site):
    assert rule(site) == []


# Each rule can fail.

BASE = "https://example.org/docs/"
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>t</title>
<link rel="canonical" href="{base}{language}/index.html">
<link rel="alternate" hreflang="en" href="{base}en/index.html">
<link rel="alternate" hreflang="ja" href="{base}ja/index.html">
<link rel="alternate" hreflang="x-default" href="{base}en/index.html">
<link rel="stylesheet" href="a.css">
</head><body><a href="#top">Top</a><article id="top">
<a href="/docs/{language}/index.html#top">Search</a> <a href="https://example.com/">x</a>
</article></body></html>
"""


@pytest.fixture
def small(tmp_path):
    """Return a site of one page in two languages."""
    for language in build.LANGUAGES:
        folder = tmp_path / language
        folder.mkdir()
        page = PAGE.format(language=language, base=BASE)
        (folder / "index.html").write_text(page, encoding="utf-8")
        (folder / "a.css").write_text("a { background: url(data:image/png;base64,AA) }")
        row = {"ids": ["X"], "page": "index", "anchor": "top"}
        (folder / "corrections.json").write_text(json.dumps([row]))
    locs = "".join(f"<loc>{BASE}{language}/index.html</loc>" for language in build.LANGUAGES)
    (tmp_path / "sitemap.xml").write_text(f"<urlset>{locs}</urlset>")
    return tmp_path


@pytest.mark.parametrize("rule", RULES)
def test_good_site_is_accepted(rule, small):
    assert rule(small) == []


BAD = [
    (broken_links, "en/index.html", 'href="#top"', 'href="#gone"', "en/index.html has no #gone"),
    (broken_links, "en/index.html", '"/docs/en/index', '"/docs/en/gone', "no en/gone.html"),
    (broken_links, "en/corrections.json", "top", "gone", "['X']: en/index.html has no #gone"),
    (broken_links, "sitemap.xml", "en/index", "en/gone", "sitemap.xml: there is no en/gone.html"),
    (sitemap_faults, "sitemap.xml", "ja/index", "ja/gone", BASE + "ja/gone.html"),
    (language_faults, "ja/index.html", 'lang="ja"><head>', 'lang="en"><head>', "lang is en"),
    (language_faults, "ja/index.html", f'canonical" href="{BASE}ja', 'canonical" href="x', "x/"),
    (language_faults, "ja/index.html", 'hreflang="x-default"', 'hreflang="de"', "alternates are"),
    (foreign_loads, "en/index.html", 'href="a.css"', 'href="https://cdn.invalid/a.css"', "cdn"),
    (foreign_loads, "en/index.html", "<article", '<img src="//cdn.invalid/a">', "cdn"),
    (foreign_loads, "en/a.css", "data:image/png;base64,AA", "https://cdn.invalid/a", "cdn"),
    (english_left, "ja/index.html", ">Top</a>", ">Skip to main content</a>", "Skip to main"),
    (english_left, "ja/index.html", ">Top</a>", ' title="Search">Top</a>', ": Search"),
    (html_faults, "en/index.html", '<a href="#top">', '<a id="top" href="#top">', "no-dup-id"),
    (html_faults, "en/index.html", "<article", "<p><div></p><article", "close-order"),
]


@pytest.mark.parametrize("rule, name, old, new, said", BAD)
def test_bad_site_is_found(rule, name, old, new, said, small):
    text = (small / name).read_text(encoding="utf-8")
    assert old in text
    (small / name).write_text(text.replace(old, new), encoding="utf-8")
    faults = rule(small)
    assert any(said in fault for fault in faults), faults


def test_page_in_one_language_is_found(small):
    (small / "ja" / "index.html").rename(small / "ja" / "other.html")
    assert "en/index.html: no ja" in language_faults(small)


def test_formula_needs_no_script(project):
    project.page.write_text("(start)=\n# Title of the page\n\n{math}`\\frac{a}{b}`\n")
    assert project.sphinx("html", "en") == (0, [])
    html = (project.root / "out" / "index.html").read_text(encoding="utf-8")
    assert "<mfrac>" in html and "mathjax" not in html.lower()


@pytest.mark.parametrize("formula", ["x^", "\\unknown"])
def test_faulty_formula_is_found(project, formula):
    project.page.write_text(f"(start)=\n# Title of the page\n\n{{math}}`{formula}`\n")
    code, lines = project.sphinx("html", "en")
    assert code == 1 and any("index.md:4" in line and "formula" in line for line in lines), lines
