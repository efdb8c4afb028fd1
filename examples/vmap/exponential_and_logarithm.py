"""Exponentials and logarithms without overflow: how likely each value is under a mixture."""

import numpy as np
import torch
from scipy.special import logsumexp
from scipy.stats import norm

MEANS = torch.tensor([-2.0, 0.5, 3.0], dtype=torch.float64)
SCALES = torch.tensor([0.5, 1.0, 0.2], dtype=torch.float64)
WEIGHTS = torch.tensor([0.3, 0.5, 0.2], dtype=torch.float64)


def inputs():
    """Return 400 values from -60 to 60, shape (400,), float64."""
    return (torch.linspace(-60, 60, 400, dtype=torch.float64),)


def terms(x):
    """Return the logarithm of each weighted normal density at one value, shape (3,)."""
    z = (x - MEANS) / SCALES
    return WEIGHTS.log() - SCALES.log() - z * z / 2 - 0.5 * np.log(2 * np.pi)


def log_density(x):
    """Return log(sum(exp(terms))) of one value; the largest term is taken out first."""
    values = terms(x)
    largest = values.max()
    return largest + (values - largest).exp().sum().log()


def loop(x):
    """Return the logarithms, one value after the other, shape (400,)."""
    return torch.stack([log_density(value) for value in x])


def batched(x):
    """Return the same in one call."""
    return torch.vmap(log_density)(x)


def naive(x):
    """Return the same by the formula as it stands: exp gives 0 and log(0) is -inf."""
    return torch.vmap(lambda value: terms(value).exp().sum().log())(x)


def draw(path, language="en"):
    """Draw both logarithms; the naive one ends where it is -inf."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("value", "logarithm of the density", "largest term taken out", "naive"),
        "ja": ("値", "密度の対数", "最大項を引いて計算", "そのまま計算"),
    }[language]
    (x,) = inputs()
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    panel.plot(x, batched(x), label=words[2])
    panel.plot(x, naive(x), linewidth=4, alpha=0.5, label=words[3])
    panel.set(xlabel=words[0], ylabel=words[1])
    panel.legend()
    figure.savefig(path)


def main():
    """Check against SciPy, and count where the naive formula gives -inf."""
    (x,) = inputs()
    found = batched(x)
    assert torch.allclose(found, loop(x))
    parts = norm.logpdf(x.numpy()[:, None], MEANS.numpy(), SCALES.numpy())
    assert np.allclose(found, logsumexp(parts, axis=1, b=WEIGHTS.numpy()))
    assert torch.allclose(found, torch.vmap(lambda v: torch.logsumexp(terms(v), 0))(x))
    lost = naive(x).isinf()
    # The gradient of the stable formula is finite everywhere.
    assert torch.vmap(torch.func.grad(log_density))(x).isfinite().all()
    print("lowest logarithm:", f"{found.min():.1f}")
    print("naive formula gives -inf for", int(lost.sum()), "of", len(x), "values")


if __name__ == "__main__":
    main()
