"""A system of differential equations for many starts and parameters at once: hares and lynxes."""

import numpy as np
import torch
from scipy.integrate import solve_ivp

END, STEPS = 20.0, 800


def inputs():
    """Return 60 starts, shape (60, 2), and growth rates, shape (60,), float64."""
    generator = torch.Generator().manual_seed(0)
    kind = {"generator": generator, "dtype": torch.float64}
    return 0.5 + 1.5 * torch.rand(60, 2, **kind), 0.8 + 0.4 * torch.rand(60, **kind)


def velocity(state, growth):
    """Return the change of hares and lynxes a unit of time, shape (2,): Lotka and Volterra."""
    hares, lynxes = state
    return torch.stack([growth * hares - hares * lynxes, hares * lynxes - lynxes])


def step(state, growth, dt):
    """Return the state a time dt later, shape (2,), by the classical Runge-Kutta method."""
    a = velocity(state, growth)
    b = velocity(state + dt / 2 * a, growth)
    c = velocity(state + dt / 2 * b, growth)
    d = velocity(state + dt * c, growth)
    return state + dt / 6 * (a + 2 * b + 2 * c + d)


def solve(stepper, state, growth, steps):
    """Return all states, shape (steps + 1, ...): a loop over time, which vmap cannot remove."""
    states = [state]
    for _ in range(steps):
        states.append(stepper(states[-1], growth, END / steps))
    return torch.stack(states)


def loop(starts, growths, steps=40):
    """Return the last states, one start after the other, shape (60, 2)."""
    rows = zip(starts, growths, strict=True)
    return torch.stack([solve(step, start, growth, steps)[-1] for start, growth in rows])


def batched(starts, growths, steps=40):
    """Return the same with one step for all starts at a time."""
    return solve(torch.vmap(step, in_dims=(0, 0, None)), starts, growths, steps)[-1]


def draw(path, language="en"):
    """Draw the orbits of eight starts."""
    import matplotlib.pyplot as plt

    words = {"en": ("hares", "lynxes"), "ja": ("ノウサギ", "オオヤマネコ")}[language]
    starts, growths = inputs()
    orbits = solve(torch.vmap(step, in_dims=(0, 0, None)), starts[:8], growths[:8], STEPS)
    figure, panel = plt.subplots(figsize=(5.5, 3.6), layout="constrained")
    panel.plot(orbits[..., 0], orbits[..., 1], linewidth=1)
    panel.plot(starts[:8, 0], starts[:8, 1], "k.", markersize=5)
    panel.set(xlabel=words[0], ylabel=words[1])
    figure.savefig(path)


def exact(start, growth):
    """Return the last state by SciPy with a tight tolerance, shape (2,)."""

    def change(_, y):
        return [growth * y[0] - y[0] * y[1], y[0] * y[1] - y[1]]

    return solve_ivp(change, (0, END), start, method="DOP853", rtol=1e-10, atol=1e-12).y[:, -1]


def main():
    """Check against SciPy, and that half the step has a sixteenth of the error."""
    starts, growths = inputs()
    assert torch.allclose(batched(starts, growths)[:6], loop(starts[:6], growths[:6]))
    rows = zip(starts.tolist(), growths.tolist(), strict=True)
    expected = torch.from_numpy(np.stack([exact(*row) for row in rows]))
    errors = [(batched(starts, growths, n) - expected).abs().max().item() for n in (400, 800)]
    assert errors[1] < 1e-6
    # The method is of fourth order.
    assert 14 < errors[0] / errors[1] < 18
    print("starts:", len(starts))
    print("error with 800 steps below 1e-6:", errors[1] < 1e-6)
    print("twice the step, error times", round(errors[0] / errors[1]))


if __name__ == "__main__":
    main()
