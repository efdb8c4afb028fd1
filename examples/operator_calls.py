"""Count the operators that a function runs: one batched call, or one a row."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Counter(TorchDispatchMode):
    """Counts each operator that reaches the dispatcher; ``calls`` is the number so far."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        """Count, then run the operator."""
        self.calls += 1
        return func(*args, **(kwargs or {}))


def operator_calls(function, *args):
    """Return how many operators ``function(*args)`` runs."""
    with Counter() as counter:
        function(*args)
    return counter.calls


def main():
    """Show that vmap makes one call of a hundred."""
    rows = torch.ones(100, 3)
    loop = operator_calls(lambda x: [torch.sin(row) for row in x], rows)
    batched = operator_calls(torch.vmap(torch.sin), rows)
    # The loop also takes the rows apart.
    assert batched == 1
    assert loop > 100
    print(f"sin of 100 rows: {loop} operators in a loop, {batched} with vmap")


if __name__ == "__main__":
    main()
