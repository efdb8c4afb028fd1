"""Each question that people asked has its section, in both languages."""

import re

import pytest

import pages

QUESTIONS = 135
TABLE = pages.ROOT / "tests" / "answers.tsv"


def rows(text):
    """Return ``(question, address, label)`` of each line."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split("\t")) for line in lines]


def labels(sources):
    """Return the labels that stand above a heading of a page."""
    found = set()
    for text in sources.values():
        found.update(re.findall(r"^\(([\w.-]+)\)=\n+#", text, re.MULTILINE))
    return found


def unanswered(table, known):
    """Name the questions whose section does not exist."""
    return [f"{question}: no section {label}" for question, _, label in table if label not in known]


def test_every_question_has_a_section():
    table = rows(TABLE.read_text(encoding="utf-8"))
    assert unanswered(table, labels(pages.sources())) == []
    assert len({question for question, _, _ in table}) == QUESTIONS


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_section_is_built(site, language):
    ids = set()
    for path in (site / language).rglob("*.html"):
        ids.update(re.findall(r'\bid="([^"]+)"', path.read_text(encoding="utf-8")))
    table = rows(TABLE.read_text(encoding="utf-8"))
    assert unanswered(table, {label for _, _, label in table if label.lower() in ids}) == []


def test_missing_section_is_found():
    table = rows("# head\nV1\thttps://example.org/1\ta-b\nV2\thttps://example.org/2\tc\n")
    assert unanswered(table, labels({"x": "(a-b)=\n## Title\n\n(c)=\nno heading\n"})) == [
        "V2: no section c"
    ]
