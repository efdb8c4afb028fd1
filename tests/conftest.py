"""What several test files need: the built site, and a small project to break."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

import build

# Two workers share the cores; a test that wants more threads says so itself.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Threads that wait do not spin: other tests run beside them.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

PAGE = """(start)=
# Title of the page

A sentence with `code`, {ref}`a link <start>` and [a site](https://example.org/).

```{doctest}
>>> 1  # one comment
1
```
"""
CATALOGUE = r"""#
msgid ""
msgstr ""
"Language: ja\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=1; plural=0;\n"

msgid "Title of the page"
msgstr "ページの題"

msgid "A sentence with `code`, {ref}`a link <start>` and [a site](https://example.org/)."
msgstr "[サイト](https://example.org/)と{ref}`リンク <start>`と`code`のある文。"

msgid "# one comment"
msgstr "# コメント"

"""

# The files that take minutes; the others then fill up the two workers.
FIRST = ["test_runs.py", "test_doctest.py", "test_browser.py"]


def pytest_collection_modifyitems(items):
    """Start the slow files first."""
    rank = {name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: rank.get(item.path.name, len(rank)))


@pytest.fixture(scope="session")
def site(tmp_path_factory, worker_id):
    """Build both languages once for all workers; return the folder that holds en/ and ja/."""
    base = tmp_path_factory.getbasetemp()
    out = (base if worker_id == "master" else base.parent) / "site"
    with FileLock(f"{out}.lock"):
        if not out.exists():
            build.build("html", out)
    # Written last, and only where both languages are whole.
    assert (out / "html" / "sitemap.xml").exists(), (
        "the site does not build: see the warnings above"
    )
    return out / "html"


class Project:
    """A site of one page in two languages, with the real configuration, extensions and tools."""

    def __init__(self, root):
        """Lay out the files."""
        self.root, self.page, self.out = root, root / "docs" / "index.md", root / "out"
        self.catalogue = root / "locale" / "ja" / "LC_MESSAGES" / "index.po"
        self.catalogue.parent.mkdir(parents=True)
        self.page.parent.mkdir()
        for name in ("_ext", "_static", "_templates", "_data"):
            (root / "docs" / name).symlink_to(build.ROOT / "docs" / name)
        shutil.copy(build.ROOT / "conf.py", root)
        shutil.copytree(build.ROOT / "tools", root / "tools")
        shutil.copy(build.ROOT / "locale" / "glossary.csv", root / "locale")
        strings = build.ROOT / "locale" / "ja" / "LC_MESSAGES" / "sphinx.po"
        shutil.copy(strings, self.catalogue.parent)
        self.page.write_text(PAGE, encoding="utf-8")
        self.catalogue.write_text(CATALOGUE, encoding="utf-8")

    def run(self, *command):
        """Run Python; return the exit code and the lines that it printed."""
        done = subprocess.run(
            [sys.executable, *map(str, command)],
            cwd=self.root,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, [line for line in done.stdout.splitlines() if line.strip()]

    def tool(self, name, *arguments):
        """Run a script of ``tools/``."""
        return self.run(Path("tools", name), *arguments)

    def sphinx(self, builder, language):
        """Build, warnings as errors."""
        options = ["-q", "-n", "-W", "--keep-going", "-D", f"language={language}"]
        return self.run("-m", "sphinx", "-c", ".", "-b", builder, *options, "docs", "out")


@pytest.fixture
def project(tmp_path):
    """Return a small project to break."""
    return Project(tmp_path)
