"""Count the floating-point operations of each layer, with an Interpreter."""

import torch
from torch import nn
from torch.fx import Interpreter, symbolic_trace
from torch.utils.flop_counter import FlopCounterMode


class CountFlops(Interpreter):
    """Runs the model and adds up two operations (multiply, add) for each weight that is used."""

    def __init__(self, module):
        super().__init__(module)
        self.flops = {}

    def call_module(self, target, args, kwargs):
        """Count from the shapes of the real result."""
        result = super().call_module(target, args, kwargs)
        layer = self.fetch_attr(target)
        if isinstance(layer, nn.Linear):
            count = 2 * result.numel() * layer.in_features
        elif isinstance(layer, nn.Conv2d):
            count = 2 * result.numel() * layer.weight[0].numel()
        else:
            return result
        self.flops[target] = self.flops.get(target, 0) + count
        return result


def flops(model, *inputs):
    """Return the operations of each layer by its name."""
    counter = CountFlops(symbolic_trace(model))
    counter.run(*inputs)
    return counter.flops


def network():
    """Return a small network for images of shape (N, 1, 8, 8)."""
    layers = [nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 8, 3, stride=2, groups=2)]
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(32, 10))


def main():
    """Check against torch's own counter, which watches the operators."""
    model, images = network(), torch.ones(2, 1, 8, 8)
    found = flops(model, images)
    with FlopCounterMode(display=False) as counter:
        model(images)
    assert sum(found.values()) == counter.get_total_flops()
    for name, count in found.items():
        print(f"layer {name}: {type(model[int(name)]).__name__}, {count} operations")


if __name__ == "__main__":
    main()
