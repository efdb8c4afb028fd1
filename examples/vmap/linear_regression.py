"""Linear regression, fitted once without each point: all leave-one-out fits in one call."""

import numpy as np
import torch
from sklearn.linear_model import LinearRegression


def inputs():
    """Return the design matrix (40, 2), the values (40,) and the weights of each fit (40, 40)."""
    generator = torch.Generator().manual_seed(0)
    x = torch.linspace(0, 10, 40, dtype=torch.float64)
    noise = torch.randn(40, generator=generator, dtype=torch.float64)
    values = 2 + 0.5 * x + 0.6 * noise
    # One point at the edge is far off, so that it pulls the line down.
    values[38] -= 7
    # Row i is one everywhere but at point i.
    return torch.stack([torch.ones_like(x), x], 1), values, 1 - torch.eye(40, dtype=torch.float64)


def fit(design, values, weights):
    """Return intercept and slope, shape (2,), of the least squares line of the weighted points."""
    # A row of zeros adds nothing to the sum of squares, and the shape stays the same.
    left = design * weights[:, None]
    # Under vmap, lstsq takes the right-hand side as a matrix of one column only.
    right = (values * weights)[:, None]
    return torch.linalg.lstsq(left, right).solution[:, 0]


def loop(design, values, weights):
    """Return the fits, one after the other, shape (40, 2)."""
    return torch.stack([fit(design, values, row) for row in weights])


def batched(design, values, weights):
    """Return the same in one call; only the weights have a batch dimension."""
    return torch.vmap(fit, in_dims=(None, None, 0))(design, values, weights)


def deleted_residuals(design, values):
    """Return each point's distance from the line without it, from one fit alone."""
    # h is the diagonal of the hat matrix Q Q^T, where Q comes from the QR decomposition.
    q = torch.linalg.qr(design).Q
    return (values - q @ (q.T @ values)) / (1 - (q * q).sum(1))


def draw(path, language="en"):
    """Draw the 40 lines, and the slope as it changes with the point that is left out."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("fit without one point", "fit to all", "point left out", "slope"),
        "ja": ("1点を除いた直線", "全点の直線", "除いた点の番号", "傾き"),
    }[language]
    design, values, weights = inputs()
    lines = batched(design, values, weights)
    everything = fit(design, values, torch.ones_like(values))
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for number, line in enumerate(lines):
        label = words[0] if number == 0 else None
        left.plot(design[:, 1], design @ line, color="tab:orange", lw=0.7, alpha=0.6, label=label)
    left.plot(design[:, 1], design @ everything, color="black", lw=1.2, ls="--", label=words[1])
    left.scatter(design[:, 1], values, s=12, zorder=3)
    left.legend(frameon=False, fontsize=10)
    left.set(xlabel="x", ylabel="y")
    right.axhline(everything[1], color="black", lw=1.2, ls="--")
    right.scatter(range(40), lines[:, 1], s=14, color="tab:orange", zorder=3)
    right.set(xlabel=words[2], ylabel=words[3])
    figure.savefig(path)


def main():
    """Check against scikit-learn with the point really removed, and against the closed form."""
    design, values, weights = inputs()
    lines = batched(design, values, weights)
    assert torch.allclose(lines, loop(design, values, weights))
    for left_out in range(40):
        kept = np.arange(40) != left_out
        model = LinearRegression().fit(design[kept, 1:].numpy(), values[kept].numpy())
        expected = torch.tensor([model.intercept_, model.coef_[0]])
        assert torch.allclose(lines[left_out], expected)
    misses = values - (design * lines).sum(1)
    assert torch.allclose(misses, deleted_residuals(design, values))
    slope = fit(design, values, torch.ones_like(values))[1]
    strongest = int((lines[:, 1] - slope).abs().argmax())
    print("fits:", tuple(lines.shape))
    print(f"slope with all points: {slope:.3f}")
    print(f"largest change: without point {strongest}, slope {lines[strongest, 1]:.3f}")
    print(f"leave-one-out error: {misses.square().mean().sqrt():.3f}")


if __name__ == "__main__":
    main()
