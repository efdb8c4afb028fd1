"""Simulate 8-bit weights and activations: round, but go on computing with floats."""

import torch
from torch import nn
from torch.fx import Transformer, symbolic_trace
from torch.nn import functional as F


def rounded(x):
    """Return x on a grid of 255 steps that is symmetric about 0, same shape and dtype."""
    step = x.detach().abs().amax() / 127
    return torch.fake_quantize_per_tensor_affine(x, step, torch.zeros_like(step).int(), -127, 127)


class SimulateQuantisation(Transformer):
    """Rounds the input and the weight of each linear layer."""

    def call_module(self, target, args, kwargs):
        """Write the layer out as a function, for its weight must be rounded on the way."""
        layer = self.fetch_attr(target)
        if not isinstance(layer, nn.Linear):
            return super().call_module(target, args, kwargs)
        weight = self.tracer.create_proxy("get_attr", f"{target}.weight", (), {})
        bias = None
        if layer.bias is not None:
            bias = self.tracer.create_proxy("get_attr", f"{target}.bias", (), {})
        # call_function keeps `rounded` as one node; rounded(weight) would write out its steps.
        x = super().call_function(rounded, args, kwargs)
        weight = super().call_function(rounded, (weight,), {})
        return super().call_function(F.linear, (x, weight, bias), {})


def simulate_quantisation(model):
    """Return a new GraphModule that shares the parameters of the model."""
    return SimulateQuantisation(symbolic_trace(model)).transform()


def by_hand(model, x):
    """Return what the changed model of this script must give."""
    first, _, second = model
    x = F.linear(rounded(x), rounded(first.weight), first.bias).relu()
    return F.linear(rounded(x), rounded(second.weight), second.bias)


def main():
    """Check against the same model written by hand, and the error against its bound."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4))
    changed, x = simulate_quantisation(model), torch.randn(64, 16)
    assert torch.equal(changed(x), by_hand(model, x))
    # Rounding moves a value by half a step at most.
    assert ((rounded(x) - x).abs() <= 1.001 * x.abs().max() / 127 / 2).all()
    error = (changed(x) - model(x)).norm() / model(x).norm()
    assert 0 < error < 0.03
    changed(x).sum().backward()
    print("nodes:", [node.name for node in changed.graph.nodes if node.op == "call_function"])
    print("relative error below 3 %:", bool(error < 0.03))
    print("gradients reach the weights:", model[0].weight.grad is not None)


if __name__ == "__main__":
    main()
