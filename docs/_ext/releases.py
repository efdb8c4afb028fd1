"""The table of what passes on which release of torch, from ``_data/releases.json``.

tools/report_releases.py writes that file in CI's matrix. A release without a report is shown as
not run, and a page that has changed since its report as changed: neither is a pass.
"""

import hashlib
import json
from pathlib import Path

from docutils import nodes
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

from corrections import line
from verification import count

# The release that CI requires, and those that its matrix only reports on.
REQUIRED = "2.13.0"
REPORTED = ("2.14", "2.15")
DATA = Path(__file__).resolve().parent.parent / "_data" / "releases.json"


class release_matrix(nodes.General, nodes.Element):
    """The place of the table."""


class ReleaseMatrix(SphinxDirective):
    """``{release-matrix}``."""

    def run(self):
        """Return the place; it is filled once all pages are read."""
        self.env.note_dependency(str(DATA))
        pages(self.env).add(self.env.docname)
        return [release_matrix()]


def pages(env):
    """Return the names of the pages that show the table."""
    if not hasattr(env, "seigo_release_pages"):
        env.seigo_release_pages = set()
    return env.seigo_release_pages


def report_of(table, minor):
    """Return version and report of a minor release, or ``(minor, None)``."""
    for version, report in table.items():
        if version == minor or version.startswith(minor + "."):
            return version, report
    return minor, None


def cell(report, page, text):
    """Say in a word how a page did."""
    if report is None or page not in report["pages"]:
        return _("Not run yet")
    entry = report["pages"][page]
    if entry["digest"] != hashlib.sha256(text.encode()).hexdigest()[:12]:
        return _("Changed since")
    return _("%d failed") % entry["failed"] if entry["failed"] else _("Passed")


def build_table(app, docname):
    """Return the docutils table."""
    reports = [report_of(json.loads(DATA.read_text("utf-8")), minor) for minor in REPORTED]
    group = nodes.tgroup("", cols=2 + len(reports))
    group += [nodes.colspec(colwidth=width) for width in (40, *[20] * (1 + len(reports)))]
    head = [_("Page"), _("%s (required)") % REQUIRED]
    for version, report in reports:
        head.append(f"{version} ({report['date']})" if report else version)
    group += nodes.thead("", line([nodes.Text(text) for text in head]))
    body = nodes.tbody()
    for page in sorted(app.env.found_docs):
        if number := count(app.env.get_doctree(page)):
            uri = app.builder.get_relative_uri(docname, page)
            title = app.env.titles[page].astext()
            text = Path(app.env.doc2path(page)).read_text(encoding="utf-8")
            cells = [nodes.reference("", title, refuri=uri, internal=True)]
            cells.append(nodes.Text(_("All %d must pass") % number))
            cells += [nodes.Text(cell(report, page, text)) for _version, report in reports]
            body += line(cells)
    group += body
    return nodes.table("", group, classes=["release-matrix"])


def fill(app, doctree, docname):
    """Put the table in place."""
    for place in list(doctree.findall(release_matrix)):
        place.replace_self(build_table(app, docname))


def purge(app, env, docname):
    """Forget a page that is read anew."""
    pages(env).discard(docname)


def merge(app, env, docnames, other):
    """Take what a parallel reader found."""
    pages(env).update(pages(other))


def setup(app):
    """Register the directive."""
    app.add_node(release_matrix)
    app.add_directive("release-matrix", ReleaseMatrix)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    # The table speaks of all pages, so it is written again whenever one of them is.
    app.connect("env-updated", lambda app, env: sorted(pages(env)))
    app.connect("doctree-resolved", fill)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
