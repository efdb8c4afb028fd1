"""Replace ReLU by GELU, however the model calls it."""

import torch
from torch import nn
from torch.fx import Transformer, symbolic_trace
from torch.nn import functional as F


class ReluToGelu(Transformer):
    """Emits a call of gelu for each call of relu."""

    def call_function(self, target, args, kwargs):
        """Replace torch.relu and functional.relu, whose argument inplace gelu does not know."""
        if target in (torch.relu, F.relu):
            return super().call_function(F.gelu, args[:1] or (kwargs["input"],), {})
        return super().call_function(target, args, kwargs)

    def call_method(self, target, args, kwargs):
        """Replace the method x.relu()."""
        if target == "relu":
            return super().call_function(F.gelu, args, {})
        return super().call_method(target, args, kwargs)

    def call_module(self, target, args, kwargs):
        """Replace the module nn.ReLU."""
        if isinstance(self.fetch_attr(target), nn.ReLU):
            return super().call_function(F.gelu, args, {})
        return super().call_module(target, args, kwargs)


class Net(nn.Module):
    """Calls its activation in four ways."""

    def __init__(self, relu=None):
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(4))
        self.act = nn.ReLU()
        self.relu = relu

    def forward(self, x):
        """Map shape (N, 4) to (N, 4)."""
        a, b, c, d = self.layers
        if self.relu:
            # The model as it would be written by hand.
            return self.relu(d(self.relu(c(self.relu(b(self.relu(a(x))))))))
        x = self.act(a(x))
        x = torch.relu(b(x))
        x = F.relu(c(x), inplace=True)
        return d(x).relu()


def relu_to_gelu(model):
    """Return a new GraphModule that shares the parameters of the model."""
    return ReluToGelu(symbolic_trace(model)).transform()


def main():
    """Check against the model written by hand, and print the new code."""
    changed, by_hand = relu_to_gelu(Net()), Net(relu=F.gelu)
    x = torch.randn(3, 4)
    torch.testing.assert_close(changed(x), by_hand(x))
    calls = [node.target.__name__ for node in changed.graph.nodes if node.op == "call_function"]
    assert calls == ["gelu"] * 4
    print("calls of functions:", calls)
    print("still a submodule:", hasattr(changed, "act"))


if __name__ == "__main__":
    main()
