"""Writes formulas as MathML at build time: the default, MathJax, comes from another host."""

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)


def mathml(node, display):
    """Return the formula of a node; a faulty one is a warning."""
    try:
        html = convert(node.astext(), display=display)
        fault = "an unknown command" if "\\" in html else ""
    except Exception as error:  # noqa: BLE001 - the classes of latex2mathml share no base
        html, fault = "", type(error).__name__
    if fault:
        logger.warning("%s in the formula %r", fault, node.astext(), location=node)
    return html


def inline(writer, node):
    """Write a formula in a line."""
    writer.body.append(mathml(node, "inline"))
    raise nodes.SkipNode


def block(writer, node):
    """Write a displayed formula, with its number where it has one."""
    writer.body.append(writer.starttag(node, "div", CLASS="math", tabindex="0"))
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})</span>')
    writer.body.append(mathml(node, "block") + "</div>\n")
    raise nodes.SkipNode


def setup(app):
    """Register the renderer; conf.py chooses it."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
