"""Every example on every page runs in both languages, asserts something, and can fail."""

import doctest
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import pages

LANGUAGES = ("en", "ja")
ADDRESS = re.compile(r"0x[0-9a-fA-F]{5,}")  # shorter ones are numbers that a page prints
SUMMARY = re.compile(r"^ +(?:\d+ of +)?(\d+) (?:tests? )?in \S+$")

# Rules on a page's source. Each takes the text and returns lines of faults.


def skips(text):
    """Refuse what makes doctest pass by an example."""
    return [
        f"{block.line}: {word}"
        for block in pages.of_kind(text, "doctest")
        for word in ("SKIP", ":skipif:", ":hide:")
        if word in "\n".join(block.lines)
    ]


def silent(text):
    """Refuse a block that has no example, or ends without an expected output."""
    return [
        f"{block.line}: the block asserts nothing"
        for block in pages.of_kind(text, "doctest")
        if not block.examples or not block.examples[-1].want
    ]


def stray_prompts(text):
    """Refuse a prompt outside a doctest block: nobody runs it."""
    lines = text.split("\n")
    for block in pages.of_kind(text, "doctest"):
        for number in range(block.line, block.line + len(block.lines)):
            lines[number] = ""
    return [
        f"{number}: prompt outside {{doctest}}"
        for number, line in enumerate(lines, 1)
        if line.lstrip(" ").startswith(">>>")
    ]


def unrun_blocks(text):
    """Refuse the directives of sphinx.ext.doctest that this inventory does not count."""
    kinds = ("testcode", "testoutput", "testsetup", "testcleanup")
    return [
        f"{b.line}: use {{doctest}}, not {b.kind}" for b in pages.blocks(text) if b.kind in kinds
    ]


def addresses(text):
    """Refuse an address in an expected output; with ELLIPSIS it is written ``0x...``."""
    return [
        f"{block.line}: address in the output"
        for block in pages.of_kind(text, "doctest")
        for example in block.examples
        if ADDRESS.search(example.want)
    ]


def block(body):
    """Return the source of a page with one block."""
    return f"```{{doctest}}\n{body}\n```\n"


RULES = [skips, silent, stray_prompts, unrun_blocks, addresses]
BAD = [
    (skips, block(">>> 1  # doctest: +SKIP\n2")),
    (skips, block(":skipif: True\n\n>>> 1\n1")),
    (skips, "````{correction} X\n:claim: c\n\n" + block(">>> 1  # doctest: +SKIP\n2") + "````\n"),
    (silent, block(">>> 1\n1\n>>> x = 2")),
    (silent, block("1")),
    (stray_prompts, "```python\n>>> 1\n2\n```\n"),
    (stray_prompts, "````{note}\n```pycon\n>>> 1\n```\n````\n"),
    (stray_prompts, "    >>> 1\n"),
    (unrun_blocks, "```{testcode}\nprint(1)\n```\n"),
    (addresses, block(">>> object()\n<object object at 0x7f3a0c1b2e50>")),
]
GOOD = (
    block(">>> object()  # doctest: +ELLIPSIS\n<object object at 0x...>")
    + "````{correction} S0-C1\n:verdict: false\n:claim: c\n\nText.\n\n"
    + block(">>> 1\n1")
    + "````\n"
)


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule):
    faults = [f"docs/{name}.md:{f}" for name, text in pages.sources().items() for f in rule(text)]
    assert faults == []


@pytest.mark.parametrize("rule, text", BAD)
def test_rule_can_fail(rule, text):
    assert rule(text)


@pytest.mark.parametrize("rule", RULES)
def test_rule_accepts_a_good_page(rule):
    assert rule(GOOD) == []


def test_nested_blocks_are_found():
    found = pages.of_kind(GOOD, "doctest")
    assert [len(each.examples) for each in found] == [1, 1]
    assert [outer.argument for outer in found[1].parents] == ["S0-C1"]


# The builds.


def counts(output):
    """Return the number of tests of each page in Sphinx' ``output.txt``."""
    found, page = {}, None
    for line in output.splitlines():
        if line.startswith("Document: "):
            page = line.removeprefix("Document: ")
            found[page] = 0
        elif match := SUMMARY.match(line):
            found[page] += int(match[1])
    return found


@pytest.fixture(scope="session")
def doctest_run(tmp_path_factory):
    """Run Sphinx' doctest builder in both languages side by side."""
    folder, processes = tmp_path_factory.mktemp("doctest"), {}
    for language in LANGUAGES:
        command = [sys.executable, "-m", "sphinx", "-c", pages.ROOT, "-b", "doctest", "-n", "-W"]
        command += ["--keep-going", "-q", "-D", f"language={language}"]
        command += ["-d", folder / f"doctrees-{language}", pages.DOCS, folder / language]
        log = (folder / f"{language}.log").open("w+", encoding="utf-8")
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        process = subprocess.Popen(
            list(map(str, command)), stdout=log, stderr=subprocess.STDOUT, env=environment
        )
        processes[language] = process, log
    results = {}
    for language, (process, log) in processes.items():
        code = process.wait()
        log.seek(0)
        output = folder / language / "output.txt"
        text = output.read_text(encoding="utf-8") if output.exists() else ""
        results[language] = code, log.read(), counts(text)
        log.close()
    return results


@pytest.mark.parametrize("language", LANGUAGES)
def test_build_passes(doctest_run, language):
    code, log, _ = doctest_run[language]
    assert code == 0, log


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_executed(doctest_run, language):
    expected = pages.inventory()
    assert expected, "no page has an example"
    assert doctest_run[language][2] == expected


def test_counts_are_read():
    lines = ["Document: a/b", "---", "1 items passed all tests:", "   3 tests in default"]
    lines += ["3 tests in 1 items.", "", "Document: c", "   1 of   4 in default"]
    assert counts("\n".join(lines)) == {"a/b": 3, "c": 4}


# Runs without Sphinx: what was compared, and does it hold in any order.


def run_pages(*arguments, **environment):
    """Return what ``run_pages.py`` found."""
    command = [sys.executable, str(pages.ROOT / "tests" / "run_pages.py"), *arguments]
    environment = {**os.environ, **environment}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def failures(result):
    """Return the failures by page."""
    return {name: page["failures"] for name, page in result["pages"].items() if page["failures"]}


RUNS = {
    "shuffled-0": (["--shuffle", "0"], "0", "1"),
    "shuffled-1": (["--shuffle", "1"], "1", "2"),
    "shuffled-random": (["--shuffle", "2"], "random", "1"),
    "alone": (["--alone"], "random", "1"),
}


@pytest.fixture(scope="session")
def runs():
    """Run all pages in each way, two at a time."""
    with ThreadPoolExecutor(2) as pool:
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
    return {name: page["compared"] for name, page in runs["shuffled-0"]["pages"].items()}


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
