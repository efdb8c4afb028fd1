"""Makes Sphinx's own search find Japanese.

Sphinx splits the index into words but the query not at all (sphinx#13395). Here both sides are
split alike: runs of Japanese into overlapping pairs of characters, all else into words.
"""

import re
import unicodedata

from sphinx.search import SearchLanguage

JAPANESE = "々〆ぁ-ゖァ-ヺー㐀-䶿一-鿿"
RUN = re.compile(rf"[{JAPANESE}]+|[^\W{JAPANESE}]+")


class JapaneseBigrams(SearchLanguage):
    """The splitter of the index, and its twin for the browser."""

    lang = "ja"
    language_name = "Japanese"
    js_splitter_code = """
function splitQuery(query) {
  const runs = query.normalize("NFKC").match(/[JA]+|(?:(?![JA])[\\p{L}\\p{N}_])+/gu) || [];
  return runs.flatMap((run) =>
    /^[JA]{2,}$/u.test(run)
      ? Array.from(run).slice(1).map((second, i) => Array.from(run)[i] + second)
      : [run]
  );
}
""".replace("JA", JAPANESE)

    def split(self, input):
        """Return the pairs and words of ``input``; 「関数変換」 gives 関数, 数変, 変換."""
        terms = []
        for run in RUN.findall(unicodedata.normalize("NFKC", input)):
            if len(run) > 1 and re.match(f"[{JAPANESE}]", run):
                terms += [run[i : i + 2] for i in range(len(run) - 1)]
            else:
                terms.append(run)
        return terms


def setup(app):
    """Register the splitter in place of Sphinx's own for ``ja``."""
    app.add_search_language(JapaneseBigrams)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
