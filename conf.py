"""One Sphinx configuration for both languages: ``-D language=ja`` makes the Japanese site."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent
# The extensions, and the scripts in examples/, which pages import.
sys.path[:0] = [str(ROOT / "docs" / "_ext"), str(ROOT)]

project = "Seigo"
author = "The Seigo contributors"
copyright = "2026, The Seigo contributors"
language = "en"
extensions = [
    "myst_parser",
    "sphinx.ext.doctest",
    "sphinx_copybutton",
    "api",
    "code_comments",
    "corrections",
    "japanese_search",
    "verification",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_ext", "_templates", "_static", "_data"]
templates_path = [str(ROOT / "docs" / "_templates")]
myst_enable_extensions = ["colon_fence"]
nitpicky = True

# Absolute: Sphinx reads a relative path from docs/, sphinx-intl from here, and a wrong one
# gives an English site without a word.
locale_dirs = [str(ROOT / "locale")]
gettext_compact = False
gettext_uuid = False
gettext_location = False
gettext_last_translator = "The Seigo contributors"
gettext_language_team = "ja"
figure_language_filename = "{path}{basename}.{language}{ext}"
translation_progress_classes = True

# Each page begins with torch as a fresh process has it, whatever the page before it did.
# The name is what a reader's own session has: a class prints as <class '__main__.Mine'>.
doctest_global_setup = "__name__ = '__main__'; import torch_state; torch_state.reset()"
doctest_global_cleanup = "import torch_state; torch_state.reset()"
doctest_test_doctest_blocks = ""
# Sphinx's default ignores the text of exceptions and lets "..." match anything.
doctest_default_flags = 0
trim_doctest_flags = True

BASE_URL = os.environ.get("SEIGO_BASE_URL", "https://seigo-docs.github.io/seigo")
html_theme = "pydata_sphinx_theme"
html_title = "Seigo 正誤"
html_static_path = [str(ROOT / "docs" / "_static")]
html_css_files = ["seigo.css"]
html_js_files = ["seigo.js"]
html_favicon = str(ROOT / "docs" / "_static" / "favicon.svg")
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_context = {
    "github_user": "seigo-docs",
    "github_repo": "seigo",
    "github_version": "main",
    "doc_path": "docs",
    "base_url": BASE_URL,
    "default_mode": "auto",
}
html_theme_options = {
    "navbar_persistent": ["search-button"],
    "navbar_end": ["language-switch", "theme-switcher"],
    "secondary_sidebar_items": ["page-toc", "edit-this-page", "report-mistake"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "use_edit_page_button": True,
    "show_toc_level": 2,
}
html_sidebars = {"404": [], "about": [], "translating": [], "corrections": []}

copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True


def set_language(app, config):
    """Set what depends on the language, which is known only after ``-D`` was read."""
    config.html_baseurl = f"{BASE_URL}/{config.language}/"
    if config.language == "ja":
        config.html_theme_options["search_bar_text"] = "検索語を入力"


def setup(app):
    """Register the one hook of this file."""
    app.connect("config-inited", set_language)
