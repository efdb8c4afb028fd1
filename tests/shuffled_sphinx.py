"""Sphinx, but its doctest builder runs the pages in a random order that a number fixes.

python tests/shuffled_sphinx.py NUMBER ARGUMENTS-OF-SPHINX-BUILD
"""

import random
import sys

from sphinx.cmd.build import main
from sphinx.ext import doctest


def shuffled(names):
    """Return ``names`` in the order of this run."""
    names = sorted(names)
    random.Random(int(sys.argv[1])).shuffle(names)
    return names


# The builder takes its pages in the order of the function that it calls by this name.
doctest.sorted = shuffled
sys.exit(main(sys.argv[2:]))
