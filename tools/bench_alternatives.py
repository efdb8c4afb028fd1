"""Times the ways of ``examples/compare/alternatives.py`` side by side, in one run.

``python tools/bench_alternatives.py [--write]`` prints a table of ratios to the loop; with
``--write`` it also stores them in ``docs/_data/alternatives.json`` and draws the figures.
"""

import json
import platform
import shutil
import sys
import time
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
TABLE = ROOT / "docs" / "_data" / "alternatives.json"
SIZES = (1, 10, 100, 1000, 10000)
SHORTEST = 0.02  # seconds that a measurement lasts, so that the clock's steps do not count
# A way has the same look in each figure.
LOOKS = {
    "broadcasting": ("#1f5fa8", "o"),
    "bmm": ("#1f5fa8", "o"),
    "by hand": ("#1f5fa8", "o"),
    "einsum": ("#4a5563", "*"),
    "torch.vmap": ("#b3362b", "s"),
    "torch.compile": ("#2f7a3b", "D"),
    "TorchScript": ("#8a5a00", "^"),
    "numba": ("#6b3fa0", "v"),
    "HIPS autograd": ("#00736f", "P"),
    "JAX": ("#8c2f6b", "X"),
}


def seconds(function, arguments):
    """Return the best mean time of a call, after one that compiles and warms up."""
    import jax

    jax.block_until_ready(function(*arguments))
    repeats, best = 1, None
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(repeats):
            jax.block_until_ready(function(*arguments))
        spent = time.perf_counter() - begin
        best = min(best or spent / repeats, spent / repeats)
        repeats = max(repeats, int(SHORTEST / best) + 1)
    return best


def measure():
    """Return the table: versions, machine and for each job and way the ratios to the loop."""
    import torch

    from examples.compare import alternatives

    torch.set_num_threads(1)
    backend = "inductor" if shutil.which("g++") else "aot_eager"
    names = ("torch", "numba", "autograd", "jax", "numpy")
    table = {
        "sizes": SIZES,
        "backend": backend,
        "machine": f"{platform.machine()}, 1 thread, Python {platform.python_version()}",
        "versions": {name: version(name).partition("+")[0] for name in names},
        "ratios": {},
    }
    for job, functions in alternatives.ways(backend).items():
        rows = table["ratios"][job] = {way: [] for way in functions}
        for size in SIZES:
            tensors = alternatives.inputs(job, size)
            times = {
                way: seconds(function, alternatives.converted(way, tensors))
                for way, function in functions.items()
            }
            for way, spent in times.items():
                rows[way].append(float(f"{spent / times['loop']:.2g}"))
    return table


def show(table):
    """Print the ratios."""
    for job, rows in table["ratios"].items():
        print(f"{job}: time over that of the loop, at a batch of")
        print(f"{'':16}" + "".join(f"{size:>10}" for size in table["sizes"]))
        for way, ratios in rows.items():
            print(f"{way:16}" + "".join(f"{ratio:10.3g}" for ratio in ratios))


def draw(table):
    """Draw one figure a job and language."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    from draw_examples import STYLE, tidy
    from figures import files

    labels = {"en": ("batch size", "time / loop"), "ja": ("バッチサイズ", "時間 / ループ")}
    for job, rows in table["ratios"].items():
        for language, path in files(f"alternatives-{job.replace(' ', '-')}"):
            with matplotlib.rc_context(STYLE):
                figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
                for way, (colour, marker) in LOOKS.items():
                    if way in rows:
                        look = {"color": colour, "marker": marker, "label": way}
                        axes.loglog(table["sizes"], rows[way], **look)
                axes.axhline(1, color="#4a5563", linestyle="--", linewidth=1)
                axes.set(xlabel=labels[language][0], ylabel=labels[language][1])
                figure.legend(loc="outside right")
                figure.savefig(path)
            plt.close(figure)
            tidy(path)


def main():
    """Measure, print, and store if asked."""
    table = measure()
    show(table)
    if "--write" in sys.argv:
        TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
        draw(table)


if __name__ == "__main__":
    main()
