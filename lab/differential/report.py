"""The figures about the peers in docs/differences.md, from results.json."""

import json
from collections import Counter, defaultdict
from typing import Any

from .classes import ALTERATIONS, ROOTLESS_MERGE, SPECIALS, Alteration, Special
from .questions import ROOT

DOCUMENT = ROOT / "docs" / "differences.md"
RESULTS = ROOT / "lab" / "differential" / "results.json"
COMMAND = "python -m lab.differential target/lab/release/iriform-differential"


def _code(text: str | None) -> str:
    """Return text as code for a table of Markdown, with invisible characters escaped."""
    if text is None:
        return "refused"
    plain = "".join(
        character if character.isprintable() else f"\\u{ord(character):04x}" for character in text
    )
    plain = plain if len(plain) <= 70 else plain[:67] + "..."
    mark, space = ("``", " ") if "`" in plain else ("`", "")
    return f"{mark}{space}{plain}{space}{mark}".replace("|", "\\|") if plain else "(empty)"


def _results() -> dict[str, Any]:
    results: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
    return results


def _share(tally: dict[str, Any] | None) -> str:
    """Return the share of equal answers, rounded down: 100 % is all of them."""
    if tally is None:
        return ""
    if tally["same"] == tally["asked"]:
        return "100 %"
    return f"{tally['same'] * 1000 // tally['asked'] / 10:.1f} %"


def summary() -> str:
    """Return a table with the share of each peer's answers that equal ours."""
    results = _results()
    operations = results["operations"]
    versions = ", ".join(f"{peer} {version}" for peer, version in results["versions"].items())
    lines = [f"| | {' | '.join(operations)} |", "|---|" + "---:|" * len(operations)]
    for peer in sorted(results["versions"]):
        shares = [_share(tallies.get(peer)) for tallies in operations.values()]
        lines.append(f"| {peer} | {' | '.join(shares)} |")
    asked = (str(next(iter(tallies.values()))["asked"]) for tallies in operations.values())
    lines.append(f"| *questions* | {' | '.join(asked)} |")
    return "\n".join([*lines, "", f"*`{COMMAND}`, {results['date']}: {versions}*"])


def _tallies(peer: str, results: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the tallies of a peer, by operation."""
    operations = results["operations"].items()
    return {operation: tallies[peer] for operation, tallies in operations if peer in tallies}


def _counts(tallies: dict[str, dict[str, Any]]) -> dict[str, Counter[str]]:
    """Count the answers of each class by operation, the most frequent class first."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for operation, tally in tallies.items():
        for names, count in tally["classes"].items():
            for name in names.split(" + "):
                counts[name][operation] += count
    return dict(sorted(counts.items(), key=lambda item: -item[1].total()))


def _example(name: str, tallies: dict[str, dict[str, Any]]) -> tuple[str, str, list[str | None]]:
    """Return the example of a class with the fewest other classes, and the shortest of these."""
    found = [
        (names.count(" + "), sum(len(text or "") for text in example), (operation, names, example))
        for operation, tally in tallies.items()
        for names, example in tally["examples"].items()
        if name in names.split(" + ")
    ]
    return min(found, key=lambda each: each[:2])[2]


def without_other_examples(results: dict[str, Any]) -> None:
    """Remove the examples that `peers` does not show."""
    for peer in results["versions"]:
        tallies = _tallies(peer, results)
        shown = {_example(name, tallies)[:2] for name in _counts(tallies)}
        for operation, tally in tallies.items():
            tally["examples"] = {
                names: example
                for names, example in tally["examples"].items()
                if (operation, names) in shown
            }


def peers() -> str:
    """Return the classes of each peer, with an example of each."""
    lines = []
    results = _results()
    for peer in sorted(results["versions"]):
        tallies = _tallies(peer, results)
        counts = _counts(tallies)
        lines += [f"### {peer}", ""]
        lines += ["| class | how often | question | ours | theirs |", "|---|---|---|---|---|"]
        for name, often in counts.items():
            operation, _, (a, b, ours, theirs) = _example(name, tallies)
            listed = "; ".join(f"{where} {count}" for where, count in often.most_common())
            question = f"{operation}: {_code(a)}" + (f" + {_code(b)}" if b else "")
            lines.append(f"| {name} | {listed} | {question} | {_code(ours)} | {_code(theirs)} |")
        lines.append("")
    return "\n".join(lines).rstrip()


def classes() -> str:
    """Return what a peer does in each class, and why we do not."""
    results = _results()
    found = {name for peer in results["versions"] for name in _counts(_tallies(peer, results))}
    lines = ["| class | what the peer does | why we do not |", "|---|---|---|"]
    entries: list[Alteration | Special] = [*SPECIALS, ROOTLESS_MERGE, *ALTERATIONS]
    lines += [
        f"| {each.name} | {each.what} | {each.why} |" for each in entries if each.name in found
    ]
    return "\n".join(lines)


PARTS = {"summary": summary, "classes": classes, "peers": peers}


def part(name: str) -> str:
    """Return a part of the document, between its marks."""
    return f"<!-- {name}: begin -->\n\n{PARTS[name]()}\n\n<!-- {name}: end -->"


def write() -> None:
    """Write the results into the document."""
    text = DOCUMENT.read_text("utf-8")
    for name in PARTS:
        before, _, rest = text.partition(f"<!-- {name}: begin -->")
        after = rest.partition(f"<!-- {name}: end -->")[2]
        text = before + part(name) + after
    DOCUMENT.write_text(text, "utf-8")
