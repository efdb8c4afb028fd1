"""Checks the Japanese catalogues and says where and how to mend them; torch is not needed.

``python tools/check_catalogues.py [FILE.po ...]``; without files, all of them, and also that each
page has one. Prints ``FILE:LINE: what is wrong: how to mend it``; the exit code is 1 on a fault.
"""

import csv
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
LOCALE = ROOT / "locale" / "ja" / "LC_MESSAGES"
GLOSSARY = ROOT / "locale" / "glossary.csv"
sys.path.insert(0, str(DOCS / "_ext"))

import safe_translations as safe

JAPANESE = re.compile("[ぁ-ゖァ-ヺ一-鿿]")
# A word of prose: identifiers have a dot, an underscore, a digit or a capital within.
PROSE = re.compile(r"(?<![\w.])[A-Za-z][a-z]+(?![\w(]|\.\w)", re.ASCII)
MARK = re.compile(r"[*`{}\[\]]")
SNAKE = re.compile(r"[A-Za-z0-9_]*_[A-Za-z0-9_]*")
WARNING = re.compile(r"^[^:]*:(\d+):(?:\d+:)? (?!warning: header field)(.*)$")


class Glossary:
    """The terms of ``locale/glossary.csv``: an English term wants one of its Japanese words."""

    def __init__(self, path=GLOSSARY):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.words = {row["English"].lower(): row["Japanese"].split("|") for row in rows}
        # Longest first: "graph break" is no "graph". Hyphens and dots make other words.
        terms = "|".join(re.escape(term) for term in sorted(self.words, key=len, reverse=True))
        self.term = re.compile(rf"(?<![\w.-])({terms})(?:s|es)?(?![\w-]|\.\w)", re.IGNORECASE)

    def missing(self, english, japanese):
        """Return the first term without its word, and the words, or None."""
        for match in self.term.finditer(english):
            words = self.words[match[1].lower()]
            if not any(word.lower() in japanese.lower() for word in words):
                return match[1], words
        return None


def editorial(md, glossary, entry):
    """Return what is wrong with a translation that is safe, or an empty string."""
    _, english = safe.content(md, entry.msgid)
    _, shown = safe.content(md, entry.msgstr)
    comment = safe.is_comment(entry.msgid)
    if comment:
        english = entry.msgid
    if PROSE.search(english) and not JAPANESE.search(entry.msgstr):
        return "still in English: translate it, or make an error text code in the source"
    if not comment:
        for mark in Counter(MARK.findall(shown)) - Counter(MARK.findall(english)):
            return f"a literal {mark} is shown: drop the mark-up, or take punctuation out of it"
        for word in sorted(set(SNAKE.findall(shown)) - set(SNAKE.findall(english))):
            return f"a literal _ is shown in {word}: write a code span, or no mark-up"
    if found := glossary.missing(english, entry.msgstr):
        return f"'{found[0]}' wants {'|'.join(found[1])}: use one, or mend locale/glossary.csv"
    return ""


def msgfmt(path):
    """Return the faults that ``msgfmt -c`` finds; the headers that it would like are not needed."""
    command = ["msgfmt", "-c", "-o", os.devnull, str(path)]
    # In English, whatever the translator's own language.
    environment = {**os.environ, "LC_ALL": "C", "LANGUAGE": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if not done.returncode:
        return []
    found = [match for line in done.stderr.splitlines() if (match := WARNING.match(line))]
    return [(int(m[1]), f"{m[2]}: msgfmt refuses it, restore the entry") for m in found[:1]] or [
        (1, f"{done.stderr.strip()}: msgfmt refuses the file, restore it")
    ]


def check(path, md, glossary):
    """Return ``(line, fault)`` of each fault at ``path``: the first one of each entry."""
    catalogue, found = safe.read(path)
    if catalogue is None:
        return found
    found = dict(msgfmt(path))
    for entry in catalogue:
        if entry.obsolete:
            reason = "obsolete entry: run make translate, or delete it"
        elif entry.fuzzy:
            reason = "fuzzy, so English is shown: mend it and delete the word fuzzy"
        elif not entry.msgstr.strip():
            reason = "untranslated: fill in the msgstr"
        elif safe.is_strings(path):
            reason = safe.unsafe_string(entry)
        else:
            reason = safe.unsafe(md, entry) or editorial(md, glossary, entry)
        if reason:
            found.setdefault(entry.linenum, reason)
    return sorted(found.items())


def unmatched(docs=DOCS, locale=LOCALE):
    """Return the pages without a catalogue and the catalogues without a page."""
    pages = {
        path.relative_to(docs).with_suffix(".po")
        for path in docs.rglob("*.md")
        if not path.relative_to(docs).parts[0].startswith("_")
    }
    catalogues = {path.relative_to(locale) for path in locale.rglob("*.po")} - {Path("sphinx.po")}
    return [
        *((locale / path, "no catalogue: run make translate") for path in pages - catalogues),
        *((locale / path, "no page: delete the file or rename it") for path in catalogues - pages),
    ]


def main(arguments):
    """Check the files named, or all; return the exit code."""
    if not shutil.which("msgfmt"):
        print("msgfmt is missing: install gettext (with apt, brew or conda)")
        return 1
    paths = [Path(name).resolve() for name in arguments] or sorted(LOCALE.rglob("*.po"))
    md, glossary = safe.parser(runpy.run_path(str(ROOT / "conf.py"))), Glossary()
    found = [] if arguments else [(path, 1, fault) for path, fault in unmatched()]
    for path in paths:
        faults = check(path, md, glossary) if path.is_file() else [(1, "no such file: look at it")]
        found += [(path, line, fault) for line, fault in faults]
    for path, line, fault in sorted(found):
        print(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{line}: {fault}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
