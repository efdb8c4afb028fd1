"""Both languages build and every example runs, warnings as errors; a broken comment is refused."""

import polib
import pytest

import build
import code_comments


@pytest.mark.parametrize("builder", ["html", "doctest"])
def test_both_languages(builder, tmp_path):
    assert build.build(builder, tmp_path) == 0
    if builder == "html":
        assert "untranslated" not in (tmp_path / "html/ja/index.html").read_text("utf-8")
    else:
        counts = [
            [
                line
                for line in (tmp_path / f"doctest/{lang}/output.txt").read_text().splitlines()
                if "tests in default" in line or line.endswith("passed.")
            ]
            for lang in build.LANGUAGES
        ]
        assert counts[0] and counts[0] == counts[1]


def test_catalogues_are_complete():
    for path in (build.ROOT / "locale").rglob("*.po"):
        catalogue = polib.pofile(str(path))
        assert not catalogue.untranslated_entries() and not catalogue.fuzzy_entries(), path


@pytest.mark.parametrize("text", ["# a\nimport os", "x = 1", "# doctest: +SKIP", "# a\u2028b"])
def test_comment_that_would_be_code_is_refused(text):
    assert code_comments.fault(text)


def test_only_comments_change():
    code = ">>> x = \"# no\"  # yes\n>>> # alone\n>>> x\n'# no'"
    changed = code_comments.replace(code, lambda comment: "# はい")
    assert changed == ">>> x = \"# no\"  # はい\n>>> # はい\n>>> x\n'# no'"
