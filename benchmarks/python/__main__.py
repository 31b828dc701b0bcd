"""`python -m benchmarks.python [GROUP …]`: run groups of benchmarks; all of them by default."""

from benchmarks import record
from benchmarks.harness import run
from benchmarks.python.groups import GROUPS

PEERS = (
    "iriform", "ada-url", "can-ada", "httpx", "hyperlink", "jsonschema", "pydantic", "pyoxigraph",
    "mcp", "rdflib", "rfc3986", "rfc3986-validator", "rfc3987", "rfc3987-syntax", "std-uritemplate",
    "uri-template", "uritemplate", "uritools", "url-py", "yarl",
)  # fmt: skip

if __name__ == "__main__":
    for command in run("benchmarks.python", GROUPS):
        record.save("versions", command, record.versions(*PEERS))
