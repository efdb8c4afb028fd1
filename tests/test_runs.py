"""The examples of each page hold alone, call every name, and a wrong output is found."""

import doctest
import inspect
import json

import pytest

import pages
import report_releases
from pages import ADDRESS, block
from report_releases import run_pages
from run_pages import resolve
from test_api import areas

NAMES = [
    name for names in areas().values() for name in names if not inspect.ismodule(resolve(name))
]


def failures(run):
    """Return the failures by page."""
    return {name: page["failures"] for name, page in run.items() if page["failures"]}


def uncalled(run):
    """Name the public names that the reference page of their topic does not call."""
    return [
        f"docs/{topic}/reference.md: {name} is called by no example"
        for topic, names in areas().items()
        for name in names
        if name in NAMES and name not in run.get(f"{topic}/reference", {"called": []})["called"]
    ]


@pytest.fixture(scope="session")
def alone():
    """Run each page in a process of its own; test_doctest.py runs all in one."""
    return run_pages("--trace", ",".join(NAMES), PYTHONHASHSEED="random", OMP_NUM_THREADS="1")


def test_pages_stand_alone(alone):
    assert failures(alone) == {}
    assert {name: page["examples"] for name, page in alone.items()} == pages.inventory()


def test_every_name_is_called(alone):
    assert uncalled(alone) == []


# The runner itself, on pages made to go wrong.

CALLS = """```{doctest}
>>> import torch
>>> class Plain(torch.overrides.TorchFunctionMode):
...     pass
>>> with Plain():
...     torch.overrides.has_torch_function((1,))
True
>>> with torch._C.DisableTorchFunctionSubclass():
...     len(torch.overrides.get_overridable_functions()) > 0
True
>>> torch.overrides.get_testing_overrides()[torch.add] is not None
True
>>> with torch.overrides.enable_reentrant_dispatch():
...     1
Traceback (most recent call last):
RuntimeError: Accessing torch dispatch state outside of '__torch_dispatch__' is not allowed.
>>> torch.overrides.is_tensor_like.__name__, "torch.overrides.resolve_name()" and 1
('is_tensor_like', 1)
```
"""
CALLED_BACK = """```{doctest}
>>> import torch, torch.fx
>>> traced = torch.fx.symbolic_trace(lambda x: x + 1)
>>> torch.fx.Interpreter(traced).run(1)
2
```
"""
SMALL = {
    "leaks": block(">>> leaked = 1\n>>> leaked\n1"),
    "leaks_not": block(">>> leaked\n1"),
    "shares": block(">>> x = 1\n>>> x\n1") + block(">>> x\n1"),
    "dies": block(">>> import os\n>>> os._exit(1)\n1"),
    "overrides/reference": CALLS,
    "fx-transformer/reference": CALLED_BACK,
}


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """Run the pages above."""
    docs = tmp_path_factory.mktemp("docs")
    for name, text in SMALL.items():
        (docs / name).parent.mkdir(exist_ok=True)
        (docs / f"{name}.md").write_text(text)
    return run_pages("--docs", str(docs), "--trace", ",".join(NAMES))


def test_a_page_that_depends_on_another_fails(small):
    assert set(failures(small)) == {"leaks_not", "dies"}
    assert "NameError: name 'leaked' is not defined" in small["leaks_not"]["failures"]


def test_calls_are_traced_not_read(small):
    # get_ignored_functions is called by torch alone, is_tensor_like and resolve_name are named.
    called = small["overrides/reference"]["called"]
    assert [name for name in called if name in areas()["overrides"]] == [
        "torch._C.DisableTorchFunctionSubclass",
        "torch.overrides.TorchFunctionMode",
        "torch.overrides.enable_reentrant_dispatch",
        "torch.overrides.get_overridable_functions",
        "torch.overrides.get_testing_overrides",
        "torch.overrides.has_torch_function",
    ]
    faults = uncalled(small)
    assert any("torch.overrides.get_ignored_functions" in fault for fault in faults)
    assert not any("torch.overrides.has_torch_function" in fault for fault in faults)
    assert len(uncalled({})) == len(NAMES)


def test_another_release_is_reported(tmp_path):
    docs = tmp_path / "docs"
    (docs / "a").mkdir(parents=True)
    (docs / "a" / "reference.md").write_text(block(">>> 1\n1") + block(">>> 1\n2"))
    summary = report_releases.run(tmp_path / "report.json", docs)
    assert "a/reference: 1 failed of 2" in summary
    (found,) = json.loads((tmp_path / "report.json").read_text(encoding="utf-8")).values()
    assert found["pages"]["a/reference"]["failed"] == 1


def test_methods_called_back_are_traced(small):
    called = small["fx-transformer/reference"]["called"]
    assert "torch.fx.Interpreter.call_function" in called
    assert "torch.fx.Interpreter" in called
    assert "torch.fx.Interpreter.boxed_run" not in called
    assert "torch.fx.Transformer.placeholder" not in called


# Mutation.


def mutants(text):
    """Return ``text`` changed at its start, its end and each of its digits."""
    body = text.removesuffix("\n")
    yield f"x{body}\n"
    yield f"{body}x\n"
    for index, character in enumerate(body):
        if character in "0123456789":
            yield f"{body[:index]}{(int(character) + 1) % 10}{body[index + 1 :]}\n"


def survivors(want, got, flags):
    """Return the wrong outputs that would pass as ``want``, and wrong wants that ``got`` meets."""
    check = doctest.OutputChecker().check_output
    found = [f"expected {each!r}" for each in mutants(want) if check(each, got, flags)]
    found += [f"printed {each!r}" for each in ("", "x\n") if check(want, each, flags)]
    # An ellipsis stands for an address: elsewhere a changed output must show.
    hidden = ADDRESS.sub("0x...", got)
    if flags & doctest.ELLIPSIS and "..." in want and want != got and want != hidden:
        found.append(f"ellipsis hides more than an address: {want!r}")
    if flags & doctest.IGNORE_EXCEPTION_DETAIL:
        found.append("IGNORE_EXCEPTION_DETAIL: the message of an exception is not compared")
    return found


def test_every_example_can_fail(alone):
    assert any(page["compared"] for page in alone.values())
    found = {
        f"docs/{name}.md:{line}: {fault}"
        for name, page in alone.items()
        for line, want, got, flags in page["compared"]
        for fault in survivors(want, got, flags)
    }
    assert sorted(found) == []


@pytest.mark.parametrize(
    "want, got, flags",
    [
        ("...\n", "anything\n", doctest.ELLIPSIS),
        ("tensor(...)\n", "tensor(3)\n", doctest.ELLIPSIS),
        ("TypeError: a\n", "TypeError: a\n", doctest.IGNORE_EXCEPTION_DETAIL),
    ],
)
def test_an_example_that_cannot_fail_is_found(want, got, flags):
    assert survivors(want, got, flags)


def test_an_address_may_be_hidden():
    assert survivors("<f at 0x...>\n", "<f at 0x7f00aa>\n", doctest.ELLIPSIS) == []
