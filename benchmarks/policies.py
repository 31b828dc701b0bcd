"""How many links of real data a policy refuses, and why: `python -m benchmarks.policies FILE…`.

Files have a link on each line. Only what begins with a scheme of the web is a link here; the rest is left
out, and so is what comes twice. Each reason is listed with examples to look at.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from iriform import Policy
from iriform._policy import READY
from iriform.security import masked

EXAMPLES = 3


def main() -> None:
    """Print the share that is refused, and a table of reasons."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.policies", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--policy", default="web", help=f"{', '.join(READY)}, or a file of TOML")
    arguments = parser.parse_args()
    named = arguments.policy
    policy = READY[named] if named in READY else Policy.read(named)
    links: dict[str, None] = {}
    for file in arguments.files:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        links |= dict.fromkeys(
            line for line in lines if line.lower().startswith(("http:", "https:"))
        )
    reasons: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    refused = 0
    for link in links:
        codes = {finding.code for finding in policy.refusals(link)}
        refused += bool(codes)
        reasons.update(codes)
        for code in codes:
            shown = examples.setdefault(code, [])
            if len(shown) < EXAMPLES:
                shown.append(ascii(masked(link))[1:-1][:70])
    share = f"{refused / max(len(links), 1):.2%}"
    print(f"{len(links):,} links, of which {named} refuses {refused:,} ({share})\n")
    print("| code | links | for example |\n|---|--:|---|")
    for code, count in reasons.most_common():
        print(f"| `{code}` | {count:,} | {', '.join(f'`{text}`' for text in examples[code])} |")


if __name__ == "__main__":
    main()
