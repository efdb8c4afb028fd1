Documentation.addTranslations({
  locale: "ja",
  plural_expr: "0",
  messages: {
    ", in ": "、場所：",
    "Hide Search Matches": "検索語の強調を消す",
    "Preparing search...": "検索を準備しています…",
    "Search Results": "検索結果",
    "Search finished, found one page matching the search query.": [
      "${resultCount}件見つかりました。",
    ],
    Searching: "検索しています",
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
      "見つかりませんでした。綴りを確かめるか、語を減らすか、エラーの文の一部で検索してください。",
  },
});
