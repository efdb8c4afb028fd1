"""Lints the prose: textlint on the Japanese, codespell and a heading lint on the English.

``python tools/lint_prose.py [textlint] [codespell] [headings] [--require]`` (all without a name).
Each fault is one line, ``file:line: what is wrong``; the exit code is 1 if there is one.
textlint sees the messages of the catalogues, not the files: code is replaced by one noun first,
since no rule on Japanese is meant for it. Without Node.js textlint is left out with a word, and with
``--require`` (as CI has it) that is a fault.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = ROOT / "locale" / "ja" / "LC_MESSAGES"
TEXTLINT = ROOT / "node_modules" / ".bin" / "textlint"

# Words that codespell takes for slips; the reason stands beside each.
WORDS = {
    "weihgt": "the misspelt parameter name that a silent trap is about",
    "fo": "a name in torch.fx examples (fo = function object)",
    "ue": "part of a URL-escaped Japanese character",
    "nd": "the suffix of n-dimensional names such as fft_nd",
    "te": "an abbreviation in torch's own paths (tensor expressions)",
}

CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
ROLE = re.compile(r"\{[\w:+-]+\}`([^`<]*?)(?:\s*<[^`<>]*>)?`")
TITLED = re.compile(r"\{[\w:+-]+\}`([^`<]+?)\s*<[^`<>]*>`")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
URL = re.compile(r"<?https?://[^\s>）」。、]+>?")
MATH = re.compile(r"\$[^$]+\$")
SENTENCE = re.compile(r"[.!?:][)\"'`*]*$")
FENCE = re.compile(r"^ *(`{3,}|~{3,}|:{3,})(.*)$")
# Directives whose body is prose; the body of every other fence is left alone.
PROSE = re.compile(r"\{(correction|note|tip|warning|important|admonition|list-table)\}")
HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.+)$")
LABEL = re.compile(r"^\(([^)]*)\)=\s*$")
BANNED = [
    (re.compile(r"\[[^\]]+\]\[[^\]]*\]"), "a reference link dies in translation: [text](URL)"),
    (re.compile(r"\[[^\]]*\]\(#"), "link to a heading with {ref}`text <label>`, not (#…)"),
    (re.compile(r"\[\]\("), "a link needs a text"),
    (re.compile(r"^\s*[-*] \[[ xX]\]"), "a task list loses its boxes in translation"),
    (re.compile(r"\{\{.*\}\}"), "a substitution is lost in translation"),
]


# The Japanese.


def plain(message):
    """Return a message as textlint is to read it: text alone, on one line."""
    text = message.removeprefix("# ").removeprefix('"""').removesuffix('"""')
    text = TITLED.sub(r"\1", text)
    text = ROLE.sub("コード", text)
    text = CODE.sub("コード", text)
    text = LINK.sub(r"\1", text)
    text = URL.sub("コード", text)
    text = MATH.sub("数式", text)
    text = " ".join(text.replace("*", "").split("\n"))
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", text).strip()


def msgstr_lines(text):
    """Return the line of each ``msgstr`` of a catalogue, that of the header first."""
    return [n for n, line in enumerate(text.split("\n"), 1) if line.startswith("msgstr")]


def markdown(path):
    """Return the text for textlint, and the catalogue's line for each of its lines.

    A message whose English is no sentence (a heading, a cell) becomes a heading, of which textlint
    wants no full stop.
    """
    lines, places = [], []
    numbers = msgstr_lines(path.read_text(encoding="utf-8"))[1:]
    entries = [entry for entry in polib.pofile(str(path)) if not entry.obsolete]
    for entry, number in zip(entries, numbers, strict=False):
        text = plain(entry.msgstr)
        if text:
            mark = "" if SENTENCE.search(entry.msgid) else "# "
            lines += [mark + text, ""]
            places += [number, number]
    return "\n".join(lines) + "\n", places


def textlint(catalogues=CATALOGUES, root=ROOT):
    """Return what textlint says of each catalogue below a folder."""
    faults, places = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(catalogues.rglob("*.po")):
            target = Path(folder, path.relative_to(catalogues)).with_suffix(".md")
            target.parent.mkdir(parents=True, exist_ok=True)
            text, places[str(target.resolve())] = markdown(path)
            target.write_text(text, encoding="utf-8")
        command = [str(TEXTLINT), "--format", "json", "--config", str(ROOT / ".textlintrc.json")]
        done = subprocess.run(
            [*command, folder], cwd=ROOT, capture_output=True, text=True, check=False
        )
        try:
            results = json.loads(done.stdout or "[]")
        except json.JSONDecodeError:
            return [f"textlint: {done.stdout.strip() or done.stderr.strip()}"]
        if done.returncode not in (0, 1) or done.returncode and not results:
            return [f"textlint: {done.stderr.strip() or 'failed without a word'}"]
        for result in results:
            file = Path(result["filePath"]).resolve()
            name = file.relative_to(Path(folder).resolve()).with_suffix(".po")
            shown = os.path.relpath(catalogues / name, root)
            read = file.read_text(encoding="utf-8").split("\n")
            for message in result["messages"]:
                row, column = message["line"] - 1, message["column"] - 1
                said = " ".join(message["message"].split())
                near = read[row][max(0, column - 12) : column + 12]
                line = places[str(file)][row]
                faults.append(f"{shown}:{line}: {said} [{message['ruleId']}] near 「{near}」")
    return faults


# The English.


def pages(docs):
    """Return the Markdown sources of the site."""
    return sorted(p for p in docs.rglob("*.md") if not p.relative_to(docs).parts[0].startswith("_"))


def codespell(files=None, root=ROOT):
    """Return what codespell says of the English sources."""
    files = files or [*pages(root / "docs"), root / "README.md", root / "CONTRIBUTING.md"]
    command = [sys.executable, "-m", "codespell_lib", "-L", ",".join(WORDS)]
    files = [os.path.relpath(file, root) for file in files if file.exists()]
    done = subprocess.run([*command, *files], cwd=root, capture_output=True, text=True, check=False)
    return [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]


def headings(docs=ROOT / "docs", root=ROOT):
    """Return the headings without a label of their own, and what dies in translation."""
    faults, seen = [], {}
    for path in pages(docs):
        shown = os.path.relpath(path, root)
        name = path.relative_to(docs).with_suffix("")
        prefix = name.parts[0] if name.as_posix() != "index" else "start"
        fences, before = [], ""
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            place = f"{shown}:{number}"
            if match := FENCE.match(line):
                if fences and match[1].startswith(fences[-1][0]) and not match[2].strip():
                    fences.pop()
                elif not fences or fences[-1][1]:
                    fences.append((match[1], bool(PROSE.match(match[2]))))
                before = line
                continue
            if fences and not fences[-1][1]:
                continue
            if (match := HEADING.match(line)) and not LABEL.match(before):
                faults.append(f"{place}: write ({prefix}-…)= on the line above this heading")
            if match := LABEL.match(line):
                label = match[1]
                if label in seen:
                    faults.append(f"{place}: the label {label} stands at {seen[label]} already")
                seen.setdefault(label, place)
                if label != prefix and not label.startswith(prefix + "-"):
                    faults.append(f"{place}: begin the label {label} with {prefix}-")
            prose = CODE.sub("code", line)
            faults += [f"{place}: {said}" for pattern, said in BANNED if pattern.search(prose)]
            before = line
    return faults


def missing():
    """Say what textlint lacks, and how to get it."""
    if not shutil.which("node"):
        return "Node.js 20 or newer is not installed"
    if not TEXTLINT.exists():
        return "textlint is not installed: npm ci"
    return ""


def main(arguments):
    """Run the lints that are named; return the exit code."""
    names = [each for each in arguments if each != "--require"]
    lints = {"textlint": textlint, "codespell": codespell, "headings": headings}
    if unknown := [name for name in names if name not in lints]:
        sys.exit(f"lint_prose: no lint {unknown[0]}; there are {', '.join(lints)}")
    faults = []
    for name in names or lints:
        if name == "textlint" and (lack := missing()):
            if "--require" in arguments:
                faults.append(f"textlint: {lack}")
            else:
                print(f"textlint left out: {lack}", file=sys.stderr)
            continue
        faults += lints[name]()
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
