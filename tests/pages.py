"""What the pages hold, read off the sources, so that no test trusts a build to have found all."""

import doctest
import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
EXTENSIONS = DOCS / "_ext"
sys.path[:0] = [str(EXTENSIONS), str(ROOT)]  # as conf.py does

# The letter of the article in a claim's id, and the topic whose pages answer it.
TOPICS = {
    "S0": "overrides",
    "S1": "fx-transformer",
    "S2": "assume-constant-result",
    "S4": "vmap",
}
FENCE = re.compile(r"^( *)(`{3,}|~{3,}|:{3,})(.*)$")
DIRECTIVE = re.compile(r"^\{([\w:-]+)\}\s*(.*)$")
OPTION = re.compile(r"^:([\w-]+):\s*(.*)$")
ADDRESS = re.compile(r"0x[0-9a-fA-F]{5,}")  # shorter ones are numbers that a page prints
# Directives whose body is text; the body of every other one is MyST and may hold fences.
LITERAL = {"doctest", "testcode", "testoutput", "code", "code-block", "math", "eval-rst", "api"}


@dataclass
class Block:
    """One fence: ``kind`` is a directive's name, or the language of a plain fence in quotes."""

    kind: str
    argument: str
    line: int
    parents: tuple = ()
    lines: list = field(default_factory=list)

    @property
    def options(self):
        """Return the options at the head of the body."""
        found = {}
        for text in self.lines:
            if not (match := OPTION.match(text)):
                break
            value = match[2].strip()
            if len(value) > 1 and value[0] == value[-1] == "'":  # options are YAML
                value = value[1:-1].replace("''", "'")
            found[match[1]] = value
        return found

    @property
    def body(self):
        """Return the body below the options."""
        return "\n".join(self.lines[len(self.options) :]) + "\n"

    @property
    def examples(self):
        """Return what the doctest builder runs."""
        return doctest.DocTestParser().get_examples(self.body)


def blocks(text):
    """Return each fence of a page in the order of its first line, the nested ones too."""
    found, open_fences = [], []
    for number, line in enumerate(text.split("\n"), 1):
        match = FENCE.match(line)
        if open_fences:
            marker, _, block = open_fences[-1]
            if match and match[2].startswith(marker) and not match[3].strip():
                open_fences.pop()
                continue
            for _, margin, outer in open_fences:
                outer.lines.append(line[min(margin, len(line) - len(line.lstrip())) :])
            if block.kind in LITERAL or block.kind.startswith('"'):
                continue
        if match:
            directive = DIRECTIVE.match(match[3].strip())
            kind, argument = directive.groups() if directive else (f'"{match[3].strip()}"', "")
            parents = tuple(outer for _, _, outer in open_fences)
            block = Block(kind, argument, number, parents)
            found.append(block)
            open_fences.append((match[2], len(match[1]), block))
    return found


def sources(docs=DOCS):
    """Return the text of each page by its docname."""
    return {
        path.relative_to(docs).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(docs.rglob("*.md"))
        if not path.relative_to(docs).parts[0].startswith("_")
    }


def of_kind(text, kind):
    """Return the blocks of one kind."""
    return [block for block in blocks(text) if block.kind == kind]


def inventory(docs=DOCS):
    """Return how many examples each page that has any must run."""
    counts = {
        name: sum(len(block.examples) for block in of_kind(text, "doctest"))
        for name, text in sources(docs).items()
    }
    return {name: count for name, count in counts.items() if count}


def data(name):
    """Return a table of ``docs/_data``."""
    return json.loads((DOCS / "_data" / name).read_text(encoding="utf-8"))


def flags():
    """Return the doctest flags that conf.py sets, or else those that Sphinx falls back on."""
    import runpy

    path = list(sys.path)
    settings = runpy.run_path(str(ROOT / "conf.py"))
    sys.path[:] = path
    fallback = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.DONT_ACCEPT_TRUE_FOR_1
    return settings.get("doctest_default_flags", fallback)


def block(body):
    """Return the source of a page with one block."""
    return f"```{{doctest}}\n{body}\n```\n"
