"""Draws a traced graph before and after a Transformer pass, once a language.

The nodes and arrows are read off the real graphs, so the figure cannot say what torch does not.
``python tools/draw_fx.py`` writes both files into ``docs/_static/figures``.
"""

from html import escape

import torch
from torch import fx, nn

from figures import FONT, files

LABELS = {
    "en": {
        "title": "A graph before and after SquareRelu: the new node is mul",
        "before": "Before: the traced model",
        "after": "After: SquareRelu(traced).transform()",
        "new": "new",
    },
    "ja": {
        "title": "SquareReluによる変換前と変換後のグラフ。新しいノードはmul",
        "before": "変換前：トレースしたモデル",
        "after": "変換後：SquareRelu(traced).transform()",
        "new": "追加",
    },
}
INK, LINE = "#1b2430", "#3d4a5c"
COLOURS = {
    "placeholder": ("#e9f5ea", "#2f7a3b"),
    "output": ("#eef2f7", "#5b6b7f"),
    "new": ("#fdf0dc", "#a35c00"),
}
BLUE = ("#e6f0fb", "#2563a8")
WIDTH, HEIGHT, TOP, STEP = 230, 46, 104, 72


class Block(nn.Module):
    """The model of the topic page."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        return torch.relu(self.linear(x)) + x


class SquareRelu(fx.Transformer):
    """The pass of the topic page."""

    def call_function(self, target, args, kwargs):
        value = super().call_function(target, args, kwargs)
        return value * value if target is torch.relu else value


def text(line, x, y, size=16, bold=False):
    """Return one centred line."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" font-size="{size}"{weight}>'
        f"{escape(line)}</text>"
    )


def arrow(path):
    """Return a line with a head."""
    return (
        f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.8" marker-end="url(#head)"/>'
    )


def column(graph, x, known, label):
    """Return the nodes of ``graph`` from top to bottom; those not in ``known`` are new."""
    parts, rows = [], {node: row for row, node in enumerate(graph.nodes)}
    for node, row in rows.items():
        y = TOP + STEP * row
        fresh = node.name not in known
        fill, stroke = COLOURS["new"] if fresh else COLOURS.get(node.op, BLUE)
        parts.append(
            f'<rect x="{x - WIDTH // 2}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="8" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
        )
        caption = node.op if node.op == node.name else f"{node.name} ({node.op})"
        parts.append(text(caption, x, y + 29))
        if fresh:
            parts.append(text(label, x - WIDTH // 2 - 30, y + 29, bold=True))
        for source in node.all_input_nodes:
            start, end = TOP + STEP * rows[source] + HEIGHT, y - 5
            if rows[source] == row - 1:
                parts.append(arrow(f"M{x} {start} V{end}"))
            else:  # an arrow past the nodes between
                edge, middle = x + WIDTH // 2, y + HEIGHT // 2
                begin = start - HEIGHT // 2
                parts.append(arrow(f"M{edge} {begin} h28 V{middle} h-23"))
    return parts


def figure(language):
    """Return the figure in ``language``; it has a ground of its own, for the dark theme."""
    labels = LABELS[language]
    before = fx.symbolic_trace(Block())
    after = SquareRelu(before).transform()
    known = {node.name for node in before.graph.nodes}
    height = TOP + STEP * len(after.graph.nodes)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {height}" width="800" '
            f'height="{height}" lang="{language}" role="img" font-family="{FONT}" font-size="16" '
            f'fill="{INK}">'
        ),
        f"<title>{escape(labels['title'])}</title>",
        (
            '<defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="8" '
            f'markerHeight="8" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="{LINE}"/>'
            "</marker></defs>"
        ),
        f'<rect width="800" height="{height}" rx="14" fill="#fcfcfd"/>',
        text(labels["before"], 190, 56, bold=True),
        text(labels["after"], 590, 56, bold=True),
        *column(before.graph, 190, known, labels["new"]),
        *column(after.graph, 590, known, labels["new"]),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    """Write both figures."""
    for language, path in files("fx-transformer-graphs"):
        path.write_text(figure(language), encoding="utf-8")


if __name__ == "__main__":
    main()
