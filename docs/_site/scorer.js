// What the search of the site finds first: pages for users, then the reference, then what is for us.
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^(project|performance)\/|^(proof|mutants|rules-tested|field-tests|conformance|differences|release)$/.test(page)) return score * 0.2;
    return page.startsWith("reference/") ? score * 0.8 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

// Where no page has all words, the rarest is left out, and so on; the page names what was left out.
{
  const perform = Search._performSearch;
  const pages = (word) => Search.performTermsSearch(new Set([new Stemmer().stemWord(word.toLowerCase())]), new Set()).length;
  Search._performSearch = (query, terms, ...rest) => {
    let results = perform(query, terms, ...rest);
    let words = splitQuery(query);
    Search.leftOut = [];
    while (!results.length && words.length > 1) {
      const rarest = words.reduce((one, other) => (pages(other) < pages(one) ? other : one));
      words = words.filter((word) => word !== rarest);
      query = query.replaceAll(rarest, " ").trim(); // what joins the other words stays
      Search.leftOut.push(rarest);
      const parsed = Search._parseQuery(query);
      results = perform(...parsed);
      [...terms].forEach((term) => parsed[1].has(term) || terms.delete(term)); // for the excerpts
    }
    if (Search.leftOut.length && Search.output) {
      const told = document.createElement("p");
      told.textContent = `No page has all words. Left out: ${Search.leftOut.join(", ")}.`;
      Search.output.before(told);
    }
    return results;
  };
}
