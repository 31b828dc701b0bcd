"""`python -m benchmarks.python [GROUP …]`: run groups of benchmarks; all of them by default."""

from __future__ import annotations

import argparse

from benchmarks import record
from benchmarks.python.groups import GROUPS
from benchmarks.python.harness import measure

PEERS = (
    "iriform", "ada-url", "can-ada", "httpx", "hyperlink", "jsonschema", "pydantic", "pyoxigraph",
    "mcp", "rdflib", "rfc3986", "rfc3986-validator", "rfc3987", "rfc3987-syntax", "std-uritemplate",
    "uri-template", "uritemplate", "uritools", "url-py", "yarl",
)  # fmt: skip


def main() -> None:
    """Run the requested groups."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.python", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--rounds", type=int, help="rounds of each table")
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    unknown = set(arguments.groups) - set(GROUPS)
    if unknown:
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    for name in arguments.groups or GROUPS:
        results = []
        for table in GROUPS[name]():
            table.rounds = arguments.rounds or table.rounds
            result = measure(table)
            print(result, flush=True)
            results.append(result)
        if arguments.record:
            command = f"python -m benchmarks.python {name}"
            record.save(name, command, record.tables(results))
            record.save("versions", command, record.versions(*PEERS))


if __name__ == "__main__":
    main()
