"""The figures of docs/differences.md on the peers, from results.json."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from .classes import ALTERATIONS, ROOTLESS_MERGE, SPECIALS, Alteration, Special
from .questions import ROOT

DOCUMENT = ROOT / "docs" / "differences.md"
RESULTS = ROOT / "lab" / "differential" / "results.json"
# Of what is many, the most frequent are listed.
LISTED = 6
COMMAND = "python -m lab.differential target/lab/release/iriform-differential"


def _code(text: str | None) -> str:
    """Write text so that a table of Markdown shows it, and nothing invisible in it."""
    if text is None:
        return "refused"
    plain = "".join(
        character if character.isprintable() else f"\\u{ord(character):04x}" for character in text
    )
    plain = plain if len(plain) <= 70 else plain[:67] + "..."
    return f"`` {plain} ``".replace("|", "\\|") if plain else "(empty)"


def _results() -> dict[str, Any]:
    results: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
    return results


def _listed(counts: Counter[str]) -> str:
    """List what is most frequent, and say how much the others are together."""
    first = counts.most_common(LISTED)
    listed = [f"{name} {count}" for name, count in first]
    if rest := counts.total() - sum(count for _, count in first):
        listed.append(f"others {rest}")
    return "; ".join(listed)


def _share(tally: dict[str, Any] | None) -> str:
    """Say how many of the answers are the same, rounded down: 100 % is all of them."""
    if tally is None:
        return ""
    if tally["same"] == tally["asked"]:
        return "100 %"
    return f"{tally['same'] * 1000 // tally['asked'] / 10:.1f} %"


def summary() -> str:
    """Return a table of how many answers of each peer are ours."""
    results = _results()
    operations = results["operations"]
    versions = ", ".join(f"{peer} {version}" for peer, version in results["versions"].items())
    lines = [f"| | {' | '.join(operations)} |", "|---|" + "---:|" * len(operations)]
    for peer in sorted(results["versions"]):
        shares = [_share(tallies.get(peer)) for tallies in operations.values()]
        lines.append(f"| {peer} | {' | '.join(shares)} |")
    return "\n".join([*lines, "", f"*`{COMMAND}`, {results['date']}: {versions}*"])


def peers() -> str:
    """Return what each peer differs in, and why."""
    results = _results()
    lines = []
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for operation, tallies in results["operations"].items():
        lines += [f"### {operation}, by peer", ""]
        lines += ["| peer | asked | same | classes of difference |", "|---|---:|---:|---|"]
        for peer, tally in tallies.items():
            classes = _listed(Counter(tally["classes"]))
            lines.append(f"| {peer} | {tally['asked']} | {tally['same']} | {classes} |")
            for names, count in tally["classes"].items():
                for name in names.split(" + "):
                    counts[name][f"{operation}: {peer}"] += count
        lines.append("")
    lines += ["### The classes", ""]
    lines += [
        "What has to be undone in both answers until they are the same; often more than one.",
        "",
    ]
    lines += ["| class | what the peer does | why we do not | where |", "|---|---|---|---|"]
    entries: list[Alteration | Special] = [*SPECIALS, ROOTLESS_MERGE, *ALTERATIONS]
    for entry in entries:
        if entry.name in counts:
            where = _listed(counts[entry.name])
            lines.append(f"| {entry.name} | {entry.what} | {entry.why} | {where} |")
    return "\n".join(lines)


def _telling(names: Iterable[str]) -> list[str]:
    """Leave out combinations of classes each of which another example shows."""
    shown: set[str] = set()
    telling = []
    for name in sorted(names, key=lambda name: name.count(" + ")):
        if not shown.issuperset(classes := name.split(" + ")):
            shown.update(classes)
            telling.append(name)
    return telling


def examples() -> str:
    """Return an example of each class of differences, by peer."""
    lines = [
        "| operation | peer | class | question | ours | theirs |",
        "|---|---|---|---|---|---|",
    ]
    for operation, tallies in _results()["operations"].items():
        for peer, tally in tallies.items():
            for name in _telling(tally["examples"]):
                a, b, ours, theirs = tally["examples"][name]
                question = f"{_code(a)} + {_code(b)}" if b else _code(a)
                fields = (operation, peer, name, question, _code(ours), _code(theirs))
                lines.append("| " + " | ".join(fields) + " |")
    return "\n".join(lines)


PARTS = {"summary": summary, "peers": peers, "examples": examples}


def part(name: str) -> str:
    """Return a part of the document, between its marks."""
    return f"<!-- {name}: begin -->\n\n{PARTS[name]()}\n\n<!-- {name}: end -->"


def write() -> None:
    """Put what was found into the document."""
    text = DOCUMENT.read_text("utf-8")
    for name in PARTS:
        before, _, rest = text.partition(f"<!-- {name}: begin -->")
        after = rest.partition(f"<!-- {name}: end -->")[2]
        text = before + part(name) + after
    DOCUMENT.write_text(text, "utf-8")
