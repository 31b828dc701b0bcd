"""Check that an extension works in an installed DuckDB: `scripts/smoke_duckdb.py FILE`."""

import sys

import duckdb

connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
connection.execute(f"LOAD '{sys.argv[1]}'")
rows = connection.execute(
    "SELECT iri_is_valid(url), iri_host(url) FROM (VALUES ('http://a.example/b'), ('a b')) AS links(url)"
).fetchall()
assert rows == [(True, "a.example"), (False, None)], rows
sys.stdout.write(f"{sys.argv[1]} works in DuckDB {duckdb.__version__}\n")
