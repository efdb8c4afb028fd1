"""Draws the time line of a frozen result, once a language.

One template serves both languages, so that the figures cannot drift apart.
``python tools/draw_constant.py`` writes both into ``docs/_static/figures``.
"""

from html import escape

from figures import FONT, files

LABELS = {
    "en": {
        "title": "When a function marked with assume_constant_result runs, and when it does not",
        "lanes": ["Setting", "Marked function", "Graph", "Result of scaled(x)"],
        "steps": [
            "First call:",
            "Dynamo traces",
            "Second call:",
            "the graph runs",
            "Call after",
            "reset()",
        ],
        "runs": "runs once",
        "silent": ["not called"],
        "bakes": "2 is written in",
        "bakes_again": "5 is written in",
        "reused": "used again",
        "right": "x * 2",
        "stale": ["x * 2", "out of date"],
        "fresh": "x * 5",
        "time": "time",
    },
    "ja": {
        "title": "assume_constant_resultを付けた関数が実行されるときと、されないとき",
        "lanes": ["設定", "印を付けた関数", "グラフ", "scaled(x)の結果"],
        "steps": [
            "最初の呼び出し",
            "(トレース)",
            "2回目の呼び出し",
            "(グラフの実行)",
            "reset()後の",
            "呼び出し",
        ],
        "runs": "1回だけ実行",
        "silent": ["呼ばれない"],
        "bakes": "2を書き込む",
        "bakes_again": "5を書き込む",
        "reused": "そのまま使う",
        "right": "x * 2",
        "stale": ["x * 2", "古い値"],
        "fresh": "x * 5",
        "time": "時間",
    },
}
INK, LINE = "#1b2430", "#3d4a5c"
GREY, BLUE, GREEN, RED = (
    ("#eef2f7", "#5b6b7f"),
    ("#e6f0fb", "#2563a8"),
    ("#e9f5ea", "#2f7a3b"),
    ("#fbe9e7", "#b3362b"),
)
LEFT, COLUMNS, ROWS = 172, (264, 474, 684), (114, 198, 282, 366)
WIDTH, HEIGHT = 168, 54


def words(lines, x, y, anchor="middle", bold=False):
    """Return ``lines`` as SVG text, centred around ``y``."""
    first = y - 11 * (len(lines) - 1) + 6
    weight = ' font-weight="700"' if bold else ""
    return "\n".join(
        f'<text x="{x}" y="{first + 22 * row}" text-anchor="{anchor}"{weight}>{escape(line)}</text>'
        for row, line in enumerate(lines)
    )


def box(lines, column, row, colours, dashed=False):
    """Return a box with text at a step (column) and a lane (row)."""
    fill, stroke = colours
    dash = ' stroke-dasharray="6 5"' if dashed else ""
    x, y = COLUMNS[column] - WIDTH // 2, ROWS[row] - HEIGHT // 2
    shape = (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.5"{dash}/>'
    )
    return shape + "\n" + words(lines, COLUMNS[column], ROWS[row])


def arrow(path):
    """Return a line with a head."""
    return (
        f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.8" marker-end="url(#head)"/>'
    )


def down(column, row):
    """Return an arrow from a lane to the next one, at a step."""
    x = COLUMNS[column]
    return arrow(f"M{x} {ROWS[row] + HEIGHT // 2} V{ROWS[row + 1] - HEIGHT // 2 - 5}")


def figure(language):
    """Return the figure in ``language``; it has a ground of its own, for the dark theme."""
    labels = LABELS[language]
    steps = labels["steps"]
    parts = [
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 460" width="800" '
            f'height="460" lang="{language}" role="img" font-family="{FONT}" font-size="16" '
            f'fill="{INK}">'
        ),
        f"<title>{escape(labels['title'])}</title>",
        (
            '<defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="8" '
            f'markerHeight="8" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="{LINE}"/>'
            "</marker></defs>"
        ),
        '<rect width="800" height="460" rx="14" fill="#fcfcfd"/>',
    ]
    for column, x in enumerate(COLUMNS):
        parts.append(words(steps[2 * column : 2 * column + 2], x, 46, bold=True))
    for row, y in enumerate(ROWS):
        parts.append(words([labels["lanes"][row]], 20, y, anchor="start", bold=True))
    # The setting changes between the first call and the second.
    parts += [
        box(["2"], 0, 0, GREY),
        box(["5"], 1, 0, GREY),
        box(["5"], 2, 0, GREY),
        box([labels["runs"]], 0, 1, BLUE),
        box(labels["silent"], 1, 1, GREY, dashed=True),
        box([labels["runs"]], 2, 1, BLUE),
        box([labels["bakes"]], 0, 2, BLUE),
        box([labels["reused"]], 1, 2, GREY),
        box([labels["bakes_again"]], 2, 2, BLUE),
        box([labels["right"]], 0, 3, GREEN),
        box(labels["stale"], 1, 3, RED),
        box([labels["fresh"]], 2, 3, GREEN),
    ]
    parts += [down(column, row) for column in (0, 2) for row in range(3)]
    parts.append(down(1, 2))
    # The old graph serves the second call.
    edge = WIDTH // 2
    parts.append(arrow(f"M{COLUMNS[0] + edge} {ROWS[2]} H{COLUMNS[1] - edge - 5}"))
    parts.append(arrow(f"M{LEFT + 8} 428 H776"))
    parts.append(words([labels["time"]], LEFT - 4, 428, anchor="end"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    """Write both figures."""
    for language, path in files("assume-constant-result-timeline"):
        path.write_text(figure(language), encoding="utf-8")


if __name__ == "__main__":
    main()
