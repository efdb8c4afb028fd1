"""Hostile or broken input is refused: one clear line, exit not 0, nothing written."""

import os
import shutil
import subprocess
import sys

import pytest

import build
import test_doctest
from conftest import CATALOGUE

SENTENCE = "のある文。"
PLACE = "locale/ja/LC_MESSAGES/index.po"
LINE = CATALOGUE[: CATALOGUE.index('msgid "A sentence')].count("\n") + 1

# Catalogues. The checker and the build both refuse each of them.


def changed(old, new):
    """Return the catalogue of the small project with ``old`` replaced."""
    assert old in CATALOGUE
    return CATALOGUE.replace(old, new).encode("utf-8")


DIRECTIVE = "`" * 3 + "{%s} %s\\n%s\\n" + "`" * 3
CATALOGUES = {
    "script": (changed(SENTENCE, "<script>alert(1)</script>"), LINE),
    "onerror": (changed(SENTENCE, "<img src=x onerror=alert(1)>"), LINE),
    "javascript": (changed("https://example.org/)と", "javascript:alert(1))と"), LINE),
    "include": (changed("[サイト]", DIRECTIVE % ("include", "/etc/passwd", "")), LINE),
    "raw": (changed("[サイト]", DIRECTIVE % ("raw", "html", "<b>")), LINE),
    "eval-rst": (changed("[サイト]", DIRECTIVE % ("eval-rst", "", ".. raw:: html")), LINE),
    "download": (changed(SENTENCE, "{download}`x </etc/passwd>`"), LINE),
    "comment": (changed("# コメント", "# コメント\\nimport os"), LINE + 3),
    "half": (changed("", "")[: CATALOGUE.encode("utf-8").index(b"example.org")], LINE),
    "Latin-1": (CATALOGUE.partition("msgid")[0].encode() + "é".encode("latin-1"), 2),
    "duplicate": (CATALOGUE.encode("utf-8") + b'msgid "# one comment"\nmsgstr "# x"\n', LINE + 6),
}


@pytest.mark.parametrize("name", CATALOGUES)
def test_catalogue_is_refused(project, name):
    text, line = CATALOGUES[name]
    project.catalogue.write_bytes(text)
    for code, lines in (project.tool("check_catalogues.py"), project.sphinx("html", "ja")):
        assert code == 1
        assert len(lines) == 1 and f"{PLACE}:{line}: " in lines[0], lines
    assert [path for path in project.out.rglob("*") if path.is_file()] == []
    assert not project.catalogue.with_suffix(".mo").exists()


def test_deleted_catalogue_is_refused(project):
    project.catalogue.unlink()
    code, lines = project.tool("check_catalogues.py")
    assert (code, lines) == (1, [f"{PLACE}:1: no catalogue: run make translate"])


# Pages.

PAGES = {
    "unknown label": ("See {ref}`there <nowhere>`.", "html", "undefined label: 'nowhere'"),
    "duplicate label": ("(start)=\n## Again", "html", "label start"),
    "correction without proof": (
        "```{correction} S0-C1\n:verdict: false\n:claim: A claim.\n\nText.\n```",
        "html",
        "correction S0-C1: add a {doctest} block that proves it",
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_page_is_refused(project, name):
    text, builder, fault = PAGES[name]
    page = project.page.with_name("other.md")
    page.write_text(f"---\norphan: true\n---\n# Other\n\n{text}\n", encoding="utf-8")
    code, lines = project.sphinx(builder, "en")
    assert code == 1
    assert len(lines) == 1 and "other.md:" in lines[0] and fault in lines[0], lines


def test_printed_address_is_refused(project):
    text = "```{doctest}\n>>> object()\n<object object at 0x7f3a0c1b2e50>\n```\n"
    assert test_doctest.addresses(text) == ["1: address in the output"]
    project.page.write_text(f"# Title\n\n{text}", encoding="utf-8")
    code, lines = project.sphinx("doctest", "en")
    assert code == 1
    assert 'File "index.md", line 3, in default' in lines[1]


# The network.

BLOCK = """import socket

def refuse(*arguments, **options):
    raise OSError("the network is off")

socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse
"""


def test_build_passes_with_the_network_off(project):
    offline = ["unshare", "-rn"]
    if not shutil.which("unshare") or subprocess.run([*offline, "true"], check=False).returncode:
        offline = []  # not allowed here: Python's own sockets are blocked instead
    (project.root / "sitecustomize.py").write_text(BLOCK, encoding="utf-8")
    done = subprocess.run(
        [*offline, sys.executable, "tools/build.py", "html"],
        cwd=project.root,
        env={**os.environ, "PYTHONPATH": str(project.root), "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
    )
    assert done.returncode == 0
    for language in build.LANGUAGES:
        assert (project.root / "build" / "html" / language / "index.html").exists()


def test_the_small_project_passes(project):
    """Without this, each refusal above might have another cause."""
    assert project.tool("check_catalogues.py") == (0, [])
    assert project.sphinx("html", "ja") == (0, [])
    assert "ページの題" in (project.out / "index.html").read_text("utf-8")
