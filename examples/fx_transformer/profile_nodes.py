"""Time each node of a model, with an Interpreter."""

import statistics
import time

import torch
from torch import nn
from torch.fx import Interpreter, symbolic_trace


class Profiler(Interpreter):
    """Runs the model and keeps the seconds of each node, one number a run."""

    def __init__(self, module):
        super().__init__(module)
        self.seconds = {}

    def run_node(self, n):
        """Time one node; on a GPU, synchronise before each look at the clock."""
        begin = time.perf_counter()
        result = super().run_node(n)
        self.seconds.setdefault(n.name, []).append(time.perf_counter() - begin)
        return result


def profile(model, *inputs, runs=20):
    """Return the share of each node in the time of all, the largest first."""
    profiler = Profiler(symbolic_trace(model))
    for _ in range(runs):
        profiler.run(*inputs)
    medians = {name: statistics.median(all) for name, all in profiler.seconds.items()}
    total = sum(medians.values())
    return {name: medians[name] / total for name in sorted(medians, key=medians.get, reverse=True)}


class Net(nn.Module):
    """One layer that is far larger than the other."""

    def __init__(self):
        super().__init__()
        self.small, self.large = nn.Linear(512, 4), nn.Linear(512, 4096)

    def forward(self, x):
        """Map shape (N, 512) to shapes (N, 4) and (N, 4096)."""
        return self.small(x), self.large(x)


def main():
    """Check that the results stay, that shares add up, and which node costs most."""
    torch.manual_seed(0)
    model, x = Net(), torch.randn(128, 512)
    results = Profiler(symbolic_trace(model)).run(x)
    assert all(torch.equal(a, b) for a, b in zip(results, model(x), strict=True))
    shares = profile(model, x)
    assert abs(sum(shares.values()) - 1) < 1e-9
    print("nodes:", sorted(shares))
    print("costs most:", next(iter(shares)))


if __name__ == "__main__":
    main()
