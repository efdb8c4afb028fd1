"""The prose lints find nothing in the site, and each finds what it is for in a fixture."""

import json
import os
import re
import subprocess
import sys

import pytest

import lint_prose
import pages

CONFIG = pages.ROOT / ".textlintrc.json"
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.fixture(scope="session")
def node():
    """Skip on a machine without textlint; CI must have it."""
    if lack := lint_prose.missing():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"textlint: {lack}")


# The site.


def test_japanese(node):
    assert lint_prose.textlint() == []


def test_english():
    assert lint_prose.codespell() == []


def test_headings():
    assert lint_prose.headings() == []


def ruff(folder):
    """Return what ruff says of the Python code in a folder, by this project's settings."""
    settings = ["--config", str(pages.ROOT / "pyproject.toml"), "--no-cache"]
    said = ""
    for command in (["check", "-q"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *settings, "."],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        said += done.stdout if done.returncode else ""
    return said


def test_python():
    assert ruff(pages.ROOT) == ""


# Each lint can fail.


@pytest.mark.parametrize("text, fault", [("import os\n", "F401"), ("x = ( 1)\n", "reformat")])
def test_untidy_python_is_found(tmp_path, text, fault):
    (tmp_path / "a.py").write_text(text)
    assert fault in ruff(tmp_path)


BAD_JAPANESE = [
    ("Text.", "値を返します", "ja-no-mixed-period"),
    ("Text.", "関数はTensor を返します。", "ja-space-between-half-and-full-width"),
    ("Text.", "値を返すことができます！", "no-exclamation-question-mark"),
    ("Text.", "型が見れます。", "no-dropping-the-ra"),
    ("Text.", "関数が値がないと失敗します。", "no-doubled-joshi"),
    ("Text.", "これは`x`である。型を返します。値を返します。", "no-mix-dearu-desumasu"),
    ("# text.", "# 値を返します！", "no-exclamation-question-mark"),
    ("{ref}`a <b>`.", "{ref}`型が見れます <b>`。", "no-dropping-the-ra"),
]


@pytest.fixture(scope="session")
def said(node, tmp_path_factory):
    """Lint all wrong messages in one run of textlint."""
    folder = tmp_path_factory.mktemp("po")
    for number, (english, japanese, _rule) in enumerate(BAD_JAPANESE):
        entry = f'msgid "{english}"\nmsgstr "{japanese}"\n'
        (folder / f"{number}.po").write_text(HEADER + entry, encoding="utf-8")
    return lint_prose.textlint(folder, folder)


@pytest.mark.parametrize("number", range(len(BAD_JAPANESE)))
def test_bad_japanese_is_found(said, number):
    place, rule = f"{number}.po:6: ", f"{BAD_JAPANESE[number][2]}]"
    assert any(line.startswith(place) and rule in line for line in said), said


def test_code_is_not_linted(node, tmp_path):
    english, japanese = "A `b c` and [d](https://a.b).", "`半角 と！`と[訳](https://a.b)です。"
    entries = f'msgid "{english}"\nmsgstr "{japanese}"\n\nmsgid "A heading"\nmsgstr "見出し"\n'
    (tmp_path / "a.po").write_text(HEADER + entries, encoding="utf-8")
    assert lint_prose.textlint(tmp_path, tmp_path) == []


def test_misspelt_english_is_found(tmp_path):
    (tmp_path / "a.md").write_text("Fine.\n\nThis is teh end.\n")
    assert lint_prose.codespell([tmp_path / "a.md"], tmp_path) == ["a.md:3: teh ==> the"]


GOOD_PAGE = """\
(b)=
# A page

````{correction} X
:claim: c

Text.

```{doctest}
>>> # A comment is no heading.
>>> 1
1
```
````

(b-more)=
## More

See {ref}`here <b>` and [`there`](https://example.org), and `[a][b]`.
"""
BAD_PAGES = [
    ("# A page", "docs/b.md:1: write (b-…)= on the line above this heading"),
    ("(b)=\n# A\n\n## B", "docs/b.md:4: write (b-…)= on the line above this heading"),
    ("(c)=\n# A", "docs/b.md:1: begin the label c with b-"),
    ("(b)=\n# A\n\n(b)=\n## B", "docs/b.md:4: the label b stands at docs/b.md:1 already"),
    ("[a][b]", "docs/b.md:1: a reference link dies in translation: [text](URL)"),
    ("[a](#b)", "docs/b.md:1: link to a heading with {ref}`text <label>`, not (#…)"),
    ("[](b.md)", "docs/b.md:1: a link needs a text"),
    ("- [ ] a", "docs/b.md:1: a task list loses its boxes in translation"),
    ("{{ a }}", "docs/b.md:1: a substitution is lost in translation"),
]


def write_page(folder, text):
    """Write a page into a folder as if it were the site's."""
    (folder / "docs").mkdir()
    (folder / "docs" / "b.md").write_text(text)
    return lint_prose.headings(folder / "docs", folder)


def test_good_page_is_accepted(tmp_path):
    assert write_page(tmp_path, GOOD_PAGE) == []


@pytest.mark.parametrize("text, fault", BAD_PAGES)
def test_bad_page_is_found(tmp_path, text, fault):
    assert write_page(tmp_path, text) == [fault]


# Exceptions carry a reason.


def unexplained(config):
    """Return the lines of a configuration that ease a rule and have no comment above."""
    lines = config.split("\n")
    eased = [n for n, line in enumerate(lines) if re.search(r'^ {6,}"[\w-]+": ', line)]
    return [lines[n].strip() for n in eased if not lines[n - 1].strip().startswith("// ")]


def test_exceptions_carry_a_reason():
    assert unexplained(CONFIG.read_text(encoding="utf-8")) == []
    assert all(lint_prose.WORDS.values())


def test_exception_without_a_reason_is_found():
    assert unexplained('    "preset": {\n      "sentence-length": false\n')


def test_versions_are_exact():
    wanted = json.loads((pages.ROOT / "package.json").read_text())["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())


def test_missing_node_is_said(monkeypatch, capsys):
    monkeypatch.setattr(lint_prose.shutil, "which", lambda name: None)
    assert lint_prose.main(["textlint"]) == 0
    assert capsys.readouterr().err == "textlint left out: Node.js 20 or newer is not installed\n"
    assert lint_prose.main(["textlint", "--require"]) == 1
    assert capsys.readouterr().out == "textlint: Node.js 20 or newer is not installed\n"
