"""Draws the figures of the examples of vmap in both languages.

``python tools/draw_examples.py [NAME ...]``; each script has a function ``draw(path, language)``.
"""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "_static" / "figures"
# Text stays text, in a font that has both scripts; the light ground also serves the dark theme.
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "seigo",
    "font.family": ["Noto Sans CJK JP"],
    "font.size": 12,
    "figure.facecolor": "#fcfcfd",
    "axes.facecolor": "#fcfcfd",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "savefig.format": "svg",
}
FONTS = "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic',Meiryo,sans-serif"


def tidy(path):
    """Name fonts that other systems have, and leave out the date, which changes each time."""
    text = path.read_text(encoding="utf-8").replace("'Noto Sans CJK JP'", FONTS)
    lines = [line.rstrip() for line in text.splitlines() if "<dc:date>" not in line]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(names):
    """Write ``vmap-NAME.svg`` and ``vmap-NAME.ja.svg``."""
    import matplotlib

    matplotlib.use("svg")
    sys.path.insert(0, str(ROOT))
    for name in names or sorted(path.stem for path in (ROOT / "examples/vmap").glob("*.py")):
        module = importlib.import_module(f"examples.vmap.{name}")
        for language, suffix in (("en", ".svg"), ("ja", ".ja.svg")):
            path = FIGURES / f"vmap-{name.replace('_', '-')}{suffix}"
            with matplotlib.rc_context(STYLE):
                module.draw(path, language)
            matplotlib.pyplot.close("all")
            tidy(path)


if __name__ == "__main__":
    main(sys.argv[1:])
