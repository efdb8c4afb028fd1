"""Add a low-rank adapter to each linear layer, in a model with shared parts."""

import copy

import torch
from torch import nn
from torch.fx import Transformer, symbolic_trace


class Adapter(nn.Module):
    """Returns up(down(x)) of rank r; ``up`` starts at 0, so that it changes nothing at first."""

    def __init__(self, linear, rank):
        super().__init__()
        self.down = nn.Linear(linear.in_features, rank, bias=False)
        self.up = nn.Linear(rank, linear.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        """Map shape (..., in) to (..., out)."""
        return self.up(self.down(x))


class AddAdapters(Transformer):
    """Emits layer(x) + adapter(x), with one adapter for each layer, not for each call."""

    def __init__(self, module, rank):
        super().__init__(module)
        self.rank, self.adapters = rank, {}

    def call_module(self, target, args, kwargs):
        """Add the adapter of a linear layer to its result."""
        result = super().call_module(target, args, kwargs)
        layer = self.fetch_attr(target)
        if not isinstance(layer, nn.Linear):
            return result
        # Two names may mean one layer: the layer itself is the key.
        if layer not in self.adapters:
            self.adapters[layer] = f"adapter_{target.replace('.', '_')}"
            self.module.add_submodule(self.adapters[layer], Adapter(layer, self.rank))
        added = self.tracer.create_proxy("call_module", self.adapters[layer], args, kwargs)
        return result + added


def with_adapters(model, rank):
    """Return a new GraphModule on a copy of the model; only the adapters are to be trained."""
    # deepcopy keeps the sharing: one memory for what was one object.
    traced = symbolic_trace(copy.deepcopy(model)).requires_grad_(False)
    return AddAdapters(traced, rank).transform()


class Net(nn.Module):
    """A block that is called twice, and a head whose weight is that of the embedding."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.block = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
        self.head = nn.Linear(4, 10, bias=False)
        self.head.weight = self.embedding.weight

    def forward(self, index):
        """Map shape (N,) to (N, 10)."""
        return self.head(self.block(self.block(self.embedding(index))))


def merged(model, changed):
    """Return a copy of the model with the adapters added into the weights."""
    result = copy.deepcopy(model)
    layer, head = changed.adapter_block_0, changed.adapter_head
    with torch.no_grad():
        result.block[0].weight += layer.up.weight @ layer.down.weight
        # The embedding must not get the head's adapter.
        result.head.weight = nn.Parameter(model.head.weight + head.up.weight @ head.down.weight)
    return result


def main():
    """Check that nothing changes at first, that sharing is kept, and training against merging."""
    torch.manual_seed(0)
    model, index = Net(), torch.arange(10)
    changed = with_adapters(model, rank=2)
    assert torch.equal(changed(index), model(index))
    assert changed.head.weight is changed.embedding.weight
    before = [parameter.clone() for parameter in model.parameters()]
    trained = [p for p in changed.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(trained, lr=0.5)
    for _ in range(20):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(changed(index), index.flip(0))
        loss.backward()
        optimizer.step()
    assert (changed(index) - model(index)).abs().max() > 0.1
    torch.testing.assert_close(changed(index), merged(model, changed)(index))
    assert all(map(torch.equal, before, model.parameters()))
    print("adapters:", [name for name, m in changed.named_children() if isinstance(m, Adapter)])
    print("trained parameters:", sum(p.numel() for p in trained))
    print("embedding and head still share:", changed.head.weight is changed.embedding.weight)


if __name__ == "__main__":
    main()
