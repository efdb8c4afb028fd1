"""Draws the figure on the order of dispatch, once a language.

The English and the Japanese figure differ in their labels alone: one template cannot drift
apart. ``python tools/draw_dispatch.py`` writes both into ``docs/_static/figures``.
"""

from html import escape

from figures import FONT, files

LABELS = {
    "en": {
        "title": "The order in which a call of a torch function asks for an override",
        "call": ["torch.add(x, y) is called"],
        "mode": [
            "1. Mode stack",
            "The innermost TorchFunctionMode is asked.",
            "It is off while its handler runs, so a call",
            "in the handler asks the next mode out.",
        ],
        "types": [
            "2. Types of the arguments with __torch_function__",
            "Subclasses before superclasses, then left to right.",
            "Each type once. NotImplemented: the next type.",
            "DisableTorchFunctionSubclass skips this step.",
        ],
        "to_types": ["no mode, or NotImplemented"],
        "answer": ["any other answer"],
        "result": ["That answer", "is the result"],
        "nobody": ["nobody to ask"],
        "all": ["all NotImplemented"],
        "default": ["Default implementation"],
        "error": ["TypeError"],
    },
    "ja": {
        "title": "torchの関数の呼び出しが、オーバーライドを尋ねる順序",
        "call": ["torch.add(x, y)の呼び出し"],
        "mode": [
            "1. モードのスタック",
            "最も内側のTorchFunctionModeに尋ねる。",
            "ハンドラの実行中、そのモードは無効になり、",
            "中での呼び出しは一つ外側のモードに届く。",
        ],
        "types": [
            "2. __torch_function__をもつ引数の型",
            "サブクラスが先、次に左から右の順。",
            "型ごとに1回。NotImplementedなら次の型へ。",
            "DisableTorchFunctionSubclassの中では飛ばす。",
        ],
        "to_types": ["モードなし、またはNotImplemented"],
        "answer": ["それ以外の値"],
        "result": ["その値が", "結果になる"],
        "nobody": ["尋ねる相手なし"],
        "all": ["すべてNotImplemented"],
        "default": ["既定の実装"],
        "error": ["TypeError"],
    },
}
# What is drawn: (label, x, y, width, height, fill, stroke).
BOXES = [
    ("call", 30, 24, 440, 48, "#eef2f7", "#5b6b7f"),
    ("mode", 30, 110, 440, 128, "#e6f0fb", "#2563a8"),
    ("types", 30, 292, 440, 128, "#e9f5ea", "#2f7a3b"),
    ("default", 30, 484, 200, 52, "#eef2f7", "#5b6b7f"),
    ("error", 260, 484, 210, 52, "#fbe9e7", "#b3362b"),
    ("result", 618, 222, 152, 86, "#fff6dd", "#8a6412"),
]
# Arrows as SVG paths, and the text beside each: (label or None, path, x, y).
ARROWS = [
    (None, "M240 72 V104", 0, 0),
    ("to_types", "M240 238 V286", 252, 268),
    ("nobody", "M130 420 V478", 142, 456),
    ("all", "M330 420 V478", 342, 456),
    ("answer", "M470 174 H694 V216", 484, 164),
    ("answer", "M470 356 H694 V314", 484, 376),
]


def words(lines, x, y, anchor="start", bold=False):
    """Return ``lines`` as SVG text, the first baseline at ``y``; ``bold`` is for a first line."""
    parts = []
    for row, line in enumerate(lines):
        weight = ' font-weight="700"' if bold and row == 0 else ""
        parts.append(
            f'<text x="{x}" y="{y + 25 * row}" text-anchor="{anchor}"{weight}>{escape(line)}</text>'
        )
    return "\n".join(parts)


def figure(language):
    """Return the figure in ``language``; it has a ground of its own, for the dark theme."""
    labels = LABELS[language]
    parts = [
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 560" width="800" '
            f'height="560" lang="{language}" role="img" font-family="{FONT}" font-size="16" '
            'fill="#1b2430">'
        ),
        f"<title>{escape(labels['title'])}</title>",
        (
            '<defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="8" '
            'markerHeight="8" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="#3d4a5c"/>'
            "</marker></defs>"
        ),
        '<rect width="800" height="560" rx="14" fill="#fcfcfd"/>',
    ]
    for name, x, y, width, height, fill, stroke in BOXES:
        parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
        )
        lines = labels[name]
        first = y + (height - 25 * (len(lines) - 1)) // 2 + 6
        if len(lines) > 2:
            parts.append(words(lines, x + 16, first, bold=True))
        else:
            parts.append(words(lines, x + width // 2, first, anchor="middle"))
    for name, path, x, y in ARROWS:
        parts.append(
            f'<path d="{path}" fill="none" stroke="#3d4a5c" stroke-width="1.8" '
            'marker-end="url(#head)"/>'
        )
        if name:
            parts.append(words(labels[name], x, y))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    """Write both figures."""
    for language, path in files("overrides-dispatch"):
        path.write_text(figure(language), encoding="utf-8")


if __name__ == "__main__":
    main()
