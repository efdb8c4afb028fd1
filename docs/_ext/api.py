"""The head of a reference entry: name, signature and first release, in one form tests can read."""

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective


class Api(SphinxDirective):
    """``{api} NAME`` with the options ``signature`` and ``since`` (both optional)."""

    required_arguments = 1
    option_spec: ClassVar = {
        "signature": directives.unchanged_required,
        "since": directives.unchanged_required,
    }

    def run(self):
        """Return the call as code and a line with the release."""
        call = self.arguments[0] + self.options.get("signature", "")
        code = nodes.literal_block(call, call, language="python", classes=["api-signature"])
        found = [code]
        if "since" in self.options:
            text = _("Added in torch %s") % self.options["since"]
            found.append(nodes.paragraph("", "", nodes.emphasis("", text), translatable=False))
        return found


def setup(app):
    """Register the directive."""
    app.add_directive("api", Api)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
