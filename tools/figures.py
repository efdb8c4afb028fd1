"""What the scripts that draw figures share: where the files go, and in which font."""

from pathlib import Path

FIGURES = Path(__file__).resolve().parent.parent / "docs" / "_static" / "figures"
FONT = "'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, sans-serif"


def files(name):
    """Return ``(language, path)`` of both figures of a name, in a folder that exists."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    # The English one has no language in its name, as Sphinx wants it.
    return [("en", FIGURES / f"{name}.svg"), ("ja", FIGURES / f"{name}.ja.svg")]
