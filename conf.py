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
    "error_index",
    "japanese_search",
    "mathml",
    "measured",
    "not_found",
    "releases",
    "safe_translations",
    "social_card",
    "verification",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_ext", "_templates", "_static", "_data"]
templates_path = [str(ROOT / "docs" / "_templates")]
myst_enable_extensions = ["colon_fence"]
# No page needs HTML, and a translation must not bring any.
myst_disable_syntax = ["html_block", "html_inline"]
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
# Read the Docs serves /en/latest/page.html, GitHub Pages /en/page.html.
VERSION_PATH = (
    f"{os.environ['READTHEDOCS_VERSION']}/" if "READTHEDOCS_VERSION" in os.environ else ""
)
html_theme = "pydata_sphinx_theme"
html_title = "Seigo 正誤"
html_static_path = [str(ROOT / "docs" / "_static")]
html_css_files = ["seigo.css"]
html_js_files = ["seigo.js"]
html_logo = str(ROOT / "docs" / "_static" / "favicon.svg")
html_favicon = str(ROOT / "docs" / "_static" / "favicon.svg")
html_math_renderer = "mathml"
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
    "version_path": VERSION_PATH,
    "default_mode": "auto",
}
html_theme_options = {
    "logo": {"text": "Seigo 正誤"},
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "navbar_end": ["language-switch", "theme-switcher"],
    "secondary_sidebar_items": ["page-toc", "edit-this-page", "report-mistake"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "use_edit_page_button": True,
    "show_toc_level": 2,
}
# A page at the top has no pages below it to list.
html_sidebars = {"*": []}

# A signature is no code to run.
copybutton_selector = "div:not(.api-signature) > div.highlight > pre"
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True


def set_language(app, config):
    """Set what depends on the language, which is known only after ``-D`` was read."""
    config.html_baseurl = f"{BASE_URL}/{config.language}/{VERSION_PATH}"
    if config.language == "ja":
        config.html_theme_options["search_bar_text"] = "検索語を入力"
        config.html_theme_options["header_dropdown_text"] = "その他"


def skip_templates(app):
    """Extract no strings of templates: sphinx-intl would delete the rest of sphinx.po."""
    if app.builder.name == "gettext":
        app.config.templates_path = []


def setup(app):
    """Register the hooks of this file."""
    app.connect("config-inited", set_language)
    app.connect("builder-inited", skip_templates)
