"""What docs/differences.md says of the peers, from results.json."""

import json
from collections import Counter, defaultdict
from typing import Any

from .classes import ALTERATIONS, ROOTLESS_MERGE, SPECIALS, Alteration, Special
from .questions import ROOT

DOCUMENT = ROOT / "docs" / "differences.md"
RESULTS = ROOT / "differential" / "results.json"
BEGIN, END = "<!-- peers: begin -->", "<!-- peers: end -->"
COMMAND = "python -m differential differential/target/release/iriform-differential"


def _code(text: str | None) -> str:
    """Write text so that a table of Markdown shows it, and nothing invisible in it."""
    if text is None:
        return "refused"
    plain = "".join(
        character if character.isprintable() else f"\\u{ord(character):04x}" for character in text
    )
    plain = plain if len(plain) <= 70 else plain[:67] + "..."
    return f"`` {plain} ``".replace("|", "\\|") if plain else "(empty)"


def peers() -> str:
    """Return the part of the document that is about the peers."""
    results: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
    versions = ", ".join(f"{peer} {version}" for peer, version in results["versions"].items())
    lines = [BEGIN, "", f"Run on {results['date']} with `{COMMAND}`: {versions}.", ""]
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for operation, tallies in results["operations"].items():
        lines += [f"### {operation}, by peer", ""]
        lines += ["| peer | asked | same | classes of difference |", "|---|---:|---:|---|"]
        for peer, tally in tallies.items():
            classes = "; ".join(f"{name} {count}" for name, count in tally["classes"].items())
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
            where = "; ".join(f"{peer} {count}" for peer, count in counts[entry.name].most_common())
            lines.append(f"| {entry.name} | {entry.what} | {entry.why} | {where} |")
    lines += ["", "### An example of each, by peer", ""]
    lines += [
        "| operation | peer | class | question | ours | theirs |",
        "|---|---|---|---|---|---|",
    ]
    for operation, tallies in results["operations"].items():
        for peer, tally in tallies.items():
            for name, (a, b, ours, theirs) in tally["examples"].items():
                question = f"{_code(a)} + {_code(b)}" if b else _code(a)
                fields = (operation, peer, name, question, _code(ours), _code(theirs))
                lines.append("| " + " | ".join(fields) + " |")
    return "\n".join([*lines, "", END])


def write() -> None:
    """Put what was found into the document."""
    text = DOCUMENT.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    DOCUMENT.write_text(before + peers() + after, "utf-8")
