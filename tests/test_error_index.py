"""The index of error messages holds what examples raise, what they print, and what headings say."""

from docutils import nodes

import error_index

EXAMPLES = """>>> 1 / 0
Traceback (most recent call last):
    ...
ZeroDivisionError: division by zero
>>> error_of(int, "x")
'ValueError: invalid literal'
>>> "no message: here"
'no message: here'
"""


def test_raised_and_printed_messages_are_found():
    block = nodes.doctest_block(EXAMPLES, EXAMPLES)
    found = ["ZeroDivisionError: division by zero", "ValueError: invalid literal"]
    assert list(error_index.messages(block)) == found


def test_messages_in_headings_are_found():
    codes = ["got no inputs", "torch.cond", "if mask is None:"]
    title = nodes.title("", "", *[nodes.literal("", code) for code in codes])
    assert list(error_index.quoted(title)) == ["got no inputs"]
