"""The plan: what an audit counts, in SQL that DuckDB and Spark both run.

`FACTS` goes over the rows once, and leaves a table `facts` that is small or, where there are many
hosts, as large as there are hosts. The other queries ask that table. No name that comes from
outside, of a file or a column, is ever in the text of a query.
"""

# ruff: noqa: S608 - every piece of the SQL is written here

from __future__ import annotations

from .terms import MEASURED

# Lengths are counted in classes: 0, 1, 2 to 3, 4 to 7, 8 to 15, … code points.
_CLASSES = [f"CAST(ceil(log2(length({c}) + 1)) AS INT) AS class_{c}" for c in MEASURED]

_PROFILE = ", ".join(
    [
        "file, part, status, ascii, scheme_name, reason, findings, scripts",
        *(f"class_{component}" for component in MEASURED),
    ]
)

FACTS = f"""
SELECT
    CASE WHEN grouping(host_name) = 0 THEN 'host' ELSE 'profile' END AS what,
    {_PROFILE},
    host_name,
    count(*) AS n,
    {", ".join(f"max(length({c})) AS longest_{c}" for c in MEASURED)},
    array_agg(examples) FILTER (WHERE examples IS NOT NULL) AS examples
FROM (SELECT *, {", ".join(_CLASSES)} FROM parts) AS measured
GROUP BY GROUPING SETS (({_PROFILE}), (host_name))
"""

_SUM = "CAST(sum(n) AS BIGINT)"

_COUNTS = f"""
SELECT file, part, status, {_SUM}, CAST(sum(CASE WHEN ascii THEN n ELSE 0 END) AS BIGINT)
FROM facts WHERE what = 'profile' GROUP BY file, part, status
"""

_REASONS = f"""
SELECT reason, {_SUM} AS n
FROM facts WHERE what = 'profile' AND reason IS NOT NULL GROUP BY reason
"""

# Findings and scripts come as sets, such as "Han Latin".
_FINDINGS = f"""
SELECT findings, {_SUM}
FROM facts WHERE what = 'profile' AND findings IS NOT NULL GROUP BY findings
"""
_SCRIPTS = f"""
SELECT scripts, {_SUM}
FROM facts WHERE what = 'profile' AND scripts IS NOT NULL GROUP BY scripts
"""

_EXAMPLES = "SELECT file, examples FROM facts WHERE what = 'profile' AND examples IS NOT NULL"

_NAMES = {
    "scheme": f"SELECT scheme_name AS name, {_SUM} AS n FROM facts"
    " WHERE what = 'profile' AND scheme_name IS NOT NULL GROUP BY scheme_name",
    "host": "SELECT host_name AS name, n FROM facts WHERE what = 'host' AND host_name IS NOT NULL",
}


def _totals(kind: str) -> str:
    """Count the occurrences of all schemes or hosts, and how many different ones there are."""
    return f"SELECT coalesce({_SUM}, 0), count(*) FROM ({_NAMES[kind]}) AS names"


def _top(kind: str, limit: int) -> str:
    """List the most frequent schemes or hosts."""
    rows = min(limit, _MOST)
    return f"SELECT name, n FROM ({_NAMES[kind]}) AS names ORDER BY n DESC, name LIMIT {rows:d}"


# The largest limit that all engines take.
_MOST = 2**31 - 1

_LENGTHS = " UNION ALL ".join(
    f"SELECT '{c}' AS component, class_{c} AS class, {_SUM} AS n, max(longest_{c}) AS longest"
    f" FROM facts WHERE what = 'profile' AND status = 'valid' AND class_{c} IS NOT NULL"
    f" GROUP BY class_{c}"
    for c in MEASURED
)


def queries(limit: int) -> dict[str, str]:
    """Name the queries that ask the facts."""
    return {
        "counts": _COUNTS,
        "reasons": _REASONS,
        "findings": _FINDINGS,
        "scripts": _SCRIPTS,
        "examples": _EXAMPLES,
        "scheme_totals": _totals("scheme"),
        "scheme_top": _top("scheme", limit),
        "host_totals": _totals("host"),
        "host_top": _top("host", limit),
        "lengths": _LENGTHS,
    }
