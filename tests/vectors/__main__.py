"""Count anew, choose anew what is carried, and write the document: `python -m tests.vectors`.

To be run, and its changes to be read, when a difference has been decided.
"""

import json
from collections import Counter

from .judge import COUNTS, Counts, judge, judged
from .report import write
from .rows import CARRIED
from .subjects import SUBJECTS

# How many rows of each verdict are carried along of a file, from the front.
OF_EACH_DIFFERENCE = 6
OF_AGREEMENT = 40


def carry(file: str) -> None:
    """Copy rows, with their source and licence, into the project."""
    carried: Counter[str] = Counter()
    with (CARRIED / f"{file}.jsonl").open("w", encoding="utf-8") as lines:
        for row, _, found in judged(file, "shared"):
            most = OF_AGREEMENT if found == "agrees" else OF_EACH_DIFFERENCE
            if carried[found] < most and not row.get("lone_surrogates"):
                carried[found] += 1
                row.pop("also_in", None)
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def main() -> None:
    """Write everything that is derived from the table."""
    for file in SUBJECTS:
        carry(file)
    counts: Counts = {
        "shared": {file: judge(file, "shared") for file in SUBJECTS},
        "carried": {file: judge(file, "carried") for file in SUBJECTS},
    }
    COUNTS.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")
    write()


main()
