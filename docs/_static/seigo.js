"use strict";

// The language switch keeps the place on the page, and a search its words.
function keepPlace() {
  for (const link of document.querySelectorAll("a.language-switch")) {
    link.search = location.search;
    link.hash = location.hash;
  }
}
addEventListener("DOMContentLoaded", keepPlace);
addEventListener("hashchange", keepPlace);

// sphinx-copybutton has no Japanese, and its button no name that a screen reader says.
if (document.documentElement.lang === "ja") {
  messages.ja = {
    copy: "コピー",
    copy_to_clipboard: "クリップボードにコピー",
    copy_success: "コピーしました",
    copy_failure: "コピーできませんでした",
  };
  iconCheck = iconCheck.replace(messages.en.copy_success, messages.ja.copy_success);
  iconCopy = iconCopy.replace(messages.en.copy_to_clipboard, messages.ja.copy_to_clipboard);
  locale = "ja";
}

// The theme gives the arrow that opens a chapter no name that a screen reader says.
addEventListener("DOMContentLoaded", () => {
  for (const arrow of document.querySelectorAll("details > summary:has(> .toctree-toggle)")) {
    arrow.ariaLabel = arrow.parentElement.previousElementSibling.textContent;
  }
});

// A page opened as a file may not fetch others for the summaries of search results.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
