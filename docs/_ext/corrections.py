"""Corrections of wrong claims: the directive, the index page and ``corrections.json``.

A correction holds the ids of the claims, the claim in our words, a verdict, what is true, and at
least one doctest block that proves it. Without a proof the build fails.
"""

import json
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

# Written out so that the catalogue sphinx.po can be checked against the sources.
VERDICTS = {
    "false": lambda: _("False"),
    "misleading": lambda: _("Misleading"),
    "outdated": lambda: _("Outdated"),
    "partly true": lambda: _("Partly true"),
}


class correction(nodes.container):
    """One correction; ``claims`` holds the ids, ``verdict`` a key of VERDICTS."""


class corrections_index(nodes.General, nodes.Element):
    """The place of the table of all corrections."""


def is_proof(node):
    """Tell whether ``node`` is a block that the doctest builder runs."""
    return isinstance(node, nodes.literal_block) and node.get("testnodetype") == "doctest"


class Correction(SphinxDirective):
    """``{correction} ID ...`` with the options ``verdict`` and ``claim``."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {
        "verdict": lambda text: directives.choice(text, tuple(VERDICTS)),
        "claim": directives.unchanged_required,
    }

    def run(self):
        """Return the correction, with the claim and the body as children."""
        ids = self.arguments[0].split()
        name = " ".join(ids)
        for option in self.option_spec:
            if option not in self.options:
                raise self.error(f"correction {name}: add the option :{option}:")
        verdict = self.options["verdict"]
        body = self.parse_content_to_nodes()
        box = correction("", *body, claims=ids, verdict=verdict)
        if not any(True for _node in box.findall(is_proof)):
            raise self.error(f"correction {name}: add a {{doctest}} block that proves it")
        heading = nodes.paragraph(classes=["correction-heading"])
        heading += nodes.inline("", VERDICTS[verdict](), classes=["verdict"])
        heading += nodes.inline("", name, classes=["claim-ids"])
        claim = self.parse_text_to_nodes(self.options["claim"])
        claim[0]["classes"].append("claim")
        box[:0] = [heading, *claim]
        box["classes"] = ["correction", "verdict-" + verdict.replace(" ", "-")]
        for claim_id in ids:
            target = nodes.make_id(claim_id)
            box["ids"].append(target)
        self.state.document.note_explicit_target(box, box)
        self.set_source_info(box)
        return [box]


def collect(app, doctree):
    """Keep the translated corrections of a page."""
    found = []
    for box in doctree.findall(correction):
        claim, truth = [node for node in box if isinstance(node, nodes.paragraph)][1:3]
        found.append(
            {
                "ids": box["claims"],
                "verdict": box["verdict"],
                "claim": claim.astext(),
                "truth": truth.astext(),
                "page": app.env.docname,
                "anchor": box["ids"][0],
            }
        )
    records(app.env)[app.env.docname] = found


def records(env):
    """Return the corrections of each page."""
    if not hasattr(env, "seigo_corrections"):
        env.seigo_corrections = {}
    return env.seigo_corrections


def purge(app, env, docname):
    """Forget a page that is read anew."""
    records(env).pop(docname, None)


def merge(app, env, docnames, other):
    """Take what a parallel reader found."""
    records(env).update({name: records(other)[name] for name in docnames if name in records(other)})


def in_order(env):
    """Return all corrections by page, then verdict, in the order of VERDICTS."""
    rows = [row for name in sorted(records(env)) for row in records(env)[name]]
    return sorted(rows, key=lambda row: (row["page"], list(VERDICTS).index(row["verdict"])))


def check_unique(app, env):
    """Refuse a claim that two corrections answer."""
    seen = set()
    for row in in_order(env):
        for claim_id in row["ids"]:
            if claim_id in seen:
                from sphinx.util import logging

                logging.getLogger(__name__).warning(
                    "claim %s has two corrections: join them", claim_id, location=row["page"]
                )
            seen.add(claim_id)


def fill_index(app, doctree, docname):
    """Put the tables in place of ``corrections_index``: one a page, rows by verdict."""
    for place in list(doctree.findall(corrections_index)):
        parts = []
        for page in sorted({row["page"] for row in in_order(app.env)}):
            parts.append(nodes.rubric("", app.env.titles[page].astext()))
            parts.append(table(app, docname, [r for r in in_order(app.env) if r["page"] == page]))
        place.replace_self(parts)


def table(app, docname, rows):
    """Return the docutils table of ``rows``."""
    head = [_("Verdict"), _("Claim"), _("Correction")]
    group = nodes.tgroup("", cols=3)
    group += [nodes.colspec(colwidth=width) for width in (15, 65, 20)]
    group += nodes.thead("", line([nodes.Text(text) for text in head]))
    body = nodes.tbody()
    for row in rows:
        uri = app.builder.get_relative_uri(docname, row["page"]) + "#" + row["anchor"]
        link = nodes.reference("", " ".join(row["ids"]), refuri=uri, internal=True)
        body += line([nodes.Text(VERDICTS[row["verdict"]]()), nodes.Text(row["claim"]), link])
    group += body
    return nodes.table("", group, classes=["corrections-table"])


def line(cells):
    """Return one row of a table."""
    return nodes.row("", *[nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells])


class CorrectionsIndex(SphinxDirective):
    """``{corrections-index}``: a table of every correction."""

    def run(self):
        """Return the place; it is filled once all pages are read."""
        return [corrections_index()]


def write_json(app, exception):
    """Write ``corrections.json`` beside the pages."""
    if exception is None and app.builder.name == "html":
        text = json.dumps(in_order(app.env), ensure_ascii=False, indent=1)
        Path(app.outdir, "corrections.json").write_text(text + "\n", encoding="utf-8")


def setup(app):
    """Register the directives and hooks."""
    visit = (
        (lambda self, node: self.visit_container(node)),
        (lambda self, node: self.depart_container(node)),
    )
    app.add_node(correction, html=visit)
    app.add_node(corrections_index)
    app.add_directive("correction", Correction)
    app.add_directive("corrections-index", CorrectionsIndex)
    app.connect("doctree-read", collect)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", check_unique)
    app.connect("doctree-resolved", fill_index)
    app.connect("build-finished", write_json)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
