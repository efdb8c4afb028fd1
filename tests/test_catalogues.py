"""The Japanese catalogues are complete and safe, and each rule of their checker can fail."""

import csv
import gettext
import re
import runpy
import shutil
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
import sphinx

import check_catalogues
import safe_translations
import translate
from conftest import CATALOGUE

MD = safe_translations.parser(runpy.run_path(str(check_catalogues.ROOT / "conf.py")))
GLOSSARY = check_catalogues.Glossary()
HEADER = CATALOGUE[: CATALOGUE.index("msgid", 10)]
LINE = HEADER.count("\n") + 1  # of the first entry


def faults(folder, text, name="index.po"):
    """Return the faults of a catalogue with ``text``."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return check_catalogues.check(path, MD, GLOSSARY)


def catalogue(english, japanese):
    """Return the text of a catalogue with one entry."""
    entry = polib.POEntry(msgid=english, msgstr=japanese)
    return HEADER + entry.__unicode__(wrapwidth=0) + "\n"


# The catalogues of this site.


def test_catalogues(capsys):
    code = check_catalogues.main([])
    assert not code, capsys.readouterr().out


def test_catalogues_match_the_sources(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(translate, "LOCALE", tmp_path)
    shutil.copytree(check_catalogues.LOCALE, tmp_path, dirs_exist_ok=True)
    translate.main([])
    assert capsys.readouterr().out == ""
    for path in tmp_path.rglob("*.po"):
        old = check_catalogues.LOCALE / path.relative_to(tmp_path)
        assert old.exists(), f"{old}: run make translate"
        assert path.read_text("utf-8") == old.read_text("utf-8"), f"{old}: run make translate"


def test_glossary():
    with check_catalogues.GLOSSARY.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    terms = [row[0] for row in rows[1:]]
    assert rows[0] == ["English", "Japanese", "note"]
    assert terms == sorted(set(terms), key=str.lower)
    assert all(len(row) == 3 and all(row[1].split("|")) for row in rows)


def test_strings_of_the_extensions_are_translated():
    known = {entry.msgid for entry in polib.pofile(str(check_catalogues.LOCALE / "sphinx.po"))}
    theirs = gettext.translation("sphinx", Path(sphinx.__file__).parent / "locale", ["ja"])
    call = re.compile(r"""\b_\(\s*(["'])(.+?)\1\s*\)""")
    found = [
        f"{path.name}: {match[2]}"
        for folder, name in (("_ext", "*.py"), ("_templates", "*.html"))
        for path in (check_catalogues.DOCS / folder).glob(name)
        for match in call.finditer(path.read_text("utf-8"))
        if match[2] not in known and theirs.gettext(match[2]) == match[2]
    ]
    assert found == []


class Text(HTMLParser):
    """Gathers the labels of a page: texts around the article, and the hidden ones everywhere."""

    def __init__(self, page):
        """Read ``page``."""
        super().__init__()
        self.stack, self.found, self.untranslated = [], [], []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        """Note labels, and paragraphs that Sphinx marked."""
        values = dict(attributes)
        classes = (values.get("class") or "").split()
        # Sphinx marks each image, its link too, whose alt text it translated a line before.
        if "untranslated" in classes and tag != "img" and "image-reference" not in classes:
            self.untranslated.append(self.getpos())
        labels = ("title", "alt", "aria-label", "placeholder")
        self.found += [values[name] for name in labels if name in values]
        if tag in ("article", "code", "pre", "script", "style"):
            self.stack.append(tag)

    def handle_endtag(self, tag):
        """Leave an article or a block of code."""
        if self.stack[-1:] == [tag]:
            self.stack.pop()

    def handle_data(self, data):
        """Note a text."""
        if not self.stack:
            self.found.append(data)


def test_no_paragraph_is_shown_in_english(site):
    pages = list((site / "ja").rglob("*.html"))
    assert pages
    found = [f"{page}:{line}" for page in pages for line, _ in Text(page).untranslated]
    assert found == []


def test_no_label_is_shown_in_english(site):
    names = "The Seigo contributors"
    phrase = re.compile(r"(?<![\w.])[A-Za-z][a-z]+ [a-z]{2,}")
    found = {
        f"{page.relative_to(site)}: {text.strip()}"
        for page in (site / "ja").rglob("*.html")
        if "_static" not in page.parts
        for text in Text(page).found
        if phrase.search(text.replace(names, "")) and not check_catalogues.JAPANESE.search(text)
    }
    assert sorted(found) == []


# Each rule can fail, at its line.

MESSAGES = [
    ("A sentence.", "", "untranslated"),
    ("A sentence.", "A sentence.", "still in English"),
    ("A sentence.", "<script>alert(1)</script>", "reads as HTML"),
    ("A sentence.", "文<b onmouseover=x>です</b>。", "HTML <b onmouseover=x>"),
    ("A sentence.", "文<!-- 隠す -->です。", "HTML <!--"),
    ("A sentence.", "[文](javascript:alert(1))です。", "javascript: link"),
    ("A sentence.", "```{include} /etc/passwd\n```", "reads as a directive"),
    ("A sentence.", "```{eval-rst}\n.. raw:: html\n```", "reads as a directive"),
    ("A sentence.", ":::{note}\n文\n:::", "reads as a directive"),
    ("A sentence.", "文です。\n```{raw} html\n<b>\n```", "line break"),
    ("A sentence.", "    文です。", "reads as a block of code"),
    ("A sentence.", "- 文です。", "reads as a list"),
    ("A sentence.", "1. 文です。", "reads as a numbered list"),
    ("A sentence.", "# 文です。", "reads as a heading"),
    ("A sentence.", "> 文です。", "reads as a quote"),
    ("A sentence.", "| 文 |\n| --- |\n| です |", "reads as a table"),
    ("A sentence.", "---", "reads as a thematic break"),
    ("A sentence.", "(label)=", "reads as a label"),
    ("A sentence.", "% 文です。", "reads as a MyST comment"),
    ("A sentence.", "[文]: https://example.org/", "reads as no paragraph"),
    ("A sentence.", "文です。\n\n次の文です。", "blank line"),
    ("A sentence.", "文\nです。", "line break"),
    ("A sentence.", "文です。# noqa", "'# noqa'"),
    ("Call `f`.", "`g`を呼びます。", "code `f` is missing"),
    ("Call `f`.", "`f`と`g`を呼びます。", "code `g` is not in the msgid"),
    ("Call `f`, then `f`.", "`f`を呼びます。", "code `f` is missing"),
    ("See {ref}`here <a>`.", "{ref}`ここ <b>`です。", "role {ref} to a is missing"),
    ("See {ref}`here <a>`.", "{doc}`ここ <a>`です。", "role {ref} to a is missing"),
    ("See {doc}`a`.", "ページです。", "role {doc} to a is missing"),
    ("See [it](https://a.b/).", "[それ](https://a.c/)です。", "link to https://a.b/ is missing"),
    ("A sentence.", "[文](path:/etc/passwd)です。", "link to path:/etc/passwd is not"),
    ("A sentence.", "文![図](/etc/x.png)です。", "image /etc/x.png is not"),
    ("See https://a.b/c.", "https://a.b/d です。", "address https://a.b/c is missing"),
    ("A sentence [^n].", "文です。", "footnote [^n] is missing"),
    ("It is {math}`x^2`.", "{math}`x^3`です。", "role {math} to x^2 is missing"),
    ("Mind `f`.", "**`f`**は注意です。", "a literal * is shown"),
    ("A sentence.", "`文です。", "a literal ` is shown"),
    ("See {ref}`a`.", "{ref}`a`と{ref} です。", "a literal { is shown"),
    ("A sentence.", "[文][ref]です。", "a literal [ is shown"),
    ("A sentence.", "これは_文_です。", "a literal _ is shown"),
    ("Two arguments.", "パラメータが2つです。", "'argument' wants 引数"),
    ("A sentence.", "文\u202eです。", "invisible character U+202E"),
    ("A sentence.", "文\u200bです。", "invisible character U+200B"),
    ("A sentence.", "文\tです。", "invisible character U+0009"),
    ("# A comment", "コメント", "a translated comment starts with '#'"),
    ('"""A docstring."""', '"""A docstring."""', "still in English"),
    ('"""A docstring."""', '"""説明\\"""', "a translated docstring is one line in three quotes"),
    ('"""A docstring."""', "# 説明", "a comment stays a comment, a docstring a docstring"),
    ("# A comment", "# コメント\nimport os", "one line of printable characters"),
    ("# A comment", "# コメント doctest: +SKIP", "no doctest flag"),
    ("# A comment", "# A comment", "still in English"),
    ("#1 is open.", "#1は<b>未解決</b>です。", "HTML <b>"),
]


@pytest.mark.parametrize("english, japanese, fault", MESSAGES)
def test_message_is_refused(tmp_path, english, japanese, fault):
    entry = catalogue(english, japanese).removeprefix(HEADER)
    found = faults(tmp_path, catalogue("First.", "初め。") + entry)
    assert len(found) == 1 and fault in found[0][1]
    # An invisible character is told at its own line, all else at the first of the entry.
    assert found[0][0] == LINE + 3 + ("invisible" in fault and "\t" not in japanese)


ENTRY = 'msgid "A sentence."\nmsgstr "文です。"\n'
FILES = [
    ("#, fuzzy\n" + ENTRY, LINE, "fuzzy"),
    ("#~ " + ENTRY.replace("\n", "\n#~ ", 1), LINE, "obsolete"),
    ("msgctxt 'x'\n".replace("'", '"') + ENTRY, LINE, "a context or a plural"),
    (ENTRY + "\n" + ENTRY, LINE + 3, f"second entry of line {LINE}"),
    (ENTRY[:-5], LINE + 1, "close the quotes"),
    (ENTRY[:-1], LINE + 1, "cut off"),
    (ENTRY[: ENTRY.index("msgstr")], LINE, "missing 'msgstr' section: msgfmt refuses it"),
    (ENTRY.replace("文", '"文"'), LINE + 1, "close the quotes"),
    (ENTRY.replace("文", "\\x3cb"), LINE + 1, "not a line of a catalogue"),
    (ENTRY.replace("msgstr", "msgstr[0]"), LINE, "a context or a plural"),
    (ENTRY.replace("msgstr", "msgst"), LINE + 1, "not a line of a catalogue"),
    (ENTRY[ENTRY.index("msgstr") :], LINE, "cannot be parsed"),
    (ENTRY.replace("\n", "\r\n"), LINE, "invisible character U+000D"),
    ("# \u202e\n" + ENTRY, LINE, "invisible character U+202E"),
]


@pytest.mark.parametrize("text, line, fault", FILES)
def test_file_is_refused(tmp_path, text, line, fault):
    found = faults(tmp_path, HEADER + text)
    assert [number for number, _ in found] == [line]
    assert fault in found[0][1]


def test_encoding_is_checked(tmp_path):
    latin = catalogue("A sentence.", "Une phrase, l'été.").encode("latin-1")
    assert faults(tmp_path, latin)[0][0] == LINE + 1
    half = catalogue("A sentence.", "文です。").encode("utf-8")[:-8]
    assert "not UTF-8, or cut off" in faults(tmp_path, half)[0][1]
    other = catalogue("A sentence.", "文です。").replace("UTF-8", "EUC-JP")
    assert "charset" in faults(tmp_path, other)[0][1]
    assert "charset" in faults(tmp_path, ENTRY)[0][1]


STRINGS = [
    ("Added in %s", "追加", "placeholder %s differs"),
    ("Added in %(name)s", "%(nome)sで追加", "placeholder %(name)s differs"),
    ("Page", "<b>ページ</b>", "HTML < differs"),
    ("Page", 'ページ" onclick="x', 'HTML " differs'),
    ("Page", "ペー\tジ", "invisible character U+0009"),
    ("Page", "ペー\nジ", "line break"),
]


@pytest.mark.parametrize("english, japanese, fault", STRINGS)
def test_string_of_sphinx_is_refused(tmp_path, english, japanese, fault):
    (tmp_path / "LC_MESSAGES").mkdir()
    found = faults(tmp_path, catalogue(english, japanese), "LC_MESSAGES/sphinx.po")
    assert len(found) == 1 and found[0][0] == LINE and fault in found[0][1]


GOOD = [
    ("`f`", "`f`"),
    ("Call `f`, then {ref}`g <label>`.", "{ref}`gの説明 <label>`の前に`f`を呼びます。"),
    ("See {ref}`g <g>` [^n] and <https://a.b/c>.", "<https://a.b/c>と{ref}`g`[^n]を見てください。"),
    ("Write `**kwargs` and \\*.", "`**kwargs`と\\*を書きます。"),
    ("Mind this.", "**ここ**に注意。"),
    ("A graph break ends the graph.", "グラフの切断でグラフが終わります。"),
    ("The `argument` of torch.overrides.tuple.", "torch.overrides.tupleの`argument`です。"),
    ("# A comment", "# コメント"),
    ("# A list[int], or <b>", "# list[int]か<b>です"),
]


@pytest.mark.parametrize("english, japanese", GOOD)
def test_good_message_passes(tmp_path, english, japanese):
    assert faults(tmp_path, catalogue(english, japanese)) == []


def test_missing_msgfmt_is_one_line(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert check_catalogues.main([]) == 1
    assert capsys.readouterr().out == (
        "msgfmt is missing: install gettext (with apt, brew or conda)\n"
    )


def test_pages_and_catalogues_match(project):
    project.catalogue.with_name("gone.po").write_text(CATALOGUE, encoding="utf-8")
    project.catalogue.unlink()
    code, lines = project.tool("check_catalogues.py")
    assert code == 1
    assert lines == [
        "locale/ja/LC_MESSAGES/gone.po:1: no page: delete the file or rename it",
        "locale/ja/LC_MESSAGES/index.po:1: no catalogue: run make translate",
    ]


def test_a_marked_paragraph_is_found(tmp_path):
    page = tmp_path / "a.html"
    page.write_text(
        '<p class="untranslated">x <code>y z</code></p><a title="t u">v</a>'
        '<img class="untranslated"><article>w <img alt="q r"></article>'
    )
    text = Text(page)
    assert text.untranslated == [(1, 0)]
    assert text.found == ["x ", "t u", "v", "q r"]


# Updating.


def test_update_twice_changes_nothing(project):
    before = project.catalogue.read_bytes()
    assert project.tool("translate.py") == (0, [])
    assert project.catalogue.read_bytes() == before


def test_update_says_what_it_drops_and_wants(project):
    text = project.page.read_text("utf-8").replace("Title of the page", "Another title")
    project.page.write_text(text, encoding="utf-8")
    code, lines = project.tool("translate.py")
    assert code == 0
    assert lines == [
        "locale/ja/LC_MESSAGES/index.po: untranslated: Another title",
        "locale/ja/LC_MESSAGES/index.po: dropped: Title of the page = ページの題",
    ]
    assert project.tool("translate.py") == (0, lines[:1])


def test_update_changes_nothing_where_one_catalogue_is_broken(project):
    (project.page.parent / "a.md").write_text("---\norphan: true\n---\n# A\n", encoding="utf-8")
    broken = project.catalogue.read_text("utf-8")[:-30]
    project.catalogue.write_text(broken, encoding="utf-8")
    code, lines = project.tool("translate.py")
    assert code == 1
    assert len(lines) == 1 and lines[0].endswith("no catalogue was changed")
    assert lines[0].startswith(f"locale/ja/LC_MESSAGES/index.po:{broken.count(chr(10)) + 1}: ")
    assert project.catalogue.read_text("utf-8") == broken
    names = {path.name for path in project.catalogue.parent.iterdir()}
    assert names == {"index.po", "sphinx.po"}


def test_update_refuses_an_unknown_page(project):
    code, lines = project.tool("translate.py", "nowhere")
    assert (code, lines) == (1, ["translate: no page nowhere; no catalogue was changed"])
