"""The examples of a page hold alone and in any order, and a wrong output of each is found."""

import doctest
from concurrent.futures import ThreadPoolExecutor

import pytest

import pages
from conftest import run_pages
from pages import ADDRESS, block


def failures(result):
    """Return the failures by page."""
    return {name: page["failures"] for name, page in result["pages"].items() if page["failures"]}


# Sphinx' builder has one process for all pages, in their order, with one thread.
RUNS = {
    "shuffled": (["--shuffle", "0"], "0", "1"),
    "alone": (["--alone"], "random", "2"),
}


@pytest.fixture(scope="session")
def runs():
    """Run all pages in each way, side by side."""
    with ThreadPoolExecutor(len(RUNS)) as pool:
        started = {
            name: pool.submit(run_pages, *arguments, PYTHONHASHSEED=seed, OMP_NUM_THREADS=threads)
            for name, (arguments, seed, threads) in RUNS.items()
        }
    return {name: run.result() for name, run in started.items()}


@pytest.mark.parametrize("name", RUNS)
def test_pages_stand_alone(runs, name):
    assert failures(runs[name]) == {}
    assert {page: each["examples"] for page, each in runs[name]["pages"].items()} == (
        pages.inventory()
    )


# Reset between pages, and the runner itself, on pages made to go wrong.


def test_a_page_that_depends_on_another_fails(tmp_path):
    (tmp_path / "a.md").write_text(block(">>> leaked = 1\n>>> leaked\n1"))
    (tmp_path / "b.md").write_text(block(">>> leaked\n1"))
    assert list(failures(run_pages("--docs", str(tmp_path)))) == ["b"]
    assert list(failures(run_pages("--docs", str(tmp_path), "--alone"))) == ["b"]


def test_blocks_of_a_page_share_names(tmp_path):
    (tmp_path / "a.md").write_text(block(">>> x = 1\n>>> x\n1") + block(">>> x\n1"))
    assert failures(run_pages("--docs", str(tmp_path))) == {}


def test_torch_is_reset_between_pages(tmp_path):
    change = ">>> import torch\n>>> torch.set_default_dtype(torch.float64)\n"
    change += ">>> torch.set_num_threads(3)\n>>> torch.ones(1)\ntensor([1.])"
    (tmp_path / "a.md").write_text(block(change))
    look = ">>> import torch\n>>> torch.ones(1).dtype, torch.get_num_threads() == 3\n"
    (tmp_path / "b.md").write_text(block(look + "(torch.float32, False)"))
    assert failures(run_pages("--docs", str(tmp_path))) == {}


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


@pytest.fixture(scope="session")
def compared(runs):
    """Return each comparison of a run of all pages."""
    return {name: page["compared"] for name, page in runs["shuffled"]["pages"].items()}


def test_every_example_can_fail(compared):
    assert any(compared.values())
    found = {
        f"docs/{name}.md:{line}: {fault}"
        for name, rows in compared.items()
        for line, want, got, flags in rows
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
