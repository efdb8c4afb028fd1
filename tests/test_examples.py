"""Every script in ``examples/`` runs by itself, and a page shows it."""

import ast
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import code_comments
import pages

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


def failure(path):
    """Run a script in a folder of its own; return what it says where it fails."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, str(path)], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode or not done.stdout:
        return (
            f"{path}: exit {done.returncode}, {len(done.stdout)} characters printed\n{done.stderr}"
        )
    return ""


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
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        assert [fault for fault in pool.map(failure, scripts()) if fault] == []


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


@pytest.mark.parametrize("text", ["raise SystemExit(3)", "pass"])
def test_failing_script_is_found(tmp_path, text):
    (tmp_path / "a.py").write_text(text)
    assert failure(tmp_path / "a.py")


def test_missing_page_is_found(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("```{literalinclude} ../b.py\n```\n")
    assert shown(tmp_path / "docs") == {tmp_path / "b.py"}
