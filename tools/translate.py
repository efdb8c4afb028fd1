"""Updates the Japanese catalogues from the sources and says what is untranslated.

``python tools/translate.py [PAGE ...]`` (``make translate``); without pages, all of them.
Run twice it changes nothing: no dates, no wrapping, no places, no obsolete entries.
"""

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


def extract(folder):
    """Let Sphinx write the templates of all pages into ``folder``."""
    command = [sys.executable, "-m", "sphinx", "-c", ROOT, "-b", "gettext", "-D", "language=en"]
    result = subprocess.run(
        [*command, "-n", "-W", "--keep-going", "-q", ROOT / "docs", folder],
        stderr=subprocess.PIPE,
        check=False,
        text=True,
    )
    if result.returncode:
        sys.exit(f"{result.stderr}translate: the sources have faults; nothing was changed")


def update(template, path):
    """Return the catalogue at ``path`` with the messages of ``template``, in their order."""
    try:
        old = {e.msgid: e for e in polib.pofile(str(path))} if path.exists() else {}
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{path}: {error}; run tools/check_catalogues.py for the place")
    new = polib.POFile(wrapwidth=0)
    new.metadata = HEADER
    for entry in polib.pofile(str(template)):
        known = old.get(entry.msgid) or polib.POEntry()
        kept = {"msgstr": known.msgstr, "tcomment": known.tcomment, "flags": known.flags}
        new.append(polib.POEntry(msgid=entry.msgid, **kept))
    return new


def main(pages):
    """Update the catalogues of ``pages`` (all if empty)."""
    with tempfile.TemporaryDirectory() as folder:
        extract(folder)
        templates = sorted(Path(folder).rglob("*.pot"))
        for template in templates:
            name = template.relative_to(folder).with_suffix("").as_posix()
            if pages and name not in pages or name == "sphinx":
                continue
            path = LOCALE / f"{name}.po"
            catalogue = update(template, path)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = str(catalogue) + "\n"
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
            for entry in catalogue.untranslated_entries():
                print(f"{path.relative_to(ROOT)}: untranslated: {entry.msgid}")


if __name__ == "__main__":
    main(sys.argv[1:])
