"""Write operators out as simpler ones, for a target that knows only a few."""

import torch
from torch import nn
from torch.fx import Transformer, symbolic_trace
from torch.nn import functional as F


def silu(input, inplace=False):
    """Return x times its logistic function, same shape."""
    return input * torch.sigmoid(input)


def softmax(input, dim, dtype=None):
    """Return the softmax along dim; without the maximum large values would overflow."""
    powers = torch.exp(input - input.amax(dim, keepdim=True))
    return powers / powers.sum(dim, keepdim=True)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Return x with mean 0 and variance 1 over the last dimensions, then scaled and shifted."""
    dims = tuple(range(-len(normalized_shape), 0))
    centred = input - input.mean(dims, keepdim=True)
    result = centred * torch.rsqrt((centred * centred).mean(dims, keepdim=True) + eps)
    result = result if weight is None else result * weight
    return result if bias is None else result + bias


RULES = {F.silu: silu, torch.softmax: softmax, F.layer_norm: layer_norm}


class Decompose(Transformer):
    """Calls the rule instead of the operator: its steps become nodes, since it gets Proxies."""

    def call_function(self, target, args, kwargs):
        """Call the rule of the target; super().call_function(rule, ...) would emit one node."""
        if target in RULES:
            return RULES[target](*args, **kwargs)
        return super().call_function(target, args, kwargs)


class IntoModules(torch.fx.Tracer):
    """Traces into the modules whose forward calls a function that has a rule."""

    def is_leaf_module(self, m, module_qualified_name):
        """Keep all other modules of torch.nn whole."""
        if isinstance(m, (nn.SiLU, nn.LayerNorm)):
            return False
        return super().is_leaf_module(m, module_qualified_name)


def decompose(model):
    """Return a new GraphModule without the operators in RULES."""
    traced = torch.fx.GraphModule(model, IntoModules().trace(model))
    return Decompose(traced).transform()


class Net(nn.Module):
    """A layer norm, an activation and a softmax."""

    def __init__(self):
        super().__init__()
        self.norm, self.act = nn.LayerNorm(6), nn.SiLU()

    def forward(self, x):
        """Map shape (N, 6) to (N, 6)."""
        return torch.softmax(self.act(self.norm(x)), dim=-1)


def operators(module):
    """Return the names of the functions and methods in a graph."""
    calls = [n.target for n in module.graph.nodes if n.op in ("call_function", "call_method")]
    return sorted({call if isinstance(call, str) else call.__name__ for call in calls})


def main():
    """Check the results, also on large values, and print the operators."""
    torch.manual_seed(0)
    model = Net()
    nn.init.normal_(model.norm.weight, 1.0, 50.0)
    changed, x = decompose(model), 1000 * torch.randn(5, 6)
    torch.testing.assert_close(changed(x), model(x))
    traced = torch.fx.GraphModule(model, IntoModules().trace(model))
    assert not set(operators(changed)) & {"silu", "softmax", "layer_norm"}
    print("before:", operators(traced))
    print("after:", operators(changed))
    print("parameters:", sorted(name for name, _ in changed.named_parameters()))
    # A module that stays a leaf is not seen by call_function.
    assert symbolic_trace(model).graph.find_nodes(op="call_module", target="norm")


if __name__ == "__main__":
    main()
