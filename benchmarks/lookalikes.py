"""The finds of `protected`, its mistakes, and its cost.

`python -m benchmarks.lookalikes FILE…` prints the tables of docs/field-tests.md. Files have text
with links: their hosts show the rate of false finds. The kinds of names are those of `dnstwist`,
which need not be installed: without it the first table is left out. `--speed FILE…` measures
columns and engines instead, with generated names and with those of the files, including DuckDB's
extension if `make duckdb-extension` has built it.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter, defaultdict
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time_ns
from typing import TYPE_CHECKING

from benchmarks.harness import least
from iriform import IRI

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NAMES_TEXT = """
adobe.com airbnb.com amazon.com americanexpress.com apple.com bankofamerica.com barclays.co.uk
binance.com booking.com chase.com cisco.com citibank.com coinbase.com dhl.com discord.com
dropbox.com ebay.com facebook.com fedex.com github.com google.com hsbc.com instagram.com
linkedin.com mastercard.com microsoft.com netflix.com oracle.com paypal.com roblox.com
salesforce.com samsung.com santander.com slack.com sony.com spotify.com steampowered.com
target.com telegram.org twitter.com uber.com ups.com usps.com visa.com walmart.com
wellsfargo.com whatsapp.com wikipedia.org yahoo.com zoom.us
"""
NAMES = tuple(NAMES_TEXT.split())
CODES = {
    "host-confusable-with": "look",
    "host-font-confusable-with": "font",
    "host-contains-name": "part",
    "host-edit-of-name": "edit",
    "host-suffix-of-name": "suffix",
}
WORDS = [
    "account",
    "auth",
    "bank",
    "blog",
    "foundation",
    "help",
    "login",
    "mail",
    "news",
    "secure",
    "shop",
    "support",
    "verify",
    "world",
]
PARTS = "ka lo mi ter son net go vi ra pex dor um ly bank shop tech"
EXTENSION = Path(__file__).parents[1] / "target" / "duckdb" / "iriform.duckdb_extension"
SUFFIXES = ["co", "net", "org", "info", "biz", "online", "top", "xyz", "co.uk", "de"]


def degree(host: str) -> str | None:
    """Return the degree to which a host resembles one of the names; None if it does not."""
    for finding in IRI(f"http://{host}/").check("norm", protected=NAMES):
        if finding.code in CODES:
            return CODES[finding.code]
    return None


def row(cells: Iterable[object]) -> str:
    """Write a row of a table."""
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def head(first: str, last: str) -> str:
    """Write the head of a table of degrees."""
    cells = [first, "names", "found", *CODES.values(), last]
    return row(cells) + "\n|---|" + "--:|" * (len(cells) - 2) + "---|"


def kinds() -> None:
    """Print the share of dnstwist's names that are found."""
    try:
        dnstwist = import_module("dnstwist")
    except ImportError:
        print("dnstwist is not installed", file=sys.stderr)
        return
    made: dict[str, set[str]] = defaultdict(set)
    for name in NAMES:
        fuzzer = dnstwist.Fuzzer(name, dictionary=WORDS, tld_dictionary=SUFFIXES)
        fuzzer.generate()
        for one in fuzzer.permutations():
            if one["domain"] not in NAMES:
                made[one["fuzzer"]].add(one["domain"])
    made.pop("*original", None)
    print(head("kind", "not found, for example"))
    for kind, hosts in sorted(made.items()):
        degrees = {host: degree(host) for host in sorted(hosts)}
        counts = Counter(degrees.values())
        missed = [host for host, found in degrees.items() if found is None]
        share = f"{1 - len(missed) / len(hosts):.1%}"
        example = f"`{missed[len(missed) // 2]}`" if missed else ""
        print(row([kind, len(hosts), share, *(counts[d] for d in CODES.values()), example]))


def alarms(paths: list[str]) -> None:
    """Print how often a host of the files resembles a name."""
    print(f"\n{head('hosts of', 'for example')}")
    for path in paths:
        text = Path(path).read_text("utf-8", "replace")
        hosts = {host.lower() for host in re.findall(r"https?://([^/\"'<>\s:?#@\\]+)", text)}
        degrees = {host: degree(host) for host in sorted(hosts) if IRI.is_valid(f"http://{host}/")}
        counts = Counter(found for found in degrees.values() if found)
        found = [host for host, one in degrees.items() if one and one != "suffix"]
        share = f"{counts.total() / max(len(degrees), 1):.3%}"
        example = ", ".join(f"`{host}`" for host in found[:3])
        per_degree = [counts[d] for d in CODES.values()]
        print(row([Path(path).name, len(degrees), share, *per_degree, example]))


def made_names() -> list[str]:
    """Return 10 000 names of few syllables, which many links of the benchmark share."""
    chosen = random.Random(1)  # noqa: S311 - names, not secrets
    parts = PARTS.split()
    suffixes = (".com", ".org", ".net", ".de", ".co.uk")

    def made() -> str:
        label = "".join(chosen.choices(parts, k=chosen.randint(2, 4)))
        return label + chosen.choice(suffixes)

    return [*dict.fromkeys(made() for _ in range(14_000))][:10_000]


def of_row(rows: int, call: Callable[[], object]) -> float:
    """Return the processor time of a row, in nanoseconds, the minimum of five runs."""
    return least(call, clock=process_time_ns) / rows


def speed(paths: list[str]) -> None:
    """Print the cost of names per row: generated names, and those of files with one name per line."""
    from benchmarks.columns import data
    from iriform import columns

    lists = {"made": made_names()}
    lists |= {Path(path).name: Path(path).read_text("utf-8").split() for path in paths}
    print(row(["column", "profile", "names", "without, ns", "with, ns", "factor"]))
    print("|---|---|---|--:|--:|--:|")

    def compared(title: str, profile: str, without: float, ways: dict[str, float]) -> None:
        for listed, with_names in ways.items():
            cells = [round(without), round(with_names), f"{with_names / without:.1f}"]
            print(row([title, profile, listed, *cells]))

    for title, column in {"web": data.web(), "non-ASCII": data.dbpedia()}.items():
        for profile in ("default", "untrusted"):
            check = partial(columns.check, column, profile, threads=1)
            without = of_row(len(column), check)
            ways = {
                listed: of_row(len(column), partial(check, protected=names))
                for listed, names in lists.items()
            }
            compared(title, profile, without, ways)
    engines = {"DuckDB": sql, "Polars": polars}
    if EXTENSION.is_file():
        engines["DuckDB's extension"] = partial(sql, native=EXTENSION)
    for engine, asked in engines.items():
        for profile in ("default", "untrusted"):
            without = asked(profile, None)
            ways = {listed: asked(profile, names) for listed, names in lists.items()}
            compared(f"web, {engine}", profile, without, ways)


def polars(profile: str, names: list[str] | None) -> float:
    """Return the time of a row in an expression of Polars."""
    import polars as pl

    from benchmarks.columns import data
    from iriform.polars import check

    web = pl.DataFrame({"url": pl.from_arrow(data.web())})
    expression = check("url", profile, protected=names or ())
    return of_row(len(web), lambda: web.select(expression))


def sql(profile: str, names: list[str] | None, native: Path | None = None) -> float:
    """Return the time of a row in DuckDB's SQL.

    The names are registered; the extension receives them as JSON with each call.
    """
    import duckdb
    import pyarrow as pa

    import iriform.duckdb
    from benchmarks.columns import data

    web = pa.table({"url": data.web(200_000)})
    config = {"threads": 1, "allow_unsigned_extensions": "true"}
    with duckdb.connect(config=config) as connection:
        iriform.duckdb.register(connection, protected=None if native else names, native=native)
        connection.register("arrow", web)
        connection.execute("CREATE TABLE web AS SELECT * FROM arrow")
        given = {"profile": profile}
        more = ""
        if native and names:
            more, given["names"] = ", '{}', $names", json.dumps(names)
        query = f"SELECT count(*) FROM web WHERE len(iri_check(url, $profile{more})) > 0"  # noqa: S608
        return of_row(len(web), lambda: connection.execute(query, given).fetchall())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--speed"]:
        speed(sys.argv[2:])
    else:
        kinds()
        alarms(sys.argv[1:])
