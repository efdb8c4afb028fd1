"""A translated comment stays a comment, and only comments change."""

import pytest

import code_comments


@pytest.mark.parametrize("text", ["# a\nimport os", "x = 1", "# doctest: +SKIP", "# a\u2028b"])
def test_comment_that_would_be_code_is_refused(text):
    assert code_comments.fault(text)


def test_only_comments_change():
    code = ">>> x = \"# no\"  # yes\n>>> # alone\n>>> x\n'# no'"
    changed = code_comments.replace(code, lambda comment: "# はい")
    assert changed == ">>> x = \"# no\"  # はい\n>>> # はい\n>>> x\n'# no'"
