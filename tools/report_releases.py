"""Reports page by page what passes on another release of torch; the page "about" shows it.

    python tools/report_releases.py run REPORT          the examples, on the torch that is installed
    python tools/report_releases.py merge REPORT ...    into docs/_data/releases.json

CI's matrix does the first once a release, the job that publishes the site the second. Each page
runs in a process of its own, and its text is noted as a digest, so that a page that has changed
since is not shown as passed.
"""

import datetime
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "_data" / "releases.json"


def digest(text):
    """Return a short digest of a page's source."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def report(version, found, texts, date):
    """Return the report of one release from what ``run_pages.py`` found."""
    pages = {}
    for name, page in sorted(found.items()):
        failures = page["failures"]
        failed = failures.count("Failed example:") or page["examples"] or 1 if failures else 0
        pages[name] = {"failed": failed, "digest": digest(texts[name])}
    return {version: {"date": date, "pages": pages}}


def run_pages(*arguments, **environment):
    """Return what ``tests/run_pages.py`` found; examples may print before its last line."""
    command = [sys.executable, str(ROOT / "tests" / "run_pages.py"), *arguments]
    environment = {**os.environ, **environment}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def run(path, docs=ROOT / "docs"):
    """Run all pages on the installed torch and write the report; return its summary."""
    import torch

    found = run_pages("--docs", str(docs))
    texts = {name: (docs / f"{name}.md").read_text(encoding="utf-8") for name in found}
    version = torch.__version__.split("+")[0]
    made = report(version, found, texts, datetime.datetime.now(datetime.UTC).date().isoformat())
    write(path, made)
    lines = [f"torch {version}"]
    for name, page in made[version]["pages"].items():
        said = f"{page['failed']} failed" if page["failed"] else "passed"
        lines.append(f"{name}: {said} of {found[name]['examples']}")
        lines += [f"    {line}" for line in found[name]["failures"].splitlines()]
    return "\n".join(lines)


def merge(reports, data=DATA):
    """Put reports into the table that the site shows; one of a minor release replaces the last."""
    table = json.loads(data.read_text(encoding="utf-8")) if data.exists() else {}
    for path in reports:
        for version, entry in json.loads(Path(path).read_text(encoding="utf-8")).items():
            minor = version.rsplit(".", 1)[0]
            table = {v: e for v, e in table.items() if v.rsplit(".", 1)[0] != minor}
            table[version] = entry
    write(data, dict(sorted(table.items())))


def write(path, content):
    """Write JSON, one form for all."""
    text = json.dumps(content, indent=1, sort_keys=True) + "\n"
    Path(path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["run", path]:
            print(run(path))
        case ["merge", *paths] if paths:
            merge(paths)
        case _:
            sys.exit(__doc__)
