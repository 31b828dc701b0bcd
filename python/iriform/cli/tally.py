"""Counting names, exactly, in bounded memory, however many there are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckdb import DuckDBPyConnection

# Names are gathered in Python up to this many, then DuckDB adds them to what it has on disk.
_GATHERED = 100_000


@dataclass(frozen=True)
class Count:
    """A name and how often it occurs."""

    name: str
    count: int


class Tally:
    """Counts names of several kinds. Names that differ only in ASCII case are one name.

    That is how schemes and hosts compare (RFC 3986 §6.2.2.1, RFC 3987 §5.3.2.1).
    """

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._gathered: dict[str, Counter[str]] = {}
        connection.execute("CREATE TEMP TABLE tally (kind VARCHAR, name VARCHAR, n BIGINT)")

    def add(self, kind: str, names: Iterable[str]) -> None:
        """Count some names."""
        gathered = self._gathered.setdefault(kind, Counter())
        gathered.update(names)
        if len(gathered) >= _GATHERED:
            self._flush(kind)

    def top(self, kind: str, limit: int) -> tuple[int, int, list[Count]]:
        """Give the number of occurrences, of distinct names, and the most frequent names."""
        self._flush(kind)
        rows = self._connection.execute(
            "WITH counts AS MATERIALIZED ("
            " SELECT translate(name, $upper, $lower) AS folded, sum(n)::BIGINT AS n"
            " FROM tally WHERE kind = $kind GROUP BY folded)"
            " SELECT (SELECT sum(n)::BIGINT FROM counts), (SELECT count(*) FROM counts), folded, n"
            " FROM counts ORDER BY n DESC, folded LIMIT $limit",
            {"upper": ascii_uppercase, "lower": ascii_lowercase, "kind": kind, "limit": limit},
        ).fetchall()
        if not rows:
            return 0, 0, []
        return rows[0][0], rows[0][1], [Count(name, n) for _, _, name, n in rows]

    def _flush(self, kind: str) -> None:
        gathered = self._gathered.get(kind)
        if gathered:
            self._connection.execute(
                "INSERT INTO tally SELECT $1, unnest($2::VARCHAR[]), unnest($3::BIGINT[])",
                [kind, list(gathered), list(gathered.values())],
            )
            gathered.clear()
