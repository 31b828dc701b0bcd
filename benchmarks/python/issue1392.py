"""`python -m benchmarks.python.issue1392`: a JSON document of 1 800 IRIs, before and after.

In python-jsonschema's issue 1392 the validation of a document with 1 800 values of the format
`iri` took a minute, with rfc3987-syntax, which the extra `format-nongpl` installs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from time import process_time

from benchmarks import record
from benchmarks.python import texts

COUNT = 1800
SCHEMA = {"type": "array", "items": {"type": "string", "format": "iri"}}
CHECKERS = {
    "format-nongpl: rfc3987-syntax": "rfc3987-syntax",
    "format: rfc3987 (GPL)": "rfc3987",
    "iriform": "iriform",
    "no format checked": "none",
}


def seconds(checker: str) -> float:
    """Validate the document with one of the checkers."""
    document = texts.ascii_(COUNT // 2) + texts.bmp(COUNT // 2)
    if checker == "rfc3987-syntax":
        sys.modules["rfc3987"] = None  # type: ignore[assignment]  # jsonschema would prefer it
    from jsonschema import Draft202012Validator, FormatChecker

    formats: FormatChecker | None = FormatChecker()
    if checker == "iriform":
        from iriform.jsonschema import format_checker

        formats = format_checker()
    elif checker == "none":
        formats = None
    validator = Draft202012Validator(SCHEMA, format_checker=formats)
    assert validator.is_valid(document[:1])  # whatever is made once
    start = process_time()
    assert validator.is_valid(document)
    return process_time() - start


def main() -> None:
    """Run each checker in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    if arguments.one:
        print(seconds(arguments.one))
        return
    rows = []
    print(f"| {COUNT} IRIs | seconds | × iriform |\n|---|---:|---:|")
    for name, checker in CHECKERS.items():
        command = [sys.executable, "-m", "benchmarks.python.issue1392", "--one", checker]
        runs = 1 if checker == "rfc3987-syntax" else 5
        outputs = [
            subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603
            for _ in range(runs)
        ]
        rows.append({"checker": name, "seconds": min(map(float, outputs))})
    ours = next(float(row["seconds"]) for row in rows if row["checker"] == "iriform")
    for row in rows:
        print(f"| {row['checker']} | {row['seconds']:.4f} | {float(row['seconds']) / ours:.1f} |")
    if arguments.record:
        record.save("issue1392", "python -m benchmarks.python.issue1392", rows)


if __name__ == "__main__":
    main()
