"""States measured times, and on what they were measured, from the tables in ``_data``.

A number in the text would be copied once and grow old; each table is written by a script:
``tools/measure_examples.py`` and ``tools/bench_alternatives.py``.
"""

import json
from pathlib import Path

from docutils import nodes
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective

DATA = Path(__file__).resolve().parent.parent / "_data"


class Stated(SphinxDirective):
    """What both directives share: the argument is the name of a row of ``table``."""

    required_arguments = 1
    final_argument_whitespace = True
    table = script = ""

    def row(self, rows):
        """Return the row, or end with a line that says how to get it."""
        self.env.note_dependency(str(DATA / self.table))
        name = self.arguments[0]
        if name not in rows:
            raise self.error(f"{name} was not measured: run tools/{self.script}")
        return rows[name]

    def load(self):
        """Return the table."""
        return json.loads((DATA / self.table).read_text(encoding="utf-8"))


class Measured(Stated):
    """``{measured} NAME``: the ratio of a script in ``examples/vmap``, in one sentence."""

    table, script = "vmap-examples.json", "measure_examples.py"

    def run(self):
        """Return one paragraph."""
        row = self.row(self.load())
        text = _(
            "Measured in one run: vmap took %(ratio)s times the time of the loop "
            "(torch %(torch)s, Python %(python)s, %(machine)s)."
        )
        return [nodes.paragraph("", text % row, translatable=False, classes=["measured"])]


class MeasuredTable(Stated):
    """``{measured-table} JOB``: the ratios of ``examples/compare`` at each batch size."""

    table, script = "alternatives.json", "bench_alternatives.py --write"

    def run(self):
        """Return the table and a sentence on its origin."""
        table = self.load()
        rows = self.row(table["ratios"])
        head = [_("time / loop"), *(f"{size:,}" for size in table["sizes"])]
        group = nodes.tgroup("", cols=len(head))
        group += [nodes.colspec(colwidth=1) for _cell in head]
        group += nodes.thead("", line(head))
        body = [line([way, *(f"{ratio:g}" for ratio in rows[way])]) for way in rows]
        group += nodes.tbody("", *body)
        versions = ", ".join(f"{name} {version}" for name, version in table["versions"].items())
        text = _(
            "Measured in one run on %(machine)s, torch.compile with %(backend)s: %(versions)s."
        )
        origin = text % {**table, "versions": versions}
        return [
            nodes.table("", group, classes=["measured-table"]),
            nodes.paragraph("", origin, translatable=False, classes=["measured"]),
        ]


def line(cells):
    """Return a row of a table; numbers and names are the same in every language."""
    entries = [nodes.entry("", nodes.paragraph("", c, translatable=False)) for c in cells]
    return nodes.row("", *entries)


def setup(app):
    """Register the directives."""
    app.add_directive("measured", Measured)
    app.add_directive("measured-table", MeasuredTable)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
