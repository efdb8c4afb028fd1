"""Cast the inputs of a model to the dtype of its weights."""

import torch
from torch import nn
from torch.fx import Transformer, symbolic_trace


class CastInputs(Transformer):
    """Emits a cast behind the placeholders that are named."""

    def __init__(self, module, dtype, names):
        super().__init__(module)
        self.dtype, self.names = dtype, names

    def placeholder(self, target, args, kwargs):
        """Return the cast input, so that all later nodes use it."""
        value = super().placeholder(target, args, kwargs)
        return value.to(self.dtype) if target in self.names else value


def cast_inputs(model, dtype, *names):
    """Return a new GraphModule whose inputs of these names are cast to dtype."""
    traced = symbolic_trace(model)
    known = [node.target for node in traced.graph.nodes if node.op == "placeholder"]
    if unknown := set(names) - set(known):
        raise ValueError(f"no input {min(unknown)}; there are {', '.join(known)}")
    return CastInputs(traced, dtype, names).transform()


class Net(nn.Module):
    """Takes values, and the indices of an embedding, which must stay integers."""

    def __init__(self):
        super().__init__()
        self.linear, self.embedding = nn.Linear(3, 3), nn.Embedding(5, 3)

    def forward(self, values, index):
        """Map shapes (N, 3) and (N,) to (N, 3)."""
        return self.linear(values) + self.embedding(index)


def main():
    """Check against a cast by hand; without one the model refuses float64."""
    torch.manual_seed(0)
    model, index = Net(), torch.tensor([0, 4])
    values = torch.randn(2, 3, dtype=torch.float64)
    try:
        model(values, index)
    except RuntimeError as error:
        print("before:", error)
    changed = cast_inputs(model, torch.float32, "values")
    assert torch.equal(changed(values, index), model(values.float(), index))
    print("after:", changed(values, index).dtype)
    try:
        cast_inputs(model, torch.float32, "value")
    except ValueError as error:
        print("a wrong name:", error)


if __name__ == "__main__":
    main()
