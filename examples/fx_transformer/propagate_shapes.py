"""Write the shape of each result beside its node, with an Interpreter."""

import torch
from torch import nn
from torch.fx import Interpreter, symbolic_trace
from torch.fx.passes.shape_prop import ShapeProp


class PropagateShapes(Interpreter):
    """Runs the model and keeps the shape and the dtype of each tensor in the node's meta."""

    def run_node(self, n):
        """Run the node, then look at what came out; name the node where it fails."""
        try:
            result = super().run_node(n)
        except Exception as error:
            error.add_note(f"at node {n.name}: {n.op} of {n.target}")
            raise
        if isinstance(result, torch.Tensor):
            n.meta["shape"], n.meta["dtype"] = tuple(result.shape), result.dtype
        return result


def with_shapes(model, *inputs):
    """Return the traced model; its nodes hold the shapes for these inputs."""
    traced = symbolic_trace(model)
    PropagateShapes(traced).run(*inputs)
    return traced


class Net(nn.Module):
    """A convolution, a pooling and a linear layer."""

    def __init__(self):
        super().__init__()
        self.conv, self.head = nn.Conv2d(1, 4, 3), nn.Linear(36, 10)

    def forward(self, x):
        """Map shape (N, 1, 8, 8) to (N, 10)."""
        x = torch.max_pool2d(self.conv(x).relu(), 2)
        return self.head(x.flatten(1))


def main():
    """Check against torch's own pass, and show where a wrong input fails."""
    model, images = Net(), torch.ones(2, 1, 8, 8)
    traced = with_shapes(model, images)
    other = symbolic_trace(model)
    ShapeProp(other).propagate(images)
    for node, same in zip(traced.graph.nodes, other.graph.nodes, strict=True):
        assert node.meta["shape"] == tuple(same.meta["tensor_meta"].shape)
        print(f"{node.name:12}{node.meta['shape']}")
    try:
        with_shapes(model, torch.ones(2, 1, 9, 12))
    except RuntimeError as error:
        # Only now, not while tracing: tracing knows no shapes.
        print(error.__notes__[0])


if __name__ == "__main__":
    main()
