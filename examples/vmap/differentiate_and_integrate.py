"""Derivatives and integrals of a damped oscillation, for many rates of damping."""

import numpy as np
import torch
from scipy.integrate import quad
from torch.func import grad, vmap

END = 6.0


def inputs():
    """Return 80 rates of damping, shape (80,), float64."""
    return (torch.linspace(0.05, 2, 80, dtype=torch.float64),)


def wave(t, rate):
    """Return exp(-rate t) cos(3 t) at one time."""
    return torch.exp(-rate * t) * torch.cos(3 * t)


def simpson(function, panels):
    """Return the integral of a function from 0 to END by Simpson's rule."""
    t = torch.linspace(0, END, 2 * panels + 1, dtype=torch.float64)
    y = vmap(function)(t)
    return (y[0] + 4 * y[1::2].sum() + 2 * y[2:-1:2].sum() + y[-1]) * END / (6 * panels)


def integral(rate, panels=64):
    """Return the integral for one rate and an estimate of its error, each a scalar."""
    # Half as many panels have 16 times the error, so the difference shows 15 times of it.
    fine = simpson(lambda t: wave(t, rate), panels)
    coarse = simpson(lambda t: wave(t, rate), panels // 2)
    return fine, (fine - coarse).abs() / 15


def loop(rates):
    """Return integrals and estimates, one rate after the other, each of shape (80,)."""
    return tuple(torch.stack(column) for column in zip(*map(integral, rates), strict=True))


def batched(rates):
    """Return the same in one call: vmap over the rates, with vmap over the times inside."""
    return vmap(integral)(rates)


def draw(path, language="en"):
    """Draw the function, its derivative and its second derivative for one rate."""
    import matplotlib.pyplot as plt

    words = {"en": ("time", "f", "f'", "f''"), "ja": ("時刻", "f", "f'", "f''")}[language]
    t = torch.linspace(0, END, 300, dtype=torch.float64)
    figure, panel = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    function = wave
    for name in words[1:]:
        panel.plot(t, vmap(function, in_dims=(0, None))(t, torch.tensor(0.5)), label=name)
        function = grad(function)
    panel.set(xlabel=words[0])
    panel.legend()
    figure.savefig(path)


def main():
    """Check the derivative by its formula, the integral against SciPy, and the estimate."""
    t = torch.linspace(0, END, 50, dtype=torch.float64)
    rate = torch.tensor(0.5, dtype=torch.float64)
    slope = vmap(grad(wave), in_dims=(0, None))(t, rate)
    assert torch.allclose(
        slope, torch.exp(-rate * t) * (-rate * torch.cos(3 * t) - 3 * torch.sin(3 * t))
    )
    (rates,) = inputs()
    values, estimates = batched(rates)
    assert torch.allclose(values, loop(rates)[0])
    expected = [
        quad(lambda t, r=r: np.exp(-r * t) * np.cos(3 * t), 0, END)[0] for r in rates.tolist()
    ]
    errors = (values - torch.tensor(expected, dtype=torch.float64)).abs()
    assert (errors < 2 * estimates + 1e-12).all()
    print("integral at the rate 0.05:", f"{values[0]:.6f}")
    print("largest error below 1e-5:", bool(errors.max() < 1e-5))
    print("within twice the estimate:", bool((errors < 2 * estimates + 1e-12).all()))


if __name__ == "__main__":
    main()
