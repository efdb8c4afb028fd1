"""Histogram of each row of a batch, without torch.histc."""

import numpy as np
import torch

EDGES = torch.linspace(-3, 3, 13)


def inputs():
    """Return 64 samples, shape (64, 500): the mean grows from row to row."""
    generator = torch.Generator().manual_seed(0)
    noise = torch.randn(64, 500, generator=generator)
    return (noise + torch.linspace(-1, 1, 64)[:, None],)


def histogram(row):
    """Return the counts of one row, shape (12,); what lies outside the edges is left out."""
    # A comparison with all edges has a fixed shape, as vmap needs it.
    below = (row[:, None] < EDGES).sum(0)
    counts = below.diff()
    # The last bin holds its right edge, as in NumPy.
    return counts + torch.nn.functional.pad((row == EDGES[-1]).sum()[None], (len(EDGES) - 2, 0))


def loop(rows):
    """Return the histograms, one row after the other, shape (64, 12)."""
    return torch.stack([histogram(row) for row in rows])


def batched(rows):
    """Return the same in one call."""
    return torch.vmap(histogram)(rows)


def draw(path, language="en"):
    """Draw the histograms of the first, the middle and the last row."""
    import matplotlib.pyplot as plt

    counts = batched(*inputs())
    words = {"en": ("row", "value", "count"), "ja": ("行", "値", "個数")}[language]
    figure, panels = plt.subplots(1, 3, figsize=(8, 2.8), sharey=True, layout="constrained")
    for panel, row in zip(panels, (0, 32, 63), strict=True):
        panel.stairs(counts[row].numpy(), EDGES.numpy(), fill=True)
        panel.set(title=f"{words[0]} {row}", xlabel=words[1])
    panels[0].set_ylabel(words[2])
    figure.savefig(path)


def main():
    """Check against NumPy and print."""
    (rows,) = inputs()
    counts = batched(rows)
    expected = np.stack([np.histogram(row, EDGES)[0] for row in rows.numpy()])
    assert (counts.numpy() == expected).all()
    assert torch.equal(counts, loop(rows))
    print("shape:", tuple(counts.shape))
    print("first row:", counts[0].tolist())
    print("outside the edges:", rows.numel() - int(counts.sum()))


if __name__ == "__main__":
    main()
