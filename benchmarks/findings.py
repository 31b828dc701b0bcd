"""The number of findings of each rule in real data: `python -m benchmarks.findings FILE…`.

Files have one reference per line; invalid ones are left out. The table of docs/findings.md comes
from here.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from iriform import IRIReference
from iriform.findings import RULES


def main(paths: list[str]) -> None:
    """Print a table of codes, with the number of references in 100 000 that have each code."""
    found: Counter[str] = Counter()
    examples: dict[str, str] = {}
    total = 0
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
            if not line or not IRIReference.is_valid(line):
                continue
            total += 1
            codes = {finding.code for finding in IRIReference(line).check("untrusted")}
            found.update(codes)
            examples.update(dict.fromkeys(codes - examples.keys(), line))
    print(
        f"{total:,} references\n\n| code | severity | in 100 000 | for example |\n|---|---|--:|---|"
    )
    severities = {rule.code: rule.severity for rule in RULES}
    for code, count in found.most_common():
        share = f"{count / total * 100_000:,.1f}"
        print(f"| `{code}` | {severities[code]} | {share} | `{ascii(examples[code])[1:-1][:80]}` |")


if __name__ == "__main__":
    main(sys.argv[1:])
