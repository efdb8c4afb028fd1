"""The gamma function and its derivatives: a gamma distribution fitted to each of many samples."""

import numpy as np
import scipy.special
import torch
from torch.func import grad


def inputs():
    """Return 100 samples of 200 values, shape (100, 200), float64; the shape grows from 1 to 6."""
    random = np.random.default_rng(0)
    shapes = np.linspace(1, 6, 100)[:, None]
    return (torch.from_numpy(random.gamma(shapes, 2.0, (100, 200))),)


def digamma(x):
    """Return the derivative of log gamma at one value."""
    return grad(torch.lgamma)(x)


def fit(sample):
    """Return shape k and scale of one sample by maximum likelihood, shape (2,)."""
    # The equation is log(k) - digamma(k) = log(mean) - mean(log).
    target = sample.mean().log() - sample.log().mean()
    # Minka's start; then Newton's method, with a fixed number of steps as vmap needs it.
    k = (3 - target + torch.sqrt((target - 3) ** 2 + 24 * target)) / (12 * target)
    for _ in range(6):
        value = torch.log(k) - digamma(k) - target
        k = k - value / (1 / k - grad(digamma)(k))
    return torch.stack([k, sample.mean() / k])


def loop(samples):
    """Return the fits, one sample after the other, shape (100, 2)."""
    return torch.stack([fit(sample) for sample in samples])


def batched(samples):
    """Return the same in one call."""
    return torch.vmap(fit)(samples)


def draw(path, language="en"):
    """Draw the fitted shape against the true one."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("true shape", "fitted shape"),
        "ja": ("真の形状母数", "推定した形状母数"),
    }[language]
    true = np.linspace(1, 6, 100)
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    panel.plot(true, true, color="gray", linewidth=1)
    panel.scatter(true, batched(*inputs())[:, 0], s=9)
    panel.set(xlabel=words[0], ylabel=words[1])
    figure.savefig(path)


def main():
    """Check the derivatives and the fitted equation against SciPy."""
    x = torch.linspace(0.1, 10, 50, dtype=torch.float64)
    assert np.allclose(torch.vmap(digamma)(x), scipy.special.psi(x.numpy()))
    second = torch.vmap(grad(digamma))(x)
    assert np.allclose(second, scipy.special.polygamma(1, x.numpy()))
    (samples,) = inputs()
    fits = batched(samples)
    assert torch.allclose(fits, loop(samples))
    rows, k = samples.numpy(), fits[:, 0].numpy()
    residual = np.log(k) - scipy.special.psi(k) - np.log(rows.mean(1)) + np.log(rows).mean(1)
    assert np.abs(residual).max() < 1e-10
    print("gamma(5) = 4! =", f"{torch.lgamma(torch.tensor(5.0)).exp():.1f}")
    print("first and last fitted shape:", f"{k[0]:.2f}, {k[-1]:.2f}")
    print("largest residual below 1e-10:", bool(np.abs(residual).max() < 1e-10))


if __name__ == "__main__":
    main()
