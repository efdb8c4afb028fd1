"""Fold each batch norm into the convolution before it."""

import copy

import torch
from torch import nn
from torch.fx import Transformer, symbolic_trace
from torch.nn.utils.fusion import fuse_conv_bn_eval


def folded(conv, norm):
    """Return a convolution that does both: w' = w g / s and b' = (b - m) g / s + c."""
    new = copy.deepcopy(conv)
    factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    bias = torch.zeros_like(norm.running_mean) if conv.bias is None else conv.bias
    new.weight = nn.Parameter(conv.weight * factor[:, None, None, None])
    new.bias = nn.Parameter((bias - norm.running_mean) * factor + norm.bias)
    return new


class FoldBatchNorm(Transformer):
    """Leaves out each batch norm that has its convolution for itself."""

    def __init__(self, module):
        super().__init__(module)
        nodes = list(module.graph.nodes)
        called = [node.target for node in nodes if node.op == "call_module"]
        self.gone = set()
        for node in nodes:
            if not self.is_a(node, nn.BatchNorm2d) or not self.is_a(node.args[0], nn.Conv2d):
                continue
            conv, norm = node.args[0], self.fetch_attr(node.target)
            # Another user would see the values before the norm, another call the folded weights.
            alone = len(conv.users) == 1 and called.count(conv.target) == 1
            if alone and norm.track_running_stats and norm.affine:
                module.set_submodule(conv.target, folded(self.fetch_attr(conv.target), norm))
                self.gone.add(node.target)

    def is_a(self, node, kind):
        """Tell whether a node calls a module of a kind."""
        return node.op == "call_module" and isinstance(self.fetch_attr(node.target), kind)

    def call_module(self, target, args, kwargs):
        """Hand on the convolution's result where the norm was."""
        if target in self.gone:
            return args[0]
        return super().call_module(target, args, kwargs)


def fold_batch_norm(model):
    """Return a new GraphModule; the model keeps its weights. It must be in eval mode."""
    if model.training:
        raise ValueError("in train mode a batch norm uses the batch: call eval() first")
    # set_submodule would change the model, so a copy is traced.
    traced = symbolic_trace(copy.deepcopy(model))
    changed = FoldBatchNorm(traced).transform()
    changed.delete_all_unused_submodules()
    return changed


class Net(nn.Module):
    """Two pairs that can be folded, and one whose convolution has two users."""

    def __init__(self):
        super().__init__()
        self.conv1, self.norm1 = nn.Conv2d(1, 4, 3, bias=False), nn.BatchNorm2d(4)
        self.conv2, self.norm2 = nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4)
        self.conv3, self.norm3 = nn.Conv2d(4, 4, 1), nn.BatchNorm2d(4)

    def forward(self, x):
        """Map shape (N, 1, 8, 8) to (N, 4, 4, 4)."""
        x = torch.relu(self.norm1(self.conv1(x)))
        x = torch.relu(self.norm2(self.conv2(x)))
        y = self.conv3(x)
        return self.norm3(y) + y


def main():
    """Check the outputs, and the weights against torch's own function."""
    torch.manual_seed(0)
    model = Net()
    for _ in range(3):
        model(torch.randn(16, 1, 8, 8))
    model.eval()
    changed = fold_batch_norm(model)
    x = torch.randn(2, 1, 8, 8)
    torch.testing.assert_close(changed(x), model(x))
    expected = fuse_conv_bn_eval(model.conv1, model.norm1)
    torch.testing.assert_close(changed.conv1.weight, expected.weight)
    torch.testing.assert_close(changed.conv1.bias, expected.bias)
    assert not hasattr(changed, "norm1")
    assert hasattr(model, "norm1")
    print("before:", [name for name, _ in model.named_children()])
    print("after:", [name for name, _ in changed.named_children()])


if __name__ == "__main__":
    main()
