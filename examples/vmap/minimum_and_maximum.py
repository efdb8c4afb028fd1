"""Minimum, maximum, and where: the first time that each of many signals crosses a level."""

import numpy as np
import torch


def inputs():
    """Return 64 random walks of 400 steps, shape (64, 400), float64."""
    generator = torch.Generator().manual_seed(0)
    return (torch.randn(64, 400, generator=generator, dtype=torch.float64).cumsum(-1),)


def extremes(walk, level=10.0):
    """Return minimum, maximum, the place of the maximum, and the first step above level or -1."""
    low, high = torch.aminmax(walk)
    above = (walk > level).int()
    # argmax gives the first of equal values; where there is none, the answer would be 0.
    first = torch.where(above.any(), above.argmax(), -1)
    return low, high, walk.argmax(), first


def loop(walks):
    """Return each of the four, one walk after the other, shape (64,)."""
    return tuple(torch.stack(column) for column in zip(*map(extremes, walks), strict=True))


def batched(walks):
    """Return the same in one call."""
    return torch.vmap(extremes)(walks)


def draw(path, language="en"):
    """Draw three walks, their maxima and their first crossings."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("step", "maximum", "first above 10"),
        "ja": ("ステップ", "最大", "初めて10を超えた点"),
    }
    step, maximum, crossing = words[language]
    (walks,) = inputs()
    _, high, where, first = batched(walks)
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    for row in (0, 1, 2):
        (line,) = panel.plot(walks[row], linewidth=1)
        panel.plot(where[row], high[row], "^", color=line.get_color())
        if first[row] >= 0:
            panel.plot(first[row], walks[row, first[row]], "o", color=line.get_color())
    panel.plot([], [], "k^", label=maximum)
    panel.plot([], [], "ko", label=crossing)
    panel.axhline(10, color="gray", linewidth=1, linestyle="--")
    panel.set(xlabel=step)
    panel.legend(loc="upper left")
    figure.savefig(path)


def main():
    """Check against NumPy, and the crossing against a search in Python."""
    (walks,) = inputs()
    low, high, where, first = batched(walks)
    assert all(map(torch.equal, (low, high, where, first), loop(walks)))
    rows = walks.numpy()
    assert np.array_equal(low, rows.min(1))
    assert np.array_equal(high, rows.max(1))
    assert np.array_equal(where, rows.argmax(1))
    searched = [next((i for i, v in enumerate(row) if v > 10), -1) for row in rows]
    assert first.tolist() == searched
    print("lowest and highest value:", f"{low.min():.1f}, {high.max():.1f}")
    print("walks that cross the level 10:", int((first >= 0).sum()))
    print("first steps above it:", first[:6].tolist())


if __name__ == "__main__":
    main()
