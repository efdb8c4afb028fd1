"use strict";
// Ranks what Sphinx's search finds. Sphinx wants every word of a query on a page and scores a page
// by its best word alone: with Japanese split into pairs of characters, one pair that no page has
// empties the list, and all other pages tie.

const TEXT = 1;
const HEADING = 3;
const PART_OF_A_WORD = 0.4;
// Where no page has all words, pages with this share of them are shown.
const ENOUGH = 0.6;
const SECTION = 10;

function pagesOf(word, terms) {
  const exact = Object.hasOwn(terms, word);
  const keys = exact
    ? [word]
    : word.length > 2 || word.charCodeAt(0) > 0x2fff
      ? Object.keys(terms).filter((term) => term.includes(word))
      : [];
  return [exact ? 1 : PART_OF_A_WORD, new Set(keys.flatMap((key) => terms[key]))];
}

// Long pages hold every word; a page that holds few words and this one is about it.
function lengths({ terms, docnames }) {
  const counts = docnames.map(() => 1);
  for (const files of Object.values(terms)) for (const file of [files].flat()) counts[file] += 1;
  const mean = counts.reduce((sum, count) => sum + count) / counts.length;
  return counts.map((count) => 0.7 + (0.3 * count) / mean);
}

// The section of each page whose heading holds all words, and how much of the heading they are.
function sections(words, { alltitles }) {
  const stemmer = new Stemmer();
  const best = new Map();
  for (const [title, places] of Object.entries(alltitles)) {
    const held = new Set(splitQuery(title.toLowerCase()).map((word) => stemmer.stemWord(word)));
    if (!words.every((word) => held.has(word))) continue;
    const share = words.length / held.size;
    for (const [file, id] of places)
      if (share > (best.get(file)?.share ?? 0)) best.set(file, { share, id, title });
  }
  return best;
}

Search.performTermsSearch = (searchTerms) => {
  const { docnames, filenames, titles, terms, titleterms } = Search._index;
  const words = [...searchTerms];
  const found = docnames.map(() => ({ score: 0, words: 0 }));
  let rarities = 0;
  for (const word of words) {
    const weights = new Map();
    for (const [index, weight] of [[terms, TEXT], [titleterms, HEADING]]) {
      const [share, files] = pagesOf(word, index);
      for (const file of files)
        weights.set(file, Math.max(weights.get(file) ?? 0, share * weight));
    }
    const rarity = Math.log(1 + docnames.length / (1 + weights.size));
    rarities += rarity;
    for (const [file, weight] of weights) {
      found[file].score += rarity * weight;
      found[file].words += 1;
    }
  }
  const most = Math.max(0, ...found.map((page) => page.words));
  if (!most || most < ENOUGH * words.length) return [];
  const wanted = most === words.length ? most : Math.ceil(ENOUGH * words.length);
  const length = lengths(Search._index);
  const headed = sections(words, Search._index);
  return found.flatMap((page, file) => {
    if (page.words < wanted) return [];
    const section = headed.get(file);
    // Pages at the top gather what the pages of the topics say.
    const gathers = docnames[file].includes("/") ? 1 : 0.8;
    let score = (5 * gathers * page.score) / (rarities * length[file]);
    if (section) score += SECTION * section.share;
    const title = section?.id ? `${titles[file]} > ${section.title}` : titles[file];
    const anchor = section?.id ? `#${section.id}` : "";
    const kind = section ? SearchResultKind.title : SearchResultKind.text;
    return [[docnames[file], title, anchor, null, score, filenames[file], kind]];
  });
};

// The words as they were typed are marked on the page, not the pairs of characters.
const parseQuery = Search._parseQuery;
Search._parseQuery = (query) => {
  const parsed = parseQuery(query);
  const typed = query.toLowerCase().trim().split(/\s+/);
  localStorage.setItem("sphinx_highlight_terms", typed.join(" "));
  parsed[3] = new Set(typed);
  return parsed;
};

// The index is the largest file of the site: it comes after the page, and a query waits for it.
addEventListener("load", () => {
  Search.loadIndex(`${document.documentElement.dataset.content_root}searchindex.js`);
});
