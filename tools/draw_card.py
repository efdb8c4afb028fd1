"""Draws the social cards, ``docs/_static/card.en.png`` and ``card.ja.png``, with Chromium.

Sphinx's own extension for cards draws with a Latin-only font and prints boxes for Japanese. The
cards change so seldom that they are committed: ``python tools/draw_card.py`` draws them again,
with the Noto CJK fonts installed.
"""

import shutil
from html import escape
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "docs" / "_static"
WIDTH, HEIGHT = 1200, 630
LINES = {
    "en": ["PyTorch's extension points,", "corrected and run.", "Every example runs in CI, on torch 2.13.0"],
    "ja": ["PyTorchの拡張点を、", "動かして正す。", "すべての例をtorch 2.13.0で実行しています"],
}  # fmt: skip


def card(language):
    """Return the card as SVG."""
    first, second, small = map(escape, LINES[language])
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" lang="{language}"
  font-family="'Noto Sans CJK JP', 'Noto Sans JP', sans-serif" fill="#1b2430">
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fcfcfd"/>
<rect width="24" height="{HEIGHT}" fill="#b3362b"/>
<text x="90" y="150" font-size="54" font-weight="700" fill="#b3362b">Seigo 正誤</text>
<text x="90" y="310" font-size="72" font-weight="700">{first}</text>
<text x="90" y="408" font-size="72" font-weight="700">{second}</text>
<text x="90" y="540" font-size="36" fill="#3d4a5c">{small}</text>
</svg>"""


def main():
    """Write both cards."""
    from playwright.sync_api import sync_playwright

    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-sync",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=arguments
        )
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for language in LINES:
            page.set_content(f'<body style="margin:0">{card(language)}')
            page.screenshot(path=STATIC / f"card.{language}.png")
        browser.close()


if __name__ == "__main__":
    main()
