"""Updates the Japanese catalogues from the sources and says what is untranslated.

``python tools/translate.py [PAGE ...]`` (``make translate``); without pages, all of them.
Run twice it changes nothing: no dates, no wrapping, no places, no obsolete entries. Where a
catalogue is broken it says so and changes none.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale" / "ja" / "LC_MESSAGES"
HEADER = {
    "Language": "ja",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=1; plural=0;",
}
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

from safe_translations import read


def extract(folder):
    """Let Sphinx write the templates of all pages into ``folder``."""
    command = [sys.executable, "-m", "sphinx", "-c", ROOT, "-b", "gettext", "-D", "language=en"]
    result = subprocess.run(
        [*command, "-n", "-W", "--keep-going", "-q", ROOT / "docs", folder],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if result.returncode:
        sys.exit(f"{result.stderr}translate: the sources have faults; nothing was changed")


def load(path):
    """Return the entries of the catalogue at ``path`` by message; end where it is broken."""
    if not path.exists():
        return {}
    catalogue, faults = read(path)
    if catalogue is None:
        line, fault = faults[0]
        sys.exit(f"{os.path.relpath(path, ROOT)}:{line}: {fault}; no catalogue was changed")
    # An obsolete entry lends its translation where the message is back and has none.
    return {e.msgid: e for e in sorted(catalogue, key=lambda entry: not entry.obsolete)}


def update(template, old):
    """Return a catalogue with the messages of ``template``, in order, translated as before."""
    new = polib.POFile(wrapwidth=0)
    new.metadata = HEADER
    for entry in polib.pofile(str(template)):
        known = old.get(entry.msgid) or polib.POEntry()
        kept = {"msgstr": known.msgstr, "tcomment": known.tcomment, "flags": known.flags}
        new.append(polib.POEntry(msgid=entry.msgid, **kept))
    return new


def write(path, text):
    """Put ``text`` at ``path`` in one step, so that no half of it can be left behind."""
    if path.exists() and path.read_bytes() == text.encode("utf-8"):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def main(pages):
    """Update the catalogues of ``pages`` (all if empty)."""
    with tempfile.TemporaryDirectory() as folder:
        extract(folder)
        templates = {
            template.relative_to(folder).with_suffix("").as_posix(): template
            for template in sorted(Path(folder).rglob("*.pot"))
            if template.stem != "sphinx"
        }
        if unknown := sorted(set(pages) - set(templates)):
            sys.exit(f"translate: no page {unknown[0]}; no catalogue was changed")
        paths = {name: LOCALE / f"{name}.po" for name in pages or templates}
        # All are read before one is written.
        known = {name: load(path) for name, path in paths.items()}
        for name, path in paths.items():
            catalogue = update(templates[name], known[name])
            write(path, f"{catalogue}\n")
            shown = os.path.relpath(path, ROOT)
            for entry in catalogue.untranslated_entries():
                print(f"{shown}: untranslated: {entry.msgid}")
            kept = {entry.msgid for entry in catalogue}
            for message, entry in known[name].items():
                if message not in kept:
                    print(f"{shown}: dropped: {message} = {entry.msgstr}")


if __name__ == "__main__":
    main(sys.argv[1:])
