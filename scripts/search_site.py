"""Ask the built site what users ask: `python scripts/search_site.py target/site`.

It runs the search of the site itself, with its index, and fails for a query of `docs/_site/queries.csv`
whose first three results have none of the pages that answer it.
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

# What the search touches of a browser without a need.
BROWSER = """
var window = globalThis, SPHINX_HIGHLIGHT_ENABLED = false;
var document = {getElementById: () => element, addEventListener() {}, documentElement: {dataset: {}}};
var _ready = () => {}, _ = (text) => text;
var element = {remove() {}, get lastChild() { return null; }};
"""
ASK = "JSON.stringify(Search._performSearch(...Search._parseQuery(%s)).reverse().map((r) => r[0]))"


def search(site: Path) -> quickjs.Context:
    """Load the search of the site."""
    context = quickjs.Context()
    scripts = ("_static/language_data.js", "_static/searchtools.js")
    texts = [(site / name).read_text(encoding="utf-8") for name in scripts]
    context.eval(
        "\n".join([BROWSER, *texts, (site / "searchindex.js").read_text(encoding="utf-8")])
    )
    return context


def main() -> None:
    """Ask all queries, and say which are not answered."""
    context = search(Path(sys.argv[1]))
    with QUERIES.open(encoding="utf-8", newline="") as file:
        queries = [(row["query"], row["pages"].split()) for row in csv.DictReader(file)]
    missed = 0
    for query, pages in queries:
        first = [*dict.fromkeys(json.loads(context.eval(ASK % json.dumps(query))))][:FIRST]
        if not set(first) & set(pages):
            missed += 1
            print(f"{query}: {', '.join(first) or 'nothing'}; not {' or '.join(pages)}")  # noqa: T201 - a program
    print(f"{len(queries)} queries, {missed} without an answer among the first {FIRST} pages")  # noqa: T201
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
