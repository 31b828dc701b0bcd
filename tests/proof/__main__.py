"""Prints the size of the proof in its short form: `python -m tests.proof`."""

from __future__ import annotations

from .machine import RULES, machine
from .texts import SUITES, of_kinds, of_padding


def main() -> None:
    """Print the size of each machine and the number of texts in each suite, for docs/proof.md."""
    print("rule                states letters  wp k=0    wp k=1")  # noqa: T201
    total = [0, 0]
    for rule in RULES:
        whole = machine(rule)
        counts = [sum(1 for _ in SUITES[name](whole)) for name in ("wp0", "wp1")]
        total = [a + b for a, b in zip(total, counts, strict=True)]
        sizes = f"{len(whole.table):6} {len(whole.letters):7}"
        print(f"{rule:19} {sizes} {counts[0]:7} {counts[1]:9}")  # noqa: T201
    print(f"all {len(RULES)} rules {total[0]:25} {total[1]:9}")  # noqa: T201
    more = {
        "scan": SUITES["scan"],
        "errors": SUITES["errors"],
        "pump": SUITES["pump"],
        "triples": SUITES["triples"],
        "kinds": of_kinds,
    }
    for name, suite in more.items():
        print(f"{name}: {sum(1 for rule in RULES for _ in suite(machine(rule)))}")  # noqa: T201
    for name, longer in (("escapes", SUITES["escapes"]), ("padding", of_padding)):
        counted = sum(1 for rule in ("IRI-reference", "iquery") for _ in longer(machine(rule)))
        print(f"{name} (IRI-reference and iquery): {counted}")  # noqa: T201


if __name__ == "__main__":
    main()
