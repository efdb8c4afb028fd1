"""Offers the comments of code blocks to translators, and never the code.

Sphinx can translate a code block only as a whole, which lets a translation change the code and
turns MyST's ``{doctest}`` blocks into blocks that run nothing. Here each comment is a message of
its own, and so is each one-line docstring of a script that is shown and not run. They are put
back in place; what a translation could use to become code is refused.
"""

import io
import re
import tokenize

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import init as init_locale
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.i18n import docname_to_domain

logger = logging.getLogger(__name__)
PROMPT = re.compile(r"(\s*)(>>>|\.\.\.)( |$)")


def examples(text):
    """Yield ``(first row, column, code)`` of each piece of Python in ``text``.

    With prompts a piece is one example and the expected output belongs to none; without
    prompts the whole text is one piece.
    """
    if not re.search(r"^\s*>>>", text, re.MULTILINE):
        yield 0, 0, text
        return
    start, column, lines = 0, 0, []
    for row, line in enumerate([*text.split("\n"), ""]):
        prompt = PROMPT.match(line)
        continues = prompt and prompt[2] == "..." and lines and len(prompt[1]) + 4 == column
        if lines and not continues:
            yield start, column, "\n".join(lines) + "\n"
            lines = []
        if continues:
            lines.append(line[column:])
        elif prompt and prompt[2] == ">>>":
            start, column = row, len(prompt[1]) + 4
            lines = [line[column:]]


def comments(text):
    """Yield ``(row, column, comment)``; a ``#`` in a string and a doctest flag are no comments."""
    for first, indent, code in examples(text):
        previous = tokenize.NEWLINE
        try:
            for token in tokenize.generate_tokens(io.StringIO(code).readline):
                comment = token.type == tokenize.COMMENT and "doctest:" not in token.string
                # In an example that runs, a docstring is a value: it may be printed.
                starts = previous in (tokenize.NEWLINE, tokenize.INDENT) and not indent
                docstring = starts and token.type == tokenize.STRING and is_docstring(token.string)
                if comment or docstring:
                    yield first + token.start[0] - 1, indent + token.start[1], token.string
                if token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.DEDENT):
                    previous = token.type
        except (tokenize.TokenError, SyntaxError):
            continue  # an example that shows a SyntaxError has no comments to translate


def is_docstring(text):
    """Tell whether ``text`` is a plain docstring on one line."""
    inside = text[3:-3]
    quoted = len(text) > 6 and text.startswith('"""') and text.endswith('"""')
    return bool(quoted and '"' not in inside and "\\" not in inside and inside.isprintable())


def fault(comment):
    """Return why ``comment`` may not stand in code, or an empty string."""
    if comment.startswith('"'):
        plain = "a translated docstring is one line in three quotes, without quotes or backslashes"
        return "" if is_docstring(comment) else plain
    if not comment.startswith("#"):
        return "a translated comment starts with '#'"
    if not comment.isprintable():
        return "a translated comment is one line of printable characters"
    if "doctest:" in comment:
        return "a translated comment holds no doctest flag"
    return ""


def replace(text, translate):
    """Return ``text`` with each comment passed through ``translate``."""
    lines = text.split("\n")
    for row, column, comment in sorted(comments(text), reverse=True):
        end = column + len(comment)
        lines[row] = lines[row][:column] + translate(comment) + lines[row][end:]
    return "\n".join(lines)


class CommentedCode(nodes.literal_block, addnodes.translatable):
    """A code block as the gettext builder sees it: its messages are its comments."""

    def preserve_original_messages(self):
        """Do nothing: the comments stay in the text."""

    def extract_original_messages(self):
        """Return the comments, each with its ``#``."""
        return [comment for _, _, comment in comments(self.astext())]

    def apply_translated_message(self, original_message, translated_message):
        """Do nothing: the gettext builder does not translate."""


class Comments(SphinxTransform):
    """Extract the comments for the gettext builder, translate them for every other one."""

    default_priority = 9  # before Sphinx gathers the messages (10)

    def apply(self, **kwargs):
        """Visit each block of Python code."""
        blocks = [
            block
            for block in self.document.findall(nodes.literal_block)
            if block.get("testnodetype") == "doctest" or block.get("language") == "python"
        ]
        if self.app.builder.name == "gettext":
            for block in blocks:
                code = CommentedCode(block.rawsource, block.astext(), **block.attributes)
                code.source, code.line = block.source, block.line
                block.replace_self(code)
            return
        domain = docname_to_domain(self.env.docname, self.config.gettext_compact)
        catalogue, found = init_locale(self.config.locale_dirs, self.config.language, domain)
        if not found or self.config.language == "en":
            return
        for block in blocks:
            self.translate(block, catalogue)

    def translate(self, block, catalogue):
        """Put the translated comments into what is shown and into what runs."""
        missing = []

        def translated(comment):
            text = catalogue.gettext(comment)
            if text == comment:
                missing.append(comment)
            elif reason := fault(text) or (text[0] != comment[0] and "a comment stays a comment"):
                logger.warning("%s: %r", reason, text, location=block)
                return comment
            return text

        shown = replace(block.astext(), translated)
        if "test" in block:
            block["test"] = replace(block["test"], translated)
        block[:] = [nodes.Text(shown)]
        block.rawsource = shown
        if any(True for _ in comments(shown)):
            block["translated"] = not missing


def setup(app):
    """Register the transform."""
    app.add_transform(Comments)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
