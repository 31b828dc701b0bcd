"""`python -m benchmarks.report`: put the figures of benchmarks/record into every page of docs.

No figure there is written by hand: the text between `<!-- figures NAME -->` and `<!-- end -->` is
generated. `NAME` is the name of a record, or `record: title of a table`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DOCS = Path(__file__).parents[1] / "docs"
# The start of a cell with a number, or its replacement if it was not measured.
NUMBER = re.compile(r"\d|–?$")
BLOCK = re.compile(r"(<!-- figures (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)

Rows = list[list[str]]


def table(head: list[str], rows: Rows) -> str:
    """Lay out a table: names aligned left, numbers right."""
    _, *others = zip(*rows, strict=True)
    ruler = ["---:" if all(map(NUMBER.match, column)) else "---" for column in others]
    lines = [head, ["---", *ruler], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def source(what: dict[str, Any]) -> str:
    """Return the source of figures."""
    return f"\n*`{what['command']}`, {what['date']}*\n"


def plain(name: str, head: list[str], row: str, key: str = "rows") -> str:
    """Show the rows of a record; `row` is their pattern."""
    what = record.load(name)
    rows = [row.format_map(found).split(" | ") for found in what["results"][key]]
    return table(head, rows) + source(what)


def tables(pattern: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the tables of records, with the names of the records."""
    for path in sorted(record.FOLDER.glob(pattern)):
        results = record.load(path.stem).get("results")
        for found in results.get("tables", []) if isinstance(results, dict) else []:
            yield path.stem, found


def one(name: str, title: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Load a record, and return it and its table with this title."""
    what = record.load(name)
    (found,) = (each for each in what["results"]["tables"] if each["title"] == title)
    return what, found


def timed(name: str, title: str) -> str:
    """Show one table of a group of `benchmarks.python`."""
    what, found = one(name, title)
    first = found["rows"][0]["name"]
    rows = [
        [f"`{r['name']}`", f"{r['nanoseconds']:,.0f}", f"{r['ratio']:,.2f}"] for r in found["rows"]
    ]
    return table([title, "ns", f"× `{first}`"], rows) + source(what)


# A task, and the table that measures it: its record, its title, and our row.
TASKS = [
    ("check a link", "validate", "Validate, ASCII", "IRI.is_valid"),
    ("parse a link, and read its host and path", "components", "Parse, host and path, ASCII", "IRI"),
    ("resolve a reference, both given as text", "resolve", "Resolve, base and reference as text",
     "iriform.resolve"),
    ("normalize", "normalize", "Normalize, not normal", "IRI"),
    ("write an IRI as a URI", "convert", "IRI to URI, BMP", "IRI"),
    ("expand a URI template", "templates", "Expand a URI template", "URITemplate.expand"),
    ("check a column, a row", "columns-plain", "Validate, web links", "columns.is_valid"),
    ("take the host from a column, a row", "columns-plain", "Host, web links", "columns.host"),
]  # fmt: skip


def short() -> str:
    """Show our time for each task, compared with the fastest alternative."""
    rows: Rows = []
    for task, name, title, subject in TASKS:
        _, found = one(name, title)
        times = {row["name"]: row["nanoseconds"] for row in found["rows"]}
        others = [row for row in times if not re.match(r"\W?(IRI|URI|S$|columns|iriform)", row)]
        fastest = min(others, key=times.__getitem__)
        cells = [f"{times[subject]:,.0f}", f"{times[fastest]:,.0f} ({fastest})"]
        cells.append(f"{times[fastest] / times[subject]:.1f}")
        standard = next((time for row, time in times.items() if row.startswith("urllib")), None)
        cells.append(f"{standard / times[subject]:.1f}" if standard else "")
        rows.append([task, *cells])
    head = ["", "iriform, ns", "the fastest other, ns", "times as fast", "times as fast as urllib"]
    return table(head, rows)


def goals() -> str:
    """Show every goal, from the table of its group with the worst result."""
    worst: dict[tuple[str, str, float], tuple[float, list[str]]] = {}
    for name, found in tables("*.json"):
        if name.startswith("columns-"):
            continue  # they have their own table
        for goal in found.get("goals", []):
            factor, reached = goal["factor"], goal["reached"]
            key = (name, goal["subject"], factor)
            if key not in worst or reached > worst[key][0]:
                verdict = "met" if reached <= factor else "**missed**"
                text = f"`{goal['subject']}` ≤ {factor:.2f} × `{goal['fastest']}`"
                worst[key] = (reached, [text, found["title"], f"{reached:.2f}", verdict])
    return table(["goal", "worst of the tables", "reached", ""], [row for _, row in worst.values()])


def growth(part: str) -> str:
    """Show a part of the results of `benchmarks.python.growth`."""
    what = record.load("growth")
    results = what["results"]
    columns = results["columns"][part]
    rows: Rows = []
    for row in results[part]:
        if part == "peaks":
            rows.append([f"`{row['task']}`", *(f"{row[column]:.2f}" for column in columns)])
        elif part == "sizes":
            name = f"{row['storage']}, `{row['task']}`"
            rows.append([name, *(f"{time:.2f}" for time in row["times"])])
        else:
            name = f"{row['shape']} ({row['kind']})"
            rows.append([name, *(f"{time:.2f}" for time in row["times"])])
    return table(["", *columns], rows) + source(what)


def template_sizes() -> str:
    """Show the results of `benchmarks.python.template_sizes`: each row relative to the previous one."""
    what = record.load("template-sizes")
    rows = [
        [
            row["task"], f"{row['variables']}", f"{row['bytes']:,}", f"{row['seconds'] * 1000:,.1f}",
            "–" if row["ratio"] is None else f"{row['ratio']:.1f}", f"{row['megabytes']:,.1f}",
        ]
        for row in what["results"]["rows"]
    ]  # fmt: skip
    head = ["", "variables", "bytes", "ms", "× the row before", "MB"]
    return table(head, rows) + source(what)


def prefixes() -> str:
    """Show compact IRIs compared with other libraries, with maps of two sizes."""
    what = record.load("prefixes")
    libraries: dict[str, list[str]] = {}
    head = ["ns"]
    for row in what["results"]["rows"]:
        cells = libraries.setdefault(row["name"], [f"`{row['name']}`"])
        cells += [f"{row['compress']:,.0f}", f"{row['expand']:,.0f}"]
        if row["name"] == "iriform":
            head += [f"`compress`, {row['prefixes']:,} prefixes", "`expand`"]
    return table(head, list(libraries.values())) + source(what)


def weight() -> str:
    """Show the size of the wheel."""
    what = record.load("weight")
    kilobytes = {name: f"{size / 1024:,.0f} KB" for name, size in what["results"].items()}
    sentence = (
        f"The wheel has {kilobytes['wheel']}; installed it takes {kilobytes['installed']}, "
        f"of which the native module {kilobytes['native']}.\n"
    )
    return sentence + source(what)


def threads() -> str:
    """Show the gain from a second thread."""
    what = record.load("threads")
    results = what["results"]
    rows = [
        [r["task"], "–" if r["worth"] is None else f"{r['worth']:.2f}", str(r["samples"])]
        for r in results["rows"]
    ]
    gil = "with" if results["gil"] else "without"
    return (
        table(["two threads, × one", "", "samples"], rows)
        + f"\n{what['machine']['python']} {gil} the GIL, {what['machine']['cores']} cores, load "
        f"{results['load']:.0f}.\n" + source(what)
    )


def guard() -> str:
    """Show the cost of a guard per request."""
    what = record.load("guard")
    rows = [
        [
            row["client"],
            *(f"{row[key]:,.0f}" for key in ("without", "bare", "with", "added")),
            f"{row['times']:.2f}",
        ]
        for row in what["results"]["rows"]
    ]
    head = ["µs of the processor, a request", "without a guard", "without deadline and observer"]
    head += ["with both", "added", "both, times"]
    versions = ", ".join(
        f"{name} {version}" for name, version in what["results"]["versions"].items()
    )
    load = f"Load {what['results']['load']:.0f} of {what['machine']['cores']} cores."
    return table(head, rows) + f"\n{versions}. {load}\n" + source(what)


def _lines(name: str) -> list[dict[str, Any]]:
    lines = (record.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def core() -> str:
    """Show the parsers of Rust side by side."""
    names = ["parse", "oxiri", "fluent-uri", "iri-string", "iref", "url", "split"]
    names += ["Latin-1", "UCS-2", "UCS-4"]
    lines = _lines("core")
    names = [name for name in names if any(name in row for row in lines)]
    rows: Rows = []
    for row in lines:
        if "corpus" in row:
            cells = [f"{row[name]:.0f}" if name in row else "–" for name in names]
            ratios = [f"{row['parse'] / row[peer]:.2f}" for peer in ("oxiri", "fluent-uri")]
            rows.append([f"{row['corpus']} ({row['bytes']} bytes)", *cells, *ratios])
    return table(["ns a text", *names, "× oxiri", "× fluent-uri"], rows)


def operations() -> str:
    """Show the operations of Rust side by side."""
    ours = ["iriform", "iriform, values", "iriform by syntax only"]
    peers = ["oxiri", "fluent-uri"]
    rows: Rows = []
    for row in _lines("core"):
        if "operation" in row:
            cells = [f"{row[name]:.0f}" if name in row else "–" for name in [*ours, *peers]]
            ratios = (
                " and ".join(f"{row[name] / row[peer]:.2f}" for peer in peers if peer in row)
                if name in row
                else "–"
                for name in ours[:2]
            )
            rows.append([row["operation"], *cells, *ratios])
    return table(["ns a text", *ours, *peers, "× the others", "values, ×"], rows)


def kernel() -> str:
    """Show the kernel of columns compared with the parser and other crates."""
    peers = ["oxiri", "fluent-uri", "iri-string", "ada"]
    names = [*peers, "parser", "validate", "host", "all", "views"]
    rows: Rows = []
    for row in _lines("kernel"):
        if "column" in row:
            cells = [f"{row[name]:.0f}" if name in row else "–" for name in names]
            fastest = min((row[peer] for peer in peers if peer in row), default=None)
            ratios = [f"{fastest / row[n]:.1f}" if fastest else "–" for n in ("validate", "all")]
            ratios.append(f"{row['parser'] / row['validate']:.1f}")
            rows.append([f"{row['column']} ({row['bytes']:.0f} bytes)", *cells, *ratios])
    return table(["ns a row", *names, "validate, ×", "all, ×", "× parser"], rows)


def kernel_operations() -> str:
    """Show the operations of whole columns compared with other crates."""
    names = ["iriform", "oxiri", "fluent-uri"]
    rows: Rows = []
    for row in _lines("kernel"):
        if "operation" in row:
            cells = [f"{row[name]:.0f}" if name in row else "–" for name in names]
            ratios = [f"{row[n] / row['iriform']:.2f}" if n in row else "–" for n in names[1:]]
            rows.append([f"{row['operation']}, {row['of']}", *cells, *ratios])
    return table(["ns a row", *names, "oxiri, ×", "fluent-uri, ×"], rows)


def builds(name: str, head: str) -> str:
    """Show two builds side by side."""
    what = record.load(name)
    rows = [
        [f"`{r['statement']}`", *(f"{ns:.1f}" for ns in (r["old"], r["new"])),
         f"{r['new'] / r['old']:.2f}"]
        for r in what["results"]["rows"]
    ]  # fmt: skip
    heads = head.format(**what["results"]).split(" | ")
    return table(heads, rows) + source(what)


def kernel_threads() -> str:
    """Show the gain from a second thread for the kernel of columns."""
    rows = [[row["threads"], f"{row['gain']:.2f}"] for row in _lines("kernel") if "threads" in row]
    return table(["two threads, × one", ""], rows)


def machine() -> str:
    """Describe the machine that made the records."""
    what = record.load("versions")
    about, versions = what["machine"], what["results"]
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    return (
        f"{about['cpu']} ({about['cores']} cores, a virtual machine that others used at the same "
        f"time), {about['system']}, {about['python']}. {listed}.\n"
    )


def columns(name: str, title: str) -> str:
    """Show one table of a group of `benchmarks.columns`."""
    what, found = one(name, title)
    rows = [
        [r["name"], f"{r['nanoseconds']:.1f}", f"{1000 / r['nanoseconds']:.1f}",
         f"{r['gigabytes']:.2f}", f"{r['ratio']:.2f}"]
        for r in found["rows"]
    ]  # fmt: skip
    name = f"{title}, {found['bytes'] / found['values']:.0f} bytes a value"
    head = [name, "ns a value", "million/s", "GB/s", f"× {found['rows'][0]['name']}"]
    return table(head, rows) + source(what)


def column_goals() -> str:
    """Show the goals of columns: the wanted and the reached speedup."""
    rows: Rows = []
    for _, found in tables("columns-*.json"):
        for goal in found.get("goals", []):
            wanted, reached = 1 / goal["factor"], 1 / goal["reached"]
            verdict = "met" if reached >= wanted else "**missed**"
            text = f"{goal['subject']}, against {goal['fastest']}"
            rows.append([text, found["title"], f"{wanted:.2f}", f"{reached:.2f}", verdict])
    return table(["goal", "table", "times as fast: goal", "reached", ""], rows)


def column_limits() -> str:
    """Show the goals of columns that are times, and the reached times."""
    rows: Rows = []
    for _, found in tables("columns-*.json"):
        for limit in found.get("limits", []):
            wanted, reached = limit["nanoseconds"], limit["reached"]
            verdict = "met" if reached <= wanted else "**missed**"
            row = [limit["subject"], found["title"], f"{wanted:.0f}", f"{reached:.1f}"]
            rows.append([*row, verdict])
    return table(["goal", "table", "ns a value: goal", "reached", ""], rows)


def extension() -> str:
    """Show the extension of DuckDB compared with the functions that call Python, one row per task."""
    what = record.load("columns-extension")
    names = ["extension", "Python function", "regexp_extract of the host"]
    rows: Rows = []
    for found in what["results"]["tables"]:
        times = {row["name"]: row["nanoseconds"] for row in found["rows"]}
        cells = [f"{times[name]:.0f}" for name in names]
        ratio = f"{times[names[1]] / times[names[0]]:.1f}"
        rows.append([found["title"].removeprefix("DuckDB, "), *cells, ratio])
    head = ["ns a row", *names, "times as fast"]
    return table(head, rows) + source(what)


def sizes(name: str) -> str:
    """Show the time and memory of engines for tables of several sizes."""
    what = record.load(name)
    rows = [
        [f"{r['rows'] // 1_000_000} million, {r['engine']}", f"{r['seconds']:.0f}",
         f"{r['processor seconds']:.1f}", f"{r['processor seconds'] * 1e9 / r['rows']:.0f}",
         f"{r['peak'] / 1e6:,.0f}"]
        for r in what["results"]["rows"]
    ]  # fmt: skip
    head = ["rows, engine", "seconds", "processor seconds", "ns a row", "memory at most, MB"]
    return table(head, rows) + source(what)


def billion() -> str:
    """Show the cost of a billion rows, extrapolated from the smaller and the larger file."""
    found: dict[str, list[tuple[int, float]]] = {}
    for row in record.load("columns-scale")["results"]["rows"]:
        found.setdefault(row["engine"], []).append((row["rows"], row["processor seconds"]))
    rows: Rows = []
    for engine, points in found.items():
        (few, little), *_, (many, much) = sorted(points)
        seconds = (much - little) / (many - few) * 1e9
        rows.append([engine, f"{seconds:,.0f}", f"{seconds / 60:.0f}"])
    return table(["", "processor seconds", "minutes of one core"], rows)


def audits(name: str, kind: str) -> str:
    """Show the cost of audits of inputs of a kind, compared with other programs."""
    what = record.load(name)
    found = [each for each in what["results"]["inputs"] if each["kind"] == kind]
    head = ["", "wall", "processor", "peak memory"]
    if len(found) == 1:
        head[0] = found[0]["about"]
    rows: Rows = []
    for each in found:
        for cost in each["programs"]:
            program, _, of_what = cost["program"].partition(", ")
            program = f"`{program}` {of_what}".strip() if "iriform" in program else cost["program"]
            times = [f"{cost[key]:.2f} s" for key in ("seconds", "processor seconds")]
            first = program if len(found) == 1 else f"{each['about']}: {program}"
            rows.append([first, *times, f"{cost['peak'] / 2**20:,.0f} MiB"])
    load = what["results"]["load"]
    return table(head, rows) + f"\n*`{what['command']}`, load {load:.1f}, {what['date']}*\n"


def audit_ratios() -> str:
    """Show audits compared with DuckDB, which only reads: processor time, including the start of both."""
    rows: Rows = []
    for name in ("audit", "audit-large"):
        for each in record.load(name)["results"]["inputs"]:
            spent = {cost["program"]: cost["processor seconds"] for cost in each["programs"]}
            reads = next((spent[p] for p in spent if p.startswith("DuckDB")), None)
            if reads is not None:
                ratio = spent["iriform audit"] / reads
                rows.append([each["about"], f"{reads:.2f} s", f"{spent['iriform audit']:.2f} s"])
                rows[-1].append(f"{ratio:.2f}")
    return table(["processor", "DuckDB reads", "`iriform audit`", "times"], rows)


def audit_billion() -> str:
    """Show the cost of an audit of billions of lines, extrapolated from a large and a small file."""
    small, large = (record.load(name)["results"]["inputs"][0] for name in ("audit", "audit-large"))

    def seconds(each: dict[str, Any]) -> float:
        (found,) = (c for c in each["programs"] if c["program"] == "iriform audit")
        return float(found["processor seconds"])

    line = (seconds(large) - seconds(small)) / (large["rows"] - small["rows"])
    rows = [
        [name, f"{count * line:,.0f} s", f"{count * line / 120:,.1f} minutes"]
        for name, count in {
            "a billion lines, 44 GiB": 1e9,
            "three billion, the URLs of one crawl of Common Crawl": 3e9,
        }.items()
    ]
    return table(["", "processor", "two cores"], rows) + f"\n{line * 1e9:.0f} ns a line.\n"


PARTS: dict[str, Callable[[], str]] = {
    "column goals": column_goals, "column limits": column_limits,
    "extension": extension, "scale": lambda: sizes("columns-scale"),
    "frontier": lambda: sizes("columns-frontier"), "scale billion": billion,
    "short": short, "goals": goals,
    "prefixes": prefixes, "template sizes": template_sizes,
    "weight": weight, "threads": threads, "core": core,
    "guard": guard, "operations": operations, "machine": machine,
    "memory": lambda: plain(
        "memory", ["bytes", "ASCII", "BMP", "left behind on the caller's BMP text"],
        "`{object}` | {ASCII:.0f} | {BMP:.0f} | {left:.0f}",
    ),
    "start": lambda: plain(
        "start", ["import, ms", "median", "best"], "`{import}` | {median:.1f} | {best:.1f}", "imports"
    ),
    "programs": lambda: plain(
        "programs", ["program, ms", "median", "best"],
        "`{program}` | {median:.0f} | {best:.0f}", "programs",
    ),
    "before after": lambda: builds(
        "before_after", "ns, {before} beside this | before | after | after / before"
    ),
    "profile": lambda: builds("profile", "ns | plain | by a profile | by a profile / plain"),
    "kernel": kernel, "kernel operations": kernel_operations, "kernel threads": kernel_threads,
    "growth sizes": lambda: growth("sizes"),
    "growth hostile": lambda: growth("hostile"),
    "growth peaks": lambda: growth("peaks"),
    "audit lines": lambda: audits("audit", "lines"),
    "audit large": lambda: audits("audit-large", "lines"),
    "audit tables": lambda: audits("audit", "tables"),
    "audit statements": lambda: audits("audit", "statements"),
    "audit ratios": audit_ratios, "audit billion": audit_billion,
}  # fmt: skip


def figures(name: str) -> str:
    """Return the contents of the block `name`."""
    if name in PARTS:
        return PARTS[name]()
    group, _, title = name.partition(": ")
    return columns(group, title) if group.startswith("columns-") else timed(group, title)


def filled(text: str) -> str:
    """Return a page with every block regenerated."""
    return BLOCK.sub(lambda block: f"{block[1]}{figures(block[2])}{block[3]}", text)


def main() -> None:
    """Regenerate every block of every page."""
    for page in DOCS.rglob("*.md"):
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
