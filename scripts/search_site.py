"""Search the built site for users' queries: `python scripts/search_site.py target/site`.

It runs the site's own search and index, and fails for a query of `docs/_site/queries.csv` whose
first three results have none of the pages that answer it. Each query runs a second time with a word
that no page has, which the search must ignore.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import quickjs

ROOT = Path(__file__).parents[1]
QUERIES = ROOT / "docs/_site/queries.csv"
FIRST = 3

# The parts of a browser that the search touches, but does not need.
BROWSER = """
var window = globalThis, SPHINX_HIGHLIGHT_ENABLED = false;
var document = {getElementById: () => element, addEventListener() {}, documentElement: {dataset: {}}};
var _ready = () => {}, _ = (text) => text;
var element = {remove() {}, get lastChild() { return null; }};
"""
UNKNOWN = "xyzzyplugh"
ASK = "JSON.stringify(Search._performSearch(...Search._parseQuery(%s)).reverse().map((r) => r[0]))"


def search(site: Path) -> quickjs.Context:
    """Load the search of the site."""
    context = quickjs.Context()
    scripts = ("_static/searchtools.js", "_static/language_data.js")  # in the order of the page
    texts = [(site / name).read_text(encoding="utf-8") for name in scripts]
    context.eval(
        "\n".join([BROWSER, *texts, (site / "searchindex.js").read_text(encoding="utf-8")])
    )
    return context


def main() -> None:
    """Run all queries, and print those without an answer."""
    context = search(Path(sys.argv[1]))
    with QUERIES.open(encoding="utf-8", newline="") as file:
        queries = [(row["query"], row["pages"].split()) for row in csv.DictReader(file)]
    missed = 0
    for query, pages in queries:
        for asked, left_out in ((query, [[]]), (f"{UNKNOWN} {query}", [[UNKNOWN], []])):
            first = [*dict.fromkeys(json.loads(context.eval(ASK % json.dumps(asked))))][:FIRST]
            told = json.loads(context.eval("JSON.stringify(Search.leftOut)"))
            if not set(first) & set(pages) or told not in left_out:
                missed += 1
                found = ", ".join(first) or "nothing"
                print(f"{asked}: {found}; not {' or '.join(pages)}; without {told}")  # noqa: T201
    print(f"{len(queries)} queries, {missed} without an answer among the first {FIRST} pages")  # noqa: T201
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
