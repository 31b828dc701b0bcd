"""`format: iri` in python-jsonschema, before and after: the case of its issue 1392.

1 800 IRIs in one document were validated in a minute. `python -m
benchmarks.python.jsonschema_formats` validates them with each library that python-jsonschema takes
the format from, and with iriform, and keeps what it found in benchmarks/record. Libraries that
would take minutes get a sample, and the record says so.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from importlib.metadata import version
from time import perf_counter

import jsonschema

from benchmarks.python.texts import REPOSITORY, lines
from iriform.jsonschema import format_checker

COUNT = 1800
SAMPLE = 60  # for what takes milliseconds each
RECORD = REPOSITORY / "benchmarks" / "record" / "jsonschema_formats.json"
SCHEMA = {"type": "array", "items": {"type": "string", "format": "iri"}}

Check = Callable[[object], bool]


def texts() -> list[str]:
    """Take links of the web, evenly."""
    valid = [text for text in lines("kasztp.txt", "web") if not text.startswith("\ufeff")]
    return valid[:: len(valid) // COUNT][:COUNT]


def with_format(check: Check | None) -> jsonschema.FormatChecker:
    """Make a checker of one format, as python-jsonschema does for the libraries that it knows."""
    checker = jsonschema.FormatChecker(formats=[])
    if check is not None:
        checker.checks("iri", raises=(ValueError, TypeError))(check)
    return checker


def rfc3987_syntax() -> Check:
    """What python-jsonschema takes by default, from `jsonschema[format-nongpl]`."""
    from rfc3987_syntax import is_valid_syntax

    return lambda text: not isinstance(text, str) or is_valid_syntax("iri", text)


def rfc3987() -> Check:
    """The GPL one, from `jsonschema[format]`."""
    from rfc3987 import parse

    return lambda text: not isinstance(text, str) or bool(parse(text, rule="IRI"))


def seconds(checker: jsonschema.FormatChecker, values: list[str]) -> tuple[float, int]:
    """Validate one document once, as its user does; also the number of errors."""
    validator = jsonschema.Draft202012Validator(SCHEMA, format_checker=checker)
    start = perf_counter()
    errors = sum(1 for _ in validator.iter_errors(values))
    return perf_counter() - start, errors


def main() -> None:
    """Measure, print, and keep."""
    values = texts()
    cases = {
        "no format at all": (with_format(None), values),
        "iriform": (format_checker(with_format(None)), values),
        "rfc3987": (with_format(rfc3987()), values),
        "rfc3987-syntax": (with_format(rfc3987_syntax()), values[:: COUNT // SAMPLE]),
    }
    found = {}
    for name, (checker, some) in cases.items():
        seconds(checker, some[:1])  # what is built at the first call is not counted
        repeats = 1 if name == "rfc3987-syntax" else 5
        took, errors = min(seconds(checker, some) for _ in range(repeats))
        found[name] = {
            "values": len(some),
            "errors": errors,
            "seconds": round(took, 4),
            "seconds for 1800": round(took * COUNT / len(some), 4),
            "sampled": len(some) < COUNT,
        }
        print(f"{name:18} {found[name]}")
    record = {
        "command": "python -m benchmarks.python.jsonschema_formats",
        "date": datetime.now(timezone.utc).date().isoformat(),
        "python": sys.version.split()[0],
        "machine": platform.machine(),
        "versions": {n: version(n) for n in ("jsonschema", "rfc3987", "rfc3987-syntax")},
        "found": found,
    }
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
