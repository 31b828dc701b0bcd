"""Ask all peers all questions, and write the results: `python -m lab.differential PROGRAM`."""

import sys
from collections import Counter, defaultdict
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks import record

from . import peers
from .classes import classify
from .questions import ROOT, Question, corpora, questions
from .report import without_other_examples, write

RESULTS = ROOT / "lab" / "differential" / "results.json"


def crate_versions() -> dict[str, str]:
    """Return the versions of the crates, from the lock file."""
    lock = (ROOT / "lab" / "Cargo.lock").read_text("utf-8").split("[[package]]")
    fields = (
        dict(line.split(" = ") for line in block.split("\n") if " = " in line) for block in lock
    )
    return {
        block["name"].strip('"'): block["version"].strip('"') for block in fields if "name" in block
    }


class Tally:
    """The answers of one peer to the questions of one operation."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.asked = self.same = 0
        self.classes: Counter[str] = Counter()
        self.examples: dict[str, list[str | None]] = {}

    def add(self, question: Question, ours: str | None, theirs: str | None) -> None:
        """Count one answer."""
        self.asked += 1
        if ours == theirs:
            self.same += 1
            return
        name = " + ".join(classify(question, ours, theirs)) or "unexplained"
        self.classes[name] += 1
        self.examples.setdefault(name, [question.a, question.b, ours, theirs])


def main(program: Path) -> None:
    """Run everything."""
    asked = list(dict.fromkeys(questions()))
    ours = [peers.iriform(question) for question in asked]
    found: defaultdict[str, defaultdict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    for peer, operations in peers.PEERS.items():
        for question, answer in zip(asked, ours, strict=True):
            if question.operation in operations:
                tally = found[question.operation][peer]
                tally.add(question, answer, peers.ask(peer, question))
    for peer, answers in peers.crates(program, asked).items():
        for question, answer, theirs in zip(asked, ours, answers, strict=True):
            if theirs not in {"-", "?"}:
                text = theirs[1:] if theirs.startswith("=") else None
                found[question.operation][peer].add(question, answer, text)
    crates = crate_versions()
    results: dict[str, Any] = {
        "date": date.today().isoformat(),  # noqa: DTZ011 - the day, wherever it is
        "versions": {
            peer: crates.get(peer)
            or (sys.version.split()[0] if peer == "urllib" else version(peer))
            for peer in sorted({peer for tallies in found.values() for peer in tallies})
        },
        "operations": {
            operation: {
                peer: {
                    "asked": tally.asked,
                    "same": tally.same,
                    "classes": dict(tally.classes.most_common()),
                    "examples": tally.examples,
                }
                for peer, tally in tallies.items()
            }
            for operation, tallies in found.items()
        },
    }
    unexplained = [
        tally.examples["unexplained"]
        for tallies in found.values()
        for tally in tallies.values()
        if "unexplained" in tally.examples
    ]
    if corpora() is None:
        # Fewer questions have other figures; they only check that nothing is unexplained.
        count = sum(tally.asked for tallies in found.values() for tally in tallies.values())
        sys.stdout.write(f"{count:,} answers of peers compared; the recorded figures stay\n")
    else:
        without_other_examples(results)
        RESULTS.write_text(record.written(results) + "\n", "utf-8")
        write()
    if unexplained:
        sys.exit("\n".join(f"unexplained: {example!a}" for example in unexplained))


main(Path(sys.argv[1]))
