"""Run the examples of each page in a process of its own; tell in JSON what was compared and called.

    python tests/run_pages.py [--docs DIR] [--trace NAME,...] [PAGE ...]

The processes are forked after the import of torch. Of the names after ``--trace``, it tells
which the examples of each reference page call.
"""

import argparse
import ast
import contextlib
import doctest
import importlib
import inspect
import io
import json
import os
import sys
from pathlib import Path

from sphinx.ext.doctest import SphinxDocTestRunner

import pages
import torch_state

HOOK = "__called_in_example__"
# Loaded once before the forks, and not in each child.
SLOW_IMPORTS = ["torch._dynamo", "torch._functorch.aot_autograd", "torch.export"]
SLOW_IMPORTS += ["scipy.integrate", "sklearn.linear_model"]


class Recorder(doctest.OutputChecker):
    """Keep each expected output with what was printed."""

    def __init__(self):
        self.seen = []

    def check_output(self, want, got, optionflags):
        """Compare as doctest does."""
        self.seen.append([want, got, optionflags])
        return super().check_output(want, got, optionflags)


def resolve(name):
    """Return the object of a dotted name; modules are imported as far as needed."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise AttributeError(name)


def chain(function):
    """Return the code of a function and of each wrapper around it, the innermost first."""
    codes = []
    while function is not None:
        function = inspect.unwrap(function, stop=lambda f: hasattr(f, "__code__"))
        if code := getattr(function, "__code__", None):
            codes.insert(0, code)
        function = getattr(function, "__wrapped__", None)
    return codes


def in_example(frame):
    """Tell whether a frame runs code of a page."""
    return frame is not None and frame.f_code.co_filename.startswith("<doctest")


def passes_on(frame, wrappers):
    """Tell whether a frame is a wrapper, or enters a context manager made of a generator."""
    return frame.f_code in wrappers or frame.f_code.co_filename == contextlib.__file__


class Trace:
    """Notice which of ``names`` an example calls.

    A function must be called by the example itself, but for its own wrappers. A method may be
    called by torch, and of a class any method counts: both exist to be called back. The call of
    a class written in C raises no event, so there the call expression is wrapped.
    """

    def __init__(self, names):
        self.called = set()
        self.codes, self.builtins, self.types, self.caches = {}, {}, {}, []
        for name in names:
            target = resolve(name)
            if isinstance(target, type):
                methods = [f for f in vars(target).values() if hasattr(f, "__func__")]
                methods = [f.__func__ for f in methods]
                methods += [f for f in vars(target).values() if inspect.isfunction(f)]
                for method in methods:
                    self.codes.setdefault(method.__code__, []).append((name, None))
                if not methods:
                    self.types[target] = name
            elif codes := chain(target):
                owner = resolve(name.rpartition(".")[0])
                wrappers = None if isinstance(owner, type) else set(codes[1:])
                self.codes.setdefault(codes[0], []).append((name, wrappers))
            else:
                self.builtins[target] = name
            if hasattr(target, "cache_clear"):
                self.caches.append(target)

    def event(self, frame, event, argument):
        """Take an event of the profiler."""
        if event == "call" and in_example(frame):
            for cached in self.caches:  # a hit in the cache would raise no event
                cached.cache_clear()
        if event == "call" and frame.f_code in self.codes:
            for name, wrappers in self.codes[frame.f_code]:
                caller = frame.f_back
                while wrappers and caller and passes_on(caller, wrappers):
                    caller = caller.f_back
                if wrappers is None or in_example(caller):
                    self.called.add(name)
        elif event == "c_call" and in_example(frame):
            with contextlib.suppress(TypeError):  # an unhashable ``self`` of a bound builtin
                if name := self.builtins.get(argument):
                    self.called.add(name)

    def note(self, target):
        """Notice the call of a class written in C."""
        with contextlib.suppress(TypeError):
            if target in self.types:
                self.called.add(self.types[target])
        return target

    def compile(self, source, *arguments, **options):
        """Compile an example, the calls of those classes wrapped."""
        last = {name.rpartition(".")[2] for name in self.types.values()}
        tree = compile(source, *arguments[:2], ast.PyCF_ONLY_AST)
        for node in ast.walk(tree):
            called = isinstance(node, ast.Call) and getattr(node.func, "attr", None)
            called = called or (isinstance(node, ast.Call) and getattr(node.func, "id", None))
            if called in last:
                node.func = ast.Call(ast.Name(HOOK, ast.Load()), [node.func], [])
        return compile(ast.fix_missing_locations(tree), *arguments, **options)


def run(text, optionflags, trace=None):
    """Run one page; return the number of examples, the failures and the comparisons."""
    globs = {"__name__": "__main__"} | ({HOOK: trace.note} if trace else {})
    failures, compared, count = io.StringIO(), [], 0
    torch_state.reset()
    for block in pages.of_kind(text, "doctest"):
        examples = block.examples
        count += len(examples)
        test = doctest.DocTest(examples, globs, "default", None, block.line, block.body)
        test.globs = globs  # DocTest made a copy, but the blocks of a page share their names
        checker = Recorder()
        # As Sphinx' own, it bears tracebacks through functions of earlier blocks.
        runner = SphinxDocTestRunner(checker, verbose=False, optionflags=optionflags)
        if trace:
            doctest.compile = trace.compile
            sys.setprofile(trace.event)
        try:
            runner.run(test, out=failures.write, clear_globs=False)
        finally:
            sys.setprofile(None)
            vars(doctest).pop("compile", None)
        # An example without output is compared too, with the empty string.
        compared += [[block.line, *seen] for seen in checker.seen if seen[0]]
    return {
        "examples": count,
        "failures": failures.getvalue(),
        "compared": compared,
        "called": sorted(trace.called) if trace else [],
    }


def run_alone(text, optionflags, trace):
    """Run one page in a child."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        with os.fdopen(writer, "w", encoding="utf-8") as pipe:
            json.dump(run(text, optionflags, trace), pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    died = {"examples": 0, "failures": "died", "compared": [], "called": []}
    return json.loads(answer) if answer else died


def main():
    """Run what the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--docs", type=Path, default=pages.DOCS)
    parser.add_argument("--trace", default="")
    parser.add_argument("pages", nargs="*")
    options = parser.parse_args()
    texts, optionflags = pages.sources(options.docs), pages.flags()
    for module in SLOW_IMPORTS:
        with contextlib.suppress(ImportError):  # only the pages that need it then fail
            importlib.import_module(module)
    wanted = options.trace.split(",") if options.trace else []
    found = {}
    for name in options.pages or pages.inventory(options.docs):
        # The entry of a name must call it; to trace all pages would take minutes.
        trace = Trace(wanted) if wanted and name.endswith("/reference") else None
        found[name] = run_alone(texts[name], optionflags, trace)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
