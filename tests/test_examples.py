"""Every script in ``examples/`` runs by itself, and a page shows it."""

import ast
import contextlib
import io
import multiprocessing
import os
import re
import runpy
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import code_comments
import pages
from run_pages import SLOW_IMPORTS

INCLUDED = re.compile(r"^`{3,}\{literalinclude\} (\S+)$", re.MULTILINE)
EXAMPLES = pages.ROOT / "examples"


def scripts(folder=EXAMPLES):
    """Return each script by its path below ``folder``."""
    return sorted(path for path in folder.rglob("*.py") if path.name != "__init__.py")


def unfit(path):
    """Say what a script lacks to be run, imported and downloaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    faults = [] if ast.get_docstring(tree) else [f"{path.name}: no docstring"]
    if "main" not in functions or len(functions) < 2:
        faults.append(f"{path.name}: wants a main() and functions beside it")
    if not any(isinstance(node, ast.Assert) for node in ast.walk(tree)):
        faults.append(f"{path.name}: asserts nothing")
    # A docstring of several lines is not offered to translators.
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            text = ast.get_docstring(node, clean=False)
            if text and not code_comments.is_docstring(f'"""{text}"""'):
                faults.append(f"{path.name}: docstring of more than one plain line: {text[:40]!r}")
    return faults


def printed(path):
    """Run a script as ``python path`` does; return what it prints."""
    # Its own folder and what is installed: nothing else of the repository.
    installed = [place for place in sys.path if Path(place).is_relative_to(sys.prefix)]
    library = [place for place in sys.path if Path(place).is_relative_to(sys.base_prefix)]
    sys.path = [str(path.parent), *library, *installed]
    with contextlib.redirect_stdout(io.StringIO()) as output:
        runpy.run_path(str(path), run_name="__main__")
    return output.getvalue()


def failures(paths):
    """Run scripts, each in a process of its own that has the slow imports behind it."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(SLOW_IMPORTS)
    with ProcessPoolExecutor(os.cpu_count(), context, max_tasks_per_child=1) as pool:
        runs = [(path, pool.submit(printed, path)) for path in paths]
    return [
        f"{path}: {run.exception()!r} {getattr(run.exception(), '__cause__', '')}"
        for path, run in runs
        if run.exception() or not run.result()
    ]


def shown(docs=pages.DOCS):
    """Return the scripts that the pages show."""
    found = set()
    for name, text in pages.sources(docs).items():
        for target in INCLUDED.findall(text):
            page = docs / f"{name}.md"
            found.add((page.parent / target).resolve())
    return found


def test_scripts_are_fit():
    assert [fault for path in scripts() for fault in unfit(path)] == []


def test_scripts_run():
    assert failures(scripts()) == []


def test_scripts_are_shown():
    assert [str(path) for path in scripts() if path.resolve() not in shown()] == []


# Each rule can fail.


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    assert f\ndef main():\n    print(f())\n",  # no docstring
        '"""D."""\ndef main():\n    assert main\n',  # nothing to import
        '"""D."""\ndef f():\n    pass\ndef main():\n    print(f())\n',  # asserts nothing
        '"""D.\n"""\ndef f():\n    assert f\ndef main():\n    print(f())\n',  # two lines
    ],
)
def test_unfit_script_is_found(tmp_path, text):
    (tmp_path / "a.py").write_text(text)
    assert unfit(tmp_path / "a.py")


@pytest.mark.parametrize("text", ["raise SystemExit(3)", "pass", "import examples; print(1)"])
def test_failing_script_is_found(tmp_path, text):
    (tmp_path / "a.py").write_text(text)
    assert len(failures([tmp_path / "a.py"])) == 1


def test_missing_page_is_found(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("```{literalinclude} ../b.py\n```\n")
    assert shown(tmp_path / "docs") == {tmp_path / "b.py"}
