"""The table of how many examples of each page are executed."""

import doctest

from docutils import nodes
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from corrections import is_proof, line


class verification_table(nodes.General, nodes.Element):
    """The place of the table."""


class VerificationTable(SphinxDirective):
    """``{verification-table}``."""

    def run(self):
        """Return the place; it is filled once all pages are read."""
        return [verification_table()]


def count(doctree):
    """Return how many examples the doctest builder runs in ``doctree``."""
    parser = doctest.DocTestParser()
    blocks = doctree.findall(is_proof)
    return sum(len(parser.get_examples(block.get("test") or block.astext())) for block in blocks)


def fill(app, doctree, docname):
    """Put the table in place: page, number of examples."""
    for place in list(doctree.findall(verification_table)):
        group = nodes.tgroup("", cols=2)
        group += [nodes.colspec(colwidth=width) for width in (70, 30)]
        head = [nodes.Text(_("Page")), nodes.Text(_("Executed examples"))]
        group += nodes.thead("", line(head))
        body = nodes.tbody()
        for page in sorted(app.env.found_docs):
            if number := count(app.env.get_doctree(page)):
                uri = app.builder.get_relative_uri(docname, page)
                title = app.env.titles[page].astext()
                link = nodes.reference("", title, refuri=uri, internal=True)
                body += line([link, nodes.Text(str(number))])
        group += body
        place.replace_self(nodes.table("", group))


def setup(app):
    """Register the directive."""
    app.add_node(verification_table)
    app.add_directive("verification-table", VerificationTable)
    app.connect("doctree-resolved", fill)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
