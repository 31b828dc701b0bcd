"""The plan: the summation of an audit's partial counts, in SQL for Spark and any other engine.

`facts` reads the partial counts once, and makes a table `facts` that is small, or has one row for
each host if there are many. The other queries read that table. Names from outside, of files or
columns, are never in the text of a query.
"""

# ruff: noqa: S608 - every piece of the SQL is written here

from __future__ import annotations

from iriform._core import KEPT, NEW_PREFIX


def facts(partials: str = "partials") -> str:
    """Add up the partial counts of a table."""
    return f"""
SELECT
    what, file, part, path, start, name, size,
    CAST(sum(n) AS BIGINT) AS n,
    CAST(sum(ascii) AS BIGINT) AS ascii,
    max(longest) AS longest,
    CAST(sum(mendable) AS BIGINT) AS mendable,
    array_agg(example) FILTER (WHERE example IS NOT NULL) AS examples
FROM {partials}
GROUP BY what, file, part, path, start, name, size
"""


# Each piece has some examples of each kind. Only those of the first pieces matter.
_EXAMPLES = f"""
SELECT file, path, start, examples FROM (
    SELECT *, row_number() OVER (PARTITION BY name ORDER BY file, path, start) AS place
    FROM facts WHERE what = 'example'
) AS placed WHERE place <= {KEPT}
"""

_PIECES = "SELECT what, file, path, start, n FROM facts WHERE what IN ('places', 'lines')"

# If several pieces of an input have reasons, the first of this list is shown.
_REFUSED = "SELECT file, name FROM facts WHERE what = 'refused' ORDER BY file, path, start, name"

_LENGTHS = "SELECT name, size, n, longest FROM facts WHERE what = 'length'"


def _names(what: str) -> str:
    """List all names of a kind, with their counts."""
    return f"SELECT name, n FROM facts WHERE what = '{what}'"


def _totals(what: str) -> str:
    """Count the occurrences of all names of a kind, and the distinct ones."""
    return f"SELECT CAST(coalesce(sum(n), 0) AS BIGINT), count(*) FROM facts WHERE what = '{what}'"


def _top(what: str, limit: int) -> str:
    """List the most frequent names of a kind."""
    return f"{_names(what)} ORDER BY n DESC, name LIMIT {min(limit, _MOST):d}"


def _longest(limit: int) -> str:
    """List the namespaces for which a prefix would save most characters, apart from its own."""
    return (
        f"SELECT name, n, n * (length(name) - {NEW_PREFIX}) AS saved FROM facts"
        f" WHERE what = 'namespace' ORDER BY saved DESC, name LIMIT {min(limit, _MOST):d}"
    )


# The largest limit that all engines accept.
_MOST = 2**31 - 1


def queries(limit: int, facts: str = "facts") -> dict[str, str]:
    """Return the queries on the table `facts`, by name."""
    asked = {
        "counts": "SELECT file, part, name, n, ascii FROM facts WHERE what = 'status'",
        "reasons": "SELECT name, n, mendable FROM facts WHERE what = 'reason'",
        "causes": "SELECT name, n, mendable FROM facts WHERE what = 'cause'",
        "findings": _names("finding"),
        "scripts": _names("script"),
        "examples": _EXAMPLES,
        "pieces": _PIECES,
        "refused": _REFUSED,
        "scheme_totals": _totals("scheme"),
        "scheme_top": _top("scheme", limit),
        "host_totals": _totals("host"),
        "host_top": _top("host", limit),
        "authority_totals": _totals("authority"),
        "authority_top": _top("authority", limit),
        "lengths": _LENGTHS,
        "prefixes": _names("prefix"),
        "namespace_totals": _totals("namespace"),
        "namespace_top": _longest(limit),
    }
    return {name: query.replace("FROM facts", f"FROM {facts}") for name, query in asked.items()}
