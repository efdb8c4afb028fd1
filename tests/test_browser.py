"""The built site in Chromium: search, languages, copying, colours, keyboard, access and weight."""

import ast
import doctest
import functools
import gzip
import linecache
import os
import re
import shutil
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

import not_found
import pages

AXE = pages.ROOT / "node_modules" / "axe-core" / "axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ARGUMENTS += ["--disable-component-update", "--disable-sync"]
LANGUAGES = ("en", "ja")
# One page of each kind.
KINDS = [
    "index",
    "overrides/index",
    "overrides/reference",
    "overrides/how-to/modes",
    "overrides/corrections",
    "vmap/alternatives",
    "vmap/how-to/index",
    "vmap/examples/index",
    "vmap/examples/histogram",
    "fx-transformer/passes",
    "corrections",
    "error-messages",
    "about",
    "404",
    "search",
]
COPIED = "overrides/index"  # shows both working and wrong calls
PHONE = {"width": 390, "height": 844}
KILOBYTES = 250
FIRST = 3
QUERIES = [
    line.split("\t")
    for line in (pages.ROOT / "tests" / "search-queries.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
NONSENSE = ["ゎゑゐヮヰヱ", "zqxjkvbp", "蠱鬱驫の麤", "qqq_www_eee zzz_yyy"]


def lacking(what):
    """Skip where a person's machine lacks something; CI must have it."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(what)


def kinds(site):
    """Return the names of one page of each kind, in both languages."""
    names = [f"{language}/{kind}.html" for language in LANGUAGES for kind in KINDS]
    assert [name for name in names if not (site / name).exists()] == []
    return names


def with_anchor(site):
    """Return a page below the top with an anchor, as ``(name without language, anchor)``."""
    for path in sorted((site / "en").glob("*/*.html")):
        anchors = re.findall(r'<section id="([\w-]+)"', path.read_text(encoding="utf-8"))
        if path.parent.name[0] != "_" and len(anchors) > 2:
            return path.relative_to(site / "en").as_posix(), anchors[2]
    return None


@pytest.fixture(scope="session")
def chromium():
    """Start the system's Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        lacking("playwright is not installed: pip install playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        lacking("chromium is not installed: on Debian and Ubuntu, apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(site, tmp_path_factory):
    """Serve the site below the path where it is published; return its address."""
    text = (site / "en" / "index.html").read_text(encoding="utf-8")
    base = re.search(r'rel="canonical" href="https?://[^/]+(/.*)en/index.html"', text)[1]

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path):
            return super().translate_path(path.removeprefix(base.rstrip("/")))

        def send_error(self, code, message=None, explain=None):
            page = (site / "en" / "404.html").read_text(encoding="utf-8")
            # As a build for this address (SEIGO_BASE_URL) writes it.
            body = not_found.absolute(page, f"{base}en/").encode()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{base}"
    server.shutdown()


class Faults(list):
    """What a page does that no page may: errors on the console, calls to other hosts."""

    def watch(self, page):
        """Listen to a page."""
        page.on("console", lambda message: self.note(message.type == "error", message.text))
        page.on("pageerror", lambda error: self.note(True, str(error)))
        page.on("request", lambda request: self.note(foreign(request.url), request.url))
        # Loaded only for an icon that _static/icons.woff2 lacks.
        page.on("request", lambda request: self.note("webfonts" in request.url, request.url))

    def note(self, bad, text):
        """Keep a fault."""
        if bad:
            self.append(text)


def foreign(url):
    """Tell whether a request leaves this machine."""
    return not re.match(r"(file|data|blob|about):|http://127\.0\.0\.1[:/]", url)


@pytest.fixture
def tab(chromium):
    """Open a page; at the end, fail where it did what no page may."""
    context = chromium.new_context()
    page = context.new_page()
    faults = Faults()
    faults.watch(page)
    yield page
    context.close()
    assert faults == []


def test_missing_browser_fails_in_ci_alone(monkeypatch):
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        lacking("no browser")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception):
        lacking("no browser")


# Search.

SHOWN = """() => document.querySelectorAll('#search-results li').length >= 3
    || document.querySelector('.search-summary')?.innerText"""


def results(tab, start, language, query):
    """Return the paths of the first results of a search."""
    tab.goto(f"{start}{language}/search.html?q={quote(query)}", wait_until="commit")
    tab.wait_for_function(SHOWN)
    links = tab.eval_on_selector_all("#search-results li > a", "all => all.map(a => a.href)")
    return [link.split(f"/{language}/", 1)[1] for link in links[:FIRST]]


def missed(tab, start, queries):
    """Return the queries that do not find their page among the first results."""
    faults = []
    for language, query, wanted in queries:
        found = results(tab, start, language, query)
        if not any(re.match(wanted, path) for path in found):
            faults.append(f"{language}: {query}: {wanted} is not in {found}")
    return faults


def test_search_on_a_server(tab, address):
    assert missed(tab, address, QUERIES) == []


def test_search_in_a_file(tab, site):
    assert missed(tab, f"{site.as_uri()}/", QUERIES[::8]) == []


@pytest.mark.parametrize("language, said", [("en", "did not match"), ("ja", "見つかりません")])
def test_nonsense_finds_nothing(tab, address, language, said):
    for query in NONSENSE:
        assert results(tab, address, language, query) == [], query
        assert said in tab.inner_text(".search-summary")


def test_missed_page_is_found(tab, address):
    assert len(missed(tab, address, [["en", NONSENSE[1], "index"]])) == 1


# Languages.


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_switch_keeps_page_and_anchor(tab, address, site, scheme):
    start = address if scheme == "http" else f"{site.as_uri()}/"
    name, anchor = with_anchor(site)
    tab.goto(f"{start}en/{name}#{anchor}")
    for language in ("ja", "en"):
        tab.locator("a.language-switch:visible").click()
        tab.wait_for_url(f"{start}{language}/{name}#{anchor}")
        assert tab.locator("html").get_attribute("lang") == language
        box = tab.locator(f"#{anchor}").bounding_box()
        assert 0 <= box["y"] < tab.viewport_size["height"]


def test_address_that_does_not_exist(tab, address):
    answer = tab.context.request.get(f"{address}en/a/b/c.html")
    assert answer.status == 404
    # As the browser's answer, since Chromium writes each status of 404 to the console.
    page = {"status": 200, "body": answer.body(), "content_type": "text/html"}
    tab.route("**/c.html", lambda route: route.fulfill(**page))
    tab.goto(f"{address}en/a/b/c.html")
    header = "getComputedStyle(document.querySelector('.bd-header')).position"
    assert tab.evaluate(header) == "sticky"
    tab.locator("article a", has_text="日本語").click()
    tab.wait_for_url(f"{address}ja/index.html")


# Copying.


def copied(tab):
    """Press each copy button of the page; return what the clipboard then holds."""
    texts = []
    for button in tab.locator("button.copybtn").all():
        tab.evaluate("navigator.clipboard.writeText('')")
        button.focus()
        button.press("Enter")
        tab.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
        texts.append(tab.evaluate("navigator.clipboard.readText()"))
    return texts


def prompts_left(texts):
    """Return the copies that hold a prompt, or are no Python."""
    faults = []
    for text in texts:
        try:
            compile(text, "<copied>", "exec")
        except SyntaxError:
            faults.append(text)
    return faults


def errors(texts):
    """Run copies as an interactive session does, on past errors; return the errors."""
    names, raised = {"__name__": "__main__"}, []
    for number, text in enumerate(texts):
        # TorchScript reads the source of what it compiles; IPython leaves it here, too.
        name = f"<copied {number}>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        for statement in ast.parse(text).body:
            try:
                exec(compile(ast.Module([statement], []), name, "exec"), names)  # noqa: S102
            except Exception as error:  # noqa: BLE001 - whatever the page shows
                raised.append(error)
    return raised


@pytest.mark.parametrize("language", LANGUAGES)
def test_copied_code_runs(tab, address, language):
    text = pages.sources()[COPIED]
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.goto(f"{address}{language}/{COPIED}.html")
    texts = copied(tab)
    blocks = [block.examples for block in pages.of_kind(text, "doctest")]
    assert blocks
    assert prompts_left(texts) == []
    # Compared without comments, which are translated.
    sources = [ast.dump(ast.parse("".join(one.source for one in block))) for block in blocks]
    codes = [ast.dump(ast.parse(text)) for text in texts]
    assert [code for code in codes if code in sources] == sources
    # Run as one session: what raises on the page raises here, and nothing else does.
    wanted = sum(example.exc_msg is not None for block in blocks for example in block)
    assert len(errors(texts)) == wanted


def test_prompt_in_a_copy_is_found():
    example = doctest.DocTestParser().get_examples(">>> 1\n1\n")[0]
    assert prompts_left([example.source]) == []
    assert len(prompts_left([">>> 1", "f(1)\nTraceback (most recent call last):"])) == 2


# Colours.


def test_dark_mode(tab, address):
    light = "getComputedStyle(document.body).backgroundColor"
    tab.emulate_media(color_scheme="dark")
    tab.goto(f"{address}ja/index.html")
    dark = tab.evaluate(light)
    tab.locator(".theme-switch-button:visible").click()
    tab.locator(".theme-change-button[data-mode=light]:visible").click()
    assert tab.evaluate(light) != dark
    tab.goto(f"{address}en/search.html")
    assert tab.evaluate("document.documentElement.dataset.theme") == "light"


# Keyboard.

UNREACHED = """() => [...document.querySelectorAll(
    'a[href], button, input, select, summary, [tabindex="0"]')]
  .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.dataset.reached)
  .map(one => one.outerHTML.slice(0, 120))"""
ALL = 'document.querySelectorAll("a[href], button, input, [tabindex=\\"0\\"]").length'
REACH = """() => {
  const one = document.activeElement;
  const first = !one.dataset.reached;
  one.dataset.reached = "yes";
  return first && one !== document.body;
}"""


def unreached(tab):
    """Press Tab through the page; return what can be clicked and was not reached."""
    for _ in range(tab.evaluate(ALL) + 1):
        tab.keyboard.press("Tab")
        if not tab.evaluate(REACH):
            break
    return tab.evaluate(UNREACHED)


@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "narrow"])
def test_keyboard_reaches_everything(tab, address, site, size):
    if size:
        tab.set_viewport_size(size)
    tab.goto(f"{address}ja/{with_anchor(site)[0]}", wait_until="load")
    assert unreached(tab) == []


def test_keyboard_searches_and_skips(tab, address):
    tab.goto(f"{address}en/index.html")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.hash") == "#main-content"
    tab.keyboard.press("Enter")
    tab.wait_for_url("**#main-content")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("wrap_torch_function")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/search.html?q=wrap_torch_function")


def test_unreachable_button_is_found(tab):
    tab.set_content('<a href="#">a</a><button tabindex="-1">b</button>')
    assert unreached(tab) == ['<button tabindex="-1">b</button>']


# Access, width, weight.


def violations(tab, run_only=WCAG):
    """Return what axe finds."""
    if not AXE.exists():
        lacking("axe-core is not installed: npm ci")
    if not tab.evaluate("typeof axe === 'object'"):
        tab.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    options = {"runOnly": run_only, "resultTypes": ["violations"]}
    found = tab.evaluate("options => axe.run(document, options)", options)
    return [
        f"{rule['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def test_access(tab, address, site):
    # Colours then change at once, so that none is judged half way.
    tab.emulate_media(reduced_motion="reduce")
    faults = []
    for name in kinds(site):
        query = "?q=torch" if name.endswith("search.html") else ""
        tab.emulate_media(color_scheme="light")
        tab.goto(f"{address}{name}{query}", wait_until="load")
        if query:
            tab.wait_for_function(SHOWN)
        if name in ("en/index.html", "ja/index.html"):
            # Its menu is judged too, where it hides no link.
            tab.locator(".theme-switch-button:visible").click()
        faults += [f"{name}: {fault}" for fault in violations(tab)]
        tab.emulate_media(color_scheme="dark")
        tab.wait_for_function("document.documentElement.dataset.theme === 'dark'")
        # Of all that axe looks at, dark colours change the contrast alone.
        faults += [f"{name}, dark: {fault}" for fault in violations(tab, ["color-contrast"])]
    assert faults == []


def test_bad_contrast_is_found(tab):
    tab.set_content('<html lang="en"><title>t</title><p style="color: #bbb">pale</p>')
    assert len(violations(tab)) == 1


def too_wide(tab):
    """Say by how much a page is wider than the screen."""
    width, screen = tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return width - screen


def test_narrow_screen(tab, address, site):
    tab.set_viewport_size(PHONE)
    faults = []
    for path in sorted(site.glob("[ej][na]/**/*.html")):
        name = path.relative_to(site).as_posix()
        if "_static" not in name:
            tab.goto(f"{address}{name}", wait_until="domcontentloaded")
            if over := too_wide(tab):
                faults.append(f"{name}: {over} px too wide")
    assert faults == []


def test_wide_page_is_found(tab):
    tab.set_viewport_size(PHONE)
    tab.set_content("<pre style='width: 500px'>x</pre>")
    assert too_wide(tab) > 0


@functools.cache
def packed(body):
    """Return the bytes of a body as servers send it."""
    return min(len(body), len(gzip.compress(body)))


def weight(tab, url):
    """Return the kilobytes of a first view."""
    responses = []
    tab.on("response", lambda response: responses.append(response))
    tab.goto(url, wait_until="load")
    tab.evaluate("document.fonts.ready.then(() => true)")
    bodies = [response.body() for response in responses]
    return sum(packed(body) for body in bodies) / 1000


def test_weight_of_a_first_view(chromium, address, site):
    weights = {}
    # Japanese takes more bytes than English.
    for name in [name for name in kinds(site) if name.startswith("ja/")]:
        context = chromium.new_context()
        weights[name] = weight(context.new_page(), address + name)
        context.close()
    assert {name: each for name, each in weights.items() if each > KILOBYTES} == {}


def test_heavy_page_is_found(chromium, address, tmp_path):
    (tmp_path / "a.js").write_text("//" + os.urandom(KILOBYTES * 1100).hex())
    (tmp_path / "a.html").write_text('<script src="a.js"></script>')
    page = chromium.new_page()
    assert weight(page, Path(tmp_path, "a.html").as_uri()) > KILOBYTES
    page.close()


def test_call_of_another_host_is_found(chromium):
    faults = Faults()
    page = chromium.new_page()
    faults.watch(page)
    page.route("**/*", lambda route: route.abort())
    page.set_content('<img src="https://cdn.invalid/a.png"><script>console.error("no")</script>')
    page.wait_for_timeout(100)
    page.close()
    assert "https://cdn.invalid/a.png" in faults and "no" in faults
