"""Sixteen small networks trained at once; where they disagree, the data say little."""

import copy

import numpy as np
import torch
from torch import nn
from torch.func import functional_call, stack_module_state

STEPS = 150


def inputs():
    """Return x and y (48, 1), the rows that each network sees (16, 48), and the networks."""
    generator = torch.Generator().manual_seed(0)
    x = torch.rand(48, 1, generator=generator, dtype=torch.float64)
    # No point lies between -0.2 and 0.4.
    x = torch.where(x < 0.5, -1 + 1.6 * x, -0.2 + 1.2 * x)
    noise = torch.randn(48, 1, generator=generator, dtype=torch.float64)
    y = torch.sin(4 * x) + 0.1 * noise
    # A bootstrap sample: 48 rows drawn with replacement.
    rows = torch.randint(48, (16, 48), generator=generator)
    networks = [network(seed) for seed in range(16)]
    return x, y, rows, networks


def network(seed):
    """Return an untrained network with 20 hidden units."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1)).double()


def error(predictions, y):
    """Return the mean squared error, a scalar."""
    return (predictions - y).square().mean()


def loop(x, y, rows, networks, steps=STEPS):
    """Train one network after the other; return the trained parameters, stacked by name."""
    trained = copy.deepcopy(networks)
    for one, mine in zip(trained, rows, strict=True):
        optimizer = torch.optim.Adam(one.parameters(), lr=0.05)
        for _ in range(steps):
            optimizer.zero_grad()
            error(one(x[mine]), y[mine]).backward()
            optimizer.step()
    return detached(stack_module_state(trained)[0])


def batched(x, y, rows, networks, steps=STEPS):
    """Train all of them at once; return the same."""
    parameters, _ = stack_module_state(networks)

    def error_of_one(own, mine):
        return error(functional_call(networks[0], own, x[mine]), y[mine])

    # Adam treats each number by itself, so that one optimizer serves the whole stack.
    optimizer = torch.optim.Adam(parameters.values(), lr=0.05)
    for _ in range(steps):
        optimizer.zero_grad()
        # The sum, not the mean: no network's gradient may depend on how many there are.
        torch.vmap(error_of_one)(parameters, rows).sum().backward()
        optimizer.step()
    return detached(parameters)


def detached(parameters):
    """Return the parameters without their history."""
    return {name: value.detach() for name, value in parameters.items()}


def predict(parameters, x):
    """Return what each network predicts at x, shape (16, len(x))."""
    blank = network(0)
    return torch.vmap(lambda own: functional_call(blank, own, x)[:, 0])(parameters).detach()


def numpy_gradients(x, y, hidden, bias, out, out_bias):
    """Return the gradients of the error by the chain rule, written down for two layers."""
    active = np.tanh(x @ hidden.T + bias)
    slope = 2 * (active @ out.T + out_bias - y) / len(x)
    inner = slope @ out * (1 - active**2)
    return inner.T @ x, inner.sum(0), slope.T @ active, slope.sum(0)


def draw(path, language="en"):
    """Draw the curves of all networks, and how far they lie apart."""
    import matplotlib.pyplot as plt

    words = {
        "en": ("one network", "mean", "data", "standard deviation"),
        "ja": ("各ネットワーク", "平均", "データ", "標準偏差"),
    }[language]
    x, y, rows, networks = inputs()
    grid = torch.linspace(-1.5, 1.5, 121, dtype=torch.float64)
    curves = predict(batched(x, y, rows, networks), grid[:, None])
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for number, curve in enumerate(curves):
        label = words[0] if number == 0 else None
        left.plot(grid, curve, color="tab:orange", lw=0.7, alpha=0.7, label=label)
    left.plot(grid, curves.mean(0), color="black", lw=2, label=words[1])
    left.scatter(x, y, s=10, zorder=3, label=words[2])
    left.legend(frameon=False, fontsize=10)
    left.set(xlabel="x", ylabel="y")
    right.plot(grid, curves.std(0), color="tab:orange")
    right.plot(x[:, 0], torch.zeros(48), "|", color="tab:blue")
    right.set(xlabel="x", ylabel=words[3])
    figure.savefig(path)


def main():
    """Check the gradients against NumPy, and the training against a loop without vmap."""
    x, y, rows, networks = inputs()
    before, _ = stack_module_state(networks)
    own = torch.func.grad(lambda p, r: error(functional_call(networks[0], p, x[r]), y[r]))
    gradients = torch.vmap(own)(detached(before), rows)
    for number, mine in enumerate(rows):
        numbers = [value.numpy() for value in networks[number].state_dict().values()]
        expected = numpy_gradients(x[mine].numpy(), y[mine].numpy(), *numbers)
        for found, wanted in zip(gradients.values(), expected, strict=True):
            assert np.allclose(found[number].numpy(), wanted, rtol=1e-7, atol=1e-12)
    after = batched(x, y, rows, networks)
    torch.testing.assert_close(after, loop(x, y, rows, networks), rtol=1e-6, atol=1e-6)
    print("first layer:", tuple(after["0.weight"].shape))
    for name, parameters in (("before", before), ("after", after)):
        root = error(predict(parameters, x), y[:, 0]).sqrt()
        print(f"root of the mean squared error {name}: {root:.2f}")
    places = torch.tensor([[-0.6], [0.1], [0.7], [1.5]], dtype=torch.float64)
    spread = predict(after, places).std(0)
    print("disagreement at -0.6, 0.1, 0.7, 1.5:", [round(s, 2) for s in spread.tolist()])


if __name__ == "__main__":
    main()
