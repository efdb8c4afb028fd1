"""The index of error messages: each that an example or a heading shows, with its section.

Made from the examples themselves, so it lists what this release really raises: the tracebacks,
and the errors that an example prints as a string. A heading may quote a message of older releases.
"""

import ast
import doctest
import re

from docutils import nodes
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from corrections import is_proof, line

PRINTED = re.compile(r"""^(['"])[\w.]*(Error|Exception|Unsupported|Warning): .+\1$""", re.MULTILINE)
WORDS = 3  # code of fewer words in a heading is a name, not a message


class error_index(nodes.General, nodes.Element):
    """The place of the table."""


class ErrorIndex(SphinxDirective):
    """``{error-index}``: a table of every error message that a page shows."""

    def run(self):
        """Return the place; it is filled once all pages are read."""
        return [error_index()]


def messages(block):
    """Yield the first line of each exception that ``block`` expects, or prints as a string."""
    for example in doctest.DocTestParser().get_examples(block.get("test") or block.astext()):
        if example.exc_msg:
            yield example.exc_msg.splitlines()[0]
        for printed in PRINTED.finditer(example.want):
            yield ast.literal_eval(printed[0])


def quoted(title):
    """Yield the messages in a heading; code that ends in a colon is a statement."""
    for code in title.findall(nodes.literal):
        text = code.astext()
        if len(text.split()) >= WORDS and not text.endswith(":"):
            yield text


def collect(app, doctree):
    """Keep the messages of a page, each with the anchor and title of its section."""
    found = []
    for block in doctree.findall(is_proof):
        section = block.parent
        while not isinstance(section, nodes.section):
            section = section.parent
        title = section.next_node(nodes.title).astext()
        found += [(text, section["ids"][0], title) for text in messages(block)]
    for title in doctree.findall(nodes.title):
        if isinstance(title.parent, nodes.section):
            anchor = title.parent["ids"][0]
            found += [(text, anchor, title.astext()) for text in quoted(title)]
    records(app.env)[app.env.docname] = found


def records(env):
    """Return the messages of each page."""
    if not hasattr(env, "seigo_errors"):
        env.seigo_errors = {}
    return env.seigo_errors


def purge(app, env, docname):
    """Forget a page that is read anew."""
    records(env).pop(docname, None)


def merge(app, env, docnames, other):
    """Take what a parallel reader found."""
    records(env).update({name: records(other)[name] for name in docnames if name in records(other)})


def fill(app, doctree, docname):
    """Put the table in place: message, sections; sorted by exception and text."""
    for place in list(doctree.findall(error_index)):
        sections = {}
        for page, found in sorted(records(app.env).items()):
            for text, anchor, title in found:
                uri = f"{app.builder.get_relative_uri(docname, page)}#{anchor}"
                sections.setdefault(text, {})[uri] = title
        group = nodes.tgroup("", cols=2)
        group += [nodes.colspec(colwidth=width) for width in (60, 40)]
        group += nodes.thead("", line([nodes.Text(_("Message")), nodes.Text(_("Section"))]))
        body = nodes.tbody()
        for text, links in sorted(sections.items()):
            places = nodes.inline()
            for uri, title in links.items():
                if places.children:
                    places += nodes.Text(" / ")
                places += nodes.reference("", title, refuri=uri, internal=True)
            body += line([nodes.literal("", text), places])
        group += body
        place.replace_self(nodes.table("", group, classes=["error-index"]))


def setup(app):
    """Register the directive and hooks."""
    app.add_node(error_index)
    app.add_directive("error-index", ErrorIndex)
    app.connect("doctree-read", collect)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("doctree-resolved", fill)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
