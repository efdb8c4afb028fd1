"""Put an observer behind each step of a model, to learn the range of its values."""

import copy

import torch
from torch import nn
from torch.fx import Interpreter, Transformer, symbolic_trace


class MinMax(nn.Module):
    """Passes its input on and remembers the smallest and the largest value."""

    def __init__(self):
        super().__init__()
        self.register_buffer("low", torch.tensor(float("inf")))
        self.register_buffer("high", torch.tensor(float("-inf")))

    def forward(self, x):
        """Return x as it is, of any shape."""
        self.low = torch.minimum(self.low, x.detach().amin())
        self.high = torch.maximum(self.high, x.detach().amax())
        return x


class InsertObservers(Transformer):
    """Emits a call of a new MinMax behind each node that computes."""

    def run_node(self, n):
        """Copy the node, then observe it; run_node alone knows the old node's name."""
        result = super().run_node(n)
        if n.op not in ("call_function", "call_method", "call_module"):
            return result
        name = f"observe_{n.name}"
        # transform() takes the submodules from here.
        self.module.add_submodule(name, MinMax())
        return self.tracer.create_proxy("call_module", name, (result,), {})


def with_observers(model):
    """Return a new GraphModule; the model gets no observers."""
    traced = symbolic_trace(model)
    return InsertObservers(copy.deepcopy(traced)).transform()


def ranges(observed):
    """Return the low and high of each observer by the name of the step."""
    return {
        name.removeprefix("observe_"): (module.low.item(), module.high.item())
        for name, module in observed.named_children()
        if isinstance(module, MinMax)
    }


class Values(Interpreter):
    """Keeps the result of each node, as an independent check."""

    def __init__(self, module):
        super().__init__(module)
        self.found = {}

    def run_node(self, n):
        """Keep what the node returned."""
        self.found[n.name] = super().run_node(n)
        return self.found[n.name]


class Net(nn.Module):
    """Two linear layers with a ReLU and a residual."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        """Map shape (N, 4) to (N, 4)."""
        return self.second(torch.relu(self.first(x))) + x


def main():
    """Check that nothing changed but what was seen, and print the steps."""
    torch.manual_seed(0)
    model = Net()
    observed = with_observers(model)
    batches = [torch.randn(8, 4) for _ in range(3)]
    for batch in batches:
        assert torch.equal(observed(batch), model(batch))
    everything = Values(symbolic_trace(model))
    everything.run(torch.cat(batches))
    for name, (low, high) in ranges(observed).items():
        values = everything.found[name]
        torch.testing.assert_close(torch.tensor([low, high]), torch.stack(values.aminmax()))
    print("observed:", list(ranges(observed)))
    print("smallest value after relu:", ranges(observed)["relu"][0])
    print("observers in the model:", any(isinstance(m, MinMax) for m in model.modules()))


if __name__ == "__main__":
    main()
