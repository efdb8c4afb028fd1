"""Draws the figures of the examples of vmap, and small ones for the gallery, in both languages.

``python tools/draw_examples.py [NAME ...]``; each script has a function ``draw(path, language)``.
"""

import importlib
import io
import sys
from pathlib import Path

from figures import FIGURES, FONT, files

ROOT = Path(__file__).resolve().parent.parent
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
}
GALLERY = FIGURES.parent / "gallery"
WIDTH = 320  # pixels; a column of the gallery is about as wide


def tidy(path):
    """Name fonts that other systems have, and leave out the date, which changes each time."""
    text = path.read_text(encoding="utf-8").replace("'Noto Sans CJK JP'", FONT)
    lines = [line.rstrip() for line in text.splitlines() if "<dc:date>" not in line]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def shrink(picture, path):
    """Write a picture as the gallery shows it: a browser may load all of them at once."""
    from PIL import Image

    with Image.open(picture) as image:
        image.thumbnail((WIDTH, WIDTH))
        image.convert("RGB").save(path, quality=50, method=6)


def main(names):
    """Write ``vmap-NAME.svg`` and its small copy, and the same in Japanese (``.ja`` before)."""
    import matplotlib

    matplotlib.use("agg")  # what it writes where no suffix says more
    sys.path.insert(0, str(ROOT))
    GALLERY.mkdir(parents=True, exist_ok=True)
    for name in names or sorted(path.stem for path in (ROOT / "examples/vmap").glob("*.py")):
        module = importlib.import_module(f"examples.vmap.{name}")
        for language, path in files(f"vmap-{name.replace('_', '-')}"):
            picture = io.BytesIO()
            with matplotlib.rc_context(STYLE):
                module.draw(path, language)
                module.draw(picture, language)
            matplotlib.pyplot.close("all")
            tidy(path)
            shrink(picture, GALLERY / path.with_suffix(".webp").name)


if __name__ == "__main__":
    main(sys.argv[1:])
