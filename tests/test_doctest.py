"""Every example on every page runs in both languages, asserts something, and can fail."""

import os
import re
import subprocess
import sys

import pytest

import build
import pages
from pages import ADDRESS, block

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
    for found in pages.of_kind(text, "doctest"):
        for number in range(found.line, found.line + len(found.lines)):
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


SPHINX = ["-m", "sphinx"]
SHUFFLED = [str(build.ROOT / "tests" / "shuffled_sphinx.py")]
# Each language in a way of its own: the order of the pages, the hash seed, the threads.
WAYS = {"en": (SPHINX, "0", "1"), "ja": (SHUFFLED, "1", "2")}


@pytest.fixture(scope="session")
def doctest_run(site):
    """Run Sphinx' doctest builder in both languages; return the exit codes and the outputs."""
    out = site.parent  # its doctrees are read already
    running = {}
    for language, (sphinx, seed, threads) in WAYS.items():
        command = [sys.executable, *sphinx, *build.arguments("doctest", language, out)]
        own = {"PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads}
        running[language] = subprocess.Popen(command, env={**os.environ, **own})
    codes = {language: process.wait() for language, process in running.items()}
    texts = {each: out / "doctest" / each / "output.txt" for each in WAYS}
    return codes, {each: path.read_text(encoding="utf-8") for each, path in texts.items()}


def test_build_passes(doctest_run):
    assert doctest_run[0] == dict.fromkeys(build.LANGUAGES, 0), "an example fails: see above"


@pytest.mark.parametrize("language", build.LANGUAGES)
def test_every_example_is_executed(doctest_run, language):
    expected = pages.inventory()
    assert expected, "no page has an example"
    assert counts(doctest_run[1][language]) == expected


def test_order_differs(doctest_run):
    english, japanese = (list(counts(text)) for text in doctest_run[1].values())
    assert english == sorted(english)
    assert japanese != english


@pytest.mark.parametrize("reset, code", [("torch_state.reset()", 0), ("pass", 1)])
def test_torch_is_reset_between_pages(project, reset, code):
    settings = (project.root / "conf.py").read_text(encoding="utf-8")
    assert settings.count("torch_state.reset()") == 2
    (project.root / "conf.py").write_text(settings.replace("torch_state.reset()", reset))
    change = ">>> import torch\n>>> torch.set_default_dtype(torch.float64)\n"
    change += ">>> torch.set_num_threads(3)\n>>> torch.ones(1)\ntensor([1.])"
    project.page.write_text("# A\n\n```{toctree}\nz\n```\n" + block(change))
    look = ">>> import torch\n>>> torch.ones(1).dtype, torch.get_num_threads() == 3\n"
    look += "(torch.float32, False)"
    (project.root / "docs" / "z.md").write_text("# Z\n\n" + block(look))
    assert project.sphinx("doctest", "en")[0] == code


def test_counts_are_read():
    lines = ["Document: a/b", "---", "1 items passed all tests:", "   3 tests in default"]
    lines += ["3 tests in 1 items.", "", "Document: c", "   1 of   4 in default"]
    assert counts("\n".join(lines)) == {"a/b": 3, "c": 4}
