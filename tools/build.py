"""Builds both languages side by side, warnings as errors: ``python tools/build.py html|doctest``."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "ja")


def arguments(builder, language, out):
    """Return the arguments of Sphinx for one language.

    Each language has its own doctrees, so that both may run at once. The builders share them:
    what one has read, the next need not read again.
    """
    found = ["-c", str(ROOT), "-b", builder, "-q"]
    found += ["-n", "-W", "--keep-going", "-D", f"language={language}"]
    found += ["-d", str(out / "doctrees" / language)]
    return [*found, str(ROOT / "docs"), str(out / builder / language)]


def build(builder, out):
    """Build all languages into ``out``; return 0 where none failed."""
    sphinx = [sys.executable, "-m", "sphinx"]
    running = [subprocess.Popen([*sphinx, *arguments(builder, each, out)]) for each in LANGUAGES]
    failed = [process.wait() for process in running]
    if not any(failed) and builder == "html":
        write_sitemap(out / "html")
        (out / "html" / "index.html").write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Seigo 正誤</title>'
            '<meta http-equiv="refresh" content="0; url=en/index.html">'
            '<a href="en/index.html">English</a> <a lang="ja" href="ja/index.html">日本語</a>\n',
            encoding="utf-8",
        )
        print(f"Open {out / 'html' / 'en' / 'index.html'} or {out / 'html' / 'ja' / 'index.html'}")
    return max(failed)


def write_sitemap(site):
    """List every page of both languages, search and 404 aside."""
    base = os.environ.get("SEIGO_BASE_URL", "https://seigo-docs.github.io/seigo")
    pages = sorted(
        page.relative_to(site).as_posix()
        for language in LANGUAGES
        for page in (site / language).rglob("*.html")
        if "_static" not in page.parts and page.stem not in ("search", "404", "genindex")
    )
    urls = "".join(f"<url><loc>{base}/{page}</loc></url>\n" for page in pages)
    (site / "sitemap.xml").write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    sys.exit(build(sys.argv[1], ROOT / "build"))
