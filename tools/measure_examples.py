"""Measures each example of vmap against its own loop: ``python tools/measure_examples.py [NAME ...]``.

Writes ``docs/_data/vmap-examples.json``: the median time of ``batched`` over that of ``loop`` from
one run, and on what it was measured. Operator calls are not stored: each page's doctest counts
them.
"""

import importlib
import json
import platform
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "_data" / "vmap-examples.json"


def median(function, arguments, repeats=7):
    """Return the median seconds of a call, after one that warms up."""
    function(*arguments)
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        function(*arguments)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def main(names):
    """Measure and write; names that are not asked for keep what they have."""
    import torch

    sys.path.insert(0, str(ROOT))
    torch.set_num_threads(1)
    table = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    for name in names or sorted(path.stem for path in (ROOT / "examples/vmap").glob("*.py")):
        module = importlib.import_module(f"examples.vmap.{name}")
        torch.manual_seed(0)
        arguments = module.inputs()
        ratio = median(module.batched, arguments) / median(module.loop, arguments)
        table[name] = {
            "ratio": float(f"{ratio:.2g}"),
            "torch": torch.__version__.partition("+")[0],
            "python": platform.python_version(),
            "machine": f"{platform.machine()}, 1 thread",
        }
        print(f"{name:24}{ratio:8.3f}")
    TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
