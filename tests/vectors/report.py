"""The figures of docs/differences.md on the suites, from the table and the counts."""

from tests.tables import ROOT

from .differences import DIFFERENCES
from .judge import AGREES, recorded

DOCUMENT = ROOT / "docs" / "differences.md"
BEGIN, END = "<!-- suites: begin -->", "<!-- suites: end -->"


def suites() -> str:
    """Return the part of the document that is about the suites."""
    counts = recorded()["shared"]
    lines = [BEGIN, "", "| file | rows | agree | differ |", "|---|---:|---:|---:|"]
    for file, found in counts.items():
        total, agree = sum(found.values()), found.get(AGREES, 0)
        lines.append(f"| [{file}](#{file}) | {total} | {agree} | {total - agree} |")
    absent = [entry for entry in DIFFERENCES if not entry.has_counterpart]
    rows = {entry: counts[entry.file][entry.code] for entry in absent}
    total = sum(sum(found.values()) for found in counts.values())
    lines += [
        "",
        f"Of the {total} rows, {sum(rows.values())} ask for what iriform has no operation for:",
    ]
    lines += ["", "| file | class | rows |", "|---|---|---:|"]
    lines += [f"| {entry.file} | {entry.code} | {count} |" for entry, count in rows.items()]
    for file in counts:
        entries = [entry for entry in DIFFERENCES if entry.file == file]
        lines += ["", f"### {file}", ""]
        if not entries:
            lines.append("Every row agrees.")
            continue
        lines += ["| class | rows | what the suites expect | why we answer otherwise |"]
        lines += ["|---|---:|---|---|"]
        for entry in entries:
            theirs, why = (text.replace("|", "\\|") for text in (entry.theirs, entry.why))
            lines.append(f"| {entry.code} | {counts[file][entry.code]} | {theirs} | {why} |")
    return "\n".join([*lines, "", END])


def write() -> None:
    """Put what is found now into the document."""
    text = DOCUMENT.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    DOCUMENT.write_text(before + suites() + after, "utf-8")
