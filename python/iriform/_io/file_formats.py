"""The formats of files.

Each row has a name, the suffixes of file names, and the beginnings of files.

A row has the facts about a format apart from its reader, which is in `iriform.audit.formats.known`
under the same name.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_IRI = rb"<[^<>]*>"
_NODE = rb"(?:<[^<>]*>|_:\S+)"
_LITERAL = rb'"(?:[^"\\\n]|\\.)*"(?:\^\^<[^<>]*>|@[A-Za-z0-9-]+)?'
_STATEMENT = _NODE + rb"\s+" + _IRI + rb"\s+(?:" + _NODE + rb"|" + _LITERAL + rb")"
_END = rb"\s*\.\s*(?:#.*)?$"


class FileFormat(NamedTuple):
    """A format, without its reader."""

    name: str
    """The name that `--format` accepts."""
    suffixes: tuple[str, ...] = ()
    """The suffixes of files in this format, compressed or not; without a dot, whole names."""
    title: str = ""
    """The common name, if such a file could be mistaken for lines of text."""
    begins: re.Pattern[bytes] | None = None
    """The beginning of the first line that is neither blank nor a comment."""
    magic: bytes = b""
    """The first bytes of a file."""
    way: str = ""
    """Advice for a file with this beginning, if it is more than `--format`."""


FILE_FORMATS = (
    FileFormat("text", (".txt",)),
    FileFormat("prose"),
    FileFormat("csv", (".csv",)),
    FileFormat("tsv", (".tsv", ".tab")),
    FileFormat("jsonl", (".jsonl", ".ndjson")),
    FileFormat("json", (".json",)),
    FileFormat("sbom", (".cdx.json", ".cyclonedx.json", ".spdx.json", "bom.json")),
    FileFormat("parquet", (".parquet", ".parq"), "a Parquet file", magic=b"PAR1"),
    FileFormat(
        "html",
        (".html", ".htm", ".xhtml"),
        "HTML",
        re.compile(rb"<(?:!DOCTYPE\s+html|html|head|body)\b", re.IGNORECASE),
        way="--format html reads its links",
    ),
    FileFormat("feed", (".xml", ".rss", ".atom", ".opml")),
    FileFormat(
        "package",
        (".epub", ".docx", ".xlsx", ".pptx"),
        "a ZIP archive (or a spreadsheet)",
        magic=b"PK\x03\x04",
    ),
    FileFormat(
        "robots",
        ("robots.txt",),
        "robots.txt",
        re.compile(rb"(?:user-agent|sitemap)\s*:", re.IGNORECASE),
        way="--format robots reads its sitemaps",
    ),
    FileFormat(
        "access-log",
        ("access.log", "access_log"),
        "a log of requests",
        re.compile(rb'\S+ \S+ [^\[]*\[\d\d/\w{3}/\d{4}:[^\]]*\] "'),
        way="--format access-log reads its requests, --find its links",
    ),
    FileFormat(
        "turtle",
        (".ttl", ".turtle", ".n3"),
        "Turtle",
        re.compile(
            rb"@(?:prefix|base)\s|PREFIX\s+[^\s<>:]*:\s*<|BASE\s+<"
            rb"|" + _NODE + rb"\s+(?:a|" + _IRI + rb")\s.*[;,]$",
            re.IGNORECASE,
        ),
    ),
    FileFormat("n-triples", (".nt", ".ntriples"), "N-Triples", re.compile(_STATEMENT + _END)),
    FileFormat(
        "n-quads",
        (".nq", ".nquads"),
        "N-Quads",
        re.compile(_STATEMENT + rb"\s+" + _NODE + _END),
    ),
    FileFormat("trig", (".trig",)),
    FileFormat(
        "rdf-xml",
        (".rdf", ".rdfs", ".owl"),
        "XML",
        re.compile(rb"<\?xml\b|<rdf:RDF\b|<!DOCTYPE\b"),
        way=(
            "--format rdf-xml reads RDF/XML, --format feed reads sitemaps and feeds, iriform find"
            " lists the links of any other XML"
        ),
    ),
    FileFormat("json-ld", (".jsonld",)),
)

BY_SUFFIX = {suffix: row.name for row in FILE_FORMATS for suffix in row.suffixes}
"""The names of formats, by suffix."""

(PAGES,) = (row.suffixes for row in FILE_FORMATS if row.name == "html")
"""The suffixes of HTML pages."""
