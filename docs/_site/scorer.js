// What the search of the site finds first: pages for users, then the reference, then what is for us.
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^(project|performance)\/|^(mutants|rules-tested|conformance|release)$/.test(page)) return score * 0.2;
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
