"""Measures how the site scales, as ratios from one run: ``make bench``.

Prints one table: doctest over bare execution, HTML builds of 40, 160 and 640 generated pages in
topics of 20, the time of a search among 640 pages, and the weight of a first view.
"""

import gzip
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "docs" / "_ext"), str(ROOT)]
SIZES = (40, 160, 640)
TOPIC = 20  # pages; each page's header lists the topics, its sidebar the pages of its own
QUERIES = ("関数変換", "バッチ次元", "tensor", "ページ 17", "ディスパッチ")
BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PAGE = """(page-{number})=
# ページ {number}

この節では関数変換とバッチ次元を、語{number}とtensorで説明します。{{ref}}`次のページ <page-{next}>`に続きます。

(page-{number}-code)=
## ディスパッチの例 {number}

```{{doctest}}
>>> {number} + 1
{next}
```
"""


def seconds(command):
    """Return how long ``command`` takes."""
    begin = time.perf_counter()
    done = subprocess.run(
        list(map(str, command)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"bench: this failed: {' '.join(map(str, command))}\n{done.stderr}")
    return time.perf_counter() - begin


def sphinx(builder, language, docs, out):
    """Return the command of one build from nothing."""
    command = [sys.executable, "-m", "sphinx", "-c", ROOT, "-b", builder, "-q", "-E"]
    return [*command, "-D", f"language={language}", "-d", out / "doctrees", docs, out / builder]


def run_bare():
    """Execute the statements of all pages without doctest; what they print is dropped."""
    import contextlib
    import io

    import pages
    import torch_state

    for text in pages.sources().values():
        torch_state.reset()
        names = {"__name__": "__main__"}
        for block in pages.of_kind(text, "doctest"):
            for example in block.examples:
                code = compile(example.source, "<example>", "single")
                # A wrong call raises here too, as its page says.
                with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
                    exec(code, names)  # noqa: S102 - our own pages


def generate(count, folder):
    """Write ``count`` pages, in topics as the site has them, into ``folder``; return it."""
    topics = {f"topic{first}": range(first, first + TOPIC) for first in range(0, count, TOPIC)}
    for topic, numbers in topics.items():
        (folder / topic).mkdir(parents=True)
        for number in numbers:
            text = PAGE.format(number=number, next=(number + 1) % count)
            (folder / topic / f"page{number}.md").write_text(text, encoding="utf-8")
        write_index(folder / topic, topic, [f"page{number}" for number in numbers])
    write_index(folder, "start", [f"{topic}/index" for topic in topics])
    return folder


def write_index(folder, label, entries):
    """Write the index page of a folder."""
    toctree = "\n".join(["```{toctree}", *entries, "```"])
    (folder / "index.md").write_text(f"({label})=\n# {label}\n\n{toctree}\n", encoding="utf-8")


def milliseconds_of_a_search(page, site):
    """Return the median time from a query to the last result, over QUERIES."""
    page.goto((site / "search.html").as_uri())
    page.wait_for_function("typeof Search === 'object' && Search._index !== null")
    times = page.evaluate(
        """queries => queries.map(query => {
             const begin = performance.now();
             const terms = Search._parseQuery(query);
             const found = Search._performSearch(...terms).length;
             if (!found) throw new Error(`${query} finds nothing`);
             return performance.now() - begin;
           })""",
        list(QUERIES),
    )
    return statistics.median(times)


def weight(page, address):
    """Return the gzipped kilobytes that the first view of ``address`` loads."""
    sizes = []
    page.on("response", lambda answer: sizes.append(len(gzip.compress(answer.body()))))
    page.goto(address, wait_until="networkidle")
    return sum(sizes) / 1000


def main():
    """Measure and print."""
    if "--bare" in sys.argv:
        run_bare()
        return
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if not chromium:
        sys.exit("bench: chromium is missing: install your system's package chromium")
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        out = Path(temporary)
        doctest = seconds(sphinx("doctest", "en", ROOT / "docs", out / "real"))
        bare = seconds([sys.executable, __file__, "--bare"])
        rows.append(("doctest of a language / bare execution", doctest / bare, "<= 1.3"))
        build = {}
        for size in SIZES:
            docs = generate(size, out / f"docs{size}")
            build[size] = seconds(sphinx("html", "ja", docs, out / f"site{size}"))
            ratio = build[size] / build[SIZES[0]]
            goal = "<= 12" if size == SIZES[-1] else ""
            rows.append((f"HTML of {size} pages / {SIZES[0]} pages", ratio, goal))
        seconds(sphinx("html", "ja", ROOT / "docs", out / "site"))
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=BROWSER)
            page = browser.new_page()
            found = milliseconds_of_a_search(page, out / f"site{SIZES[-1]}" / "html")
            rows.append((f"search among {SIZES[-1]} pages, ms", found, "< 100"))
            page = browser.new_page()
            first = (out / "site" / "html" / "index.html").as_uri()
            rows.append(("first view, kB gzipped", weight(page, first), "<= 250"))
            browser.close()
    for name, value, goal in rows:
        print(f"{name:42}{value:10.2f}  {goal}")


if __name__ == "__main__":
    main()
