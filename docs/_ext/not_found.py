"""The 404 page: a server shows it at any depth, so its links must not be relative.

They are made absolute where the site is built for an address, that is with SEIGO_BASE_URL set;
elsewhere the page must work from a file. Also the page's directive ``{front-pages}``, which links
the front page of each language.
"""

import os
import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

PAGE = "404"
FRONT_PAGES = {"en": "English", "ja": "日本語"}
LINK = re.compile(r'\b(href|src|data-content_root)="(?!#|/|[a-z][a-z0-9+.-]*:)([^"]*)"')


class FrontPages(SphinxDirective):
    """``{front-pages}``."""

    def run(self):
        """Return a list of links, each in its own language."""
        version = self.config.html_context.get("version_path", "")
        up = "../" * (1 + version.count("/"))
        links = nodes.bullet_list()
        for language, name in FRONT_PAGES.items():
            front = f"{language}/{version}index.html"
            link = nodes.reference("", name, refuri=up + front, internal=False)
            paragraph = nodes.paragraph("", "", link, translatable=False)
            links += nodes.list_item("", paragraph)
        return [links]


def absolute(html, base):
    """Return a page with each relative link resolved against ``base``."""
    return LINK.sub(lambda match: f'{match[1]}="{urljoin(base, match[2])}"', html)


def finish(app, exception):
    """Make the links of the written page absolute; a second time changes nothing."""
    path = Path(app.outdir, f"{PAGE}.html")
    if exception is None and "SEIGO_BASE_URL" in os.environ and path.exists():
        base = urlsplit(app.config.html_baseurl).path or "/"
        path.write_text(absolute(path.read_text(encoding="utf-8"), base), encoding="utf-8")


def setup(app):
    """Register the directive and the hook."""
    app.add_directive("front-pages", FrontPages)
    app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
