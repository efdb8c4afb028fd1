"""Draws the figure on the shapes inside and below vmap, once a language.

The shapes are those of a run. ``python tools/draw_vmap.py`` writes both figures into
``docs/_static/figures``.
"""

from html import escape

from draw_dispatch import words
from figures import FONT, files

BATCH, SIZE = 5, 3
LABELS = {
    "en": {
        "title": "The shapes that a function under vmap sees, and those that the operators get",
        "step": "Step",
        "seen": "The function sees",
        "runs": "What runs, once",
        "in": "vmap hides the batch dimension",
        "out": "vmap puts it back",
    },
    "ja": {
        "title": "vmapの中の関数から見える形状と、演算子が受け取る形状",
        "step": "処理",
        "seen": "関数から見える形状",
        "runs": "実際に1度だけ実行される演算",
        "in": "vmapがバッチ次元を隠す",
        "out": "vmapがバッチ次元を戻す",
    },
}


def steps():
    """Return ``(code, shape seen inside, operator, shape of its result)`` of each line of norm."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    ran, seen = [], []

    class Log(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            result = func(*args, **(kwargs or {}))
            ran.append((str(func), tuple(result.shape)))
            return result

    def norm(v):
        squares = v * v
        total = squares.sum()
        root = total.sqrt()
        seen.extend(tuple(each.shape) for each in (squares, total, root))
        return root

    x = torch.ones(BATCH, SIZE)
    with Log():
        torch.vmap(norm)(x)
    code = ("v * v", "….sum()", "….sqrt()")
    return [(c, s, *r) for c, s, r in zip(code, seen, ran, strict=True)]


def cell(text, x, y, width, fill, stroke):
    """Return a box with one line of text in its middle."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="40" rx="6" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.5"/>\n'
        + words([text], x + width // 2, y + 26, "middle")
    )


def figure(language):
    """Return the figure in ``language``; it has a ground of its own, for the dark theme."""
    labels = LABELS[language]
    rows = steps()
    height = 210 + 56 * (len(rows) + 1)
    grey, blue, green = ("#eef2f7", "#5b6b7f"), ("#e6f0fb", "#2563a8"), ("#e9f5ea", "#2f7a3b")
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {height}" width="800" '
            f'height="{height}" lang="{language}" role="img" font-family="{FONT}" font-size="16" '
            'fill="#1b2430">'
        ),
        f"<title>{escape(labels['title'])}</title>",
        f'<rect width="800" height="{height}" rx="14" fill="#fcfcfd"/>',
        words([labels["step"]], 110, 40, "middle", bold=True),
        words([labels["seen"]], 330, 40, "middle", bold=True),
        words([labels["runs"]], 620, 40, "middle", bold=True),
        cell("v", 30, 60, 160, *grey),
        cell(f"({SIZE},)", 240, 60, 180, *blue),
        cell(f"x: ({BATCH}, {SIZE})", 470, 60, 300, *green),
        words([labels["in"]], 330, 126, "middle"),
    ]
    y = 146
    for code, seen, operator, result in rows:
        parts.append(cell(code, 30, y, 160, *grey))
        parts.append(cell(str(seen), 240, y, 180, *blue))
        parts.append(cell(f"{operator} → {result}", 470, y, 300, *green))
        y += 56
    parts.append(words([labels["out"]], 330, y + 14, "middle"))
    parts.append(cell("vmap(norm)(x)", 30, y + 34, 160, *grey))
    parts.append(cell(f"({BATCH},)", 470, y + 34, 300, *green))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    """Write both figures."""
    for language, path in files("vmap-shapes"):
        path.write_text(figure(language), encoding="utf-8")


if __name__ == "__main__":
    main()
