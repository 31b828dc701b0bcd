"""Ask libraries to resolve 570 pairs of base and reference: the table of docs/resolve.md.

In a separate environment, with iriform: `pip install elementpath==5.1.4 lxml==6.1.3 PyLD==3.3.0
pyoxigraph==0.5.13 rdflib==7.6.0`. Then `python scripts/resolution_of_pairs.py` prints the rows. The
right result is that of a transcription of RFC 3986 §5.2 in the tests (`tests/oracle`), with `/.`
before a path that would be read as an authority.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

sys.path.insert(0, str(Path(__file__).parent.parent))

import iriform

if TYPE_CHECKING:
    from collections.abc import Callable

BASES = [
    "http://h/a/b", "http://h/d/", "http://h/d/e/f?q", "http://h/a//b/", "http://h/%7Ea/b",
    "http://h/a%20b/c", "http://h", "http://h?q", "http://h/a?q=../x/y", "http://h/a/./b/../c",
    "file:///a/b", "file:/a/b", "s3://b/k/l", "urn:x:y", "urn:x:y/z", "tag:a,2020:b/c",
    "mailto:a@b", "jar:file:///a.jar!/b/c", "http://h/d/#f",
]  # fmt: skip
REFERENCES = [
    "", "#f", "?q", "?q#f", "g", "g/", "/g", "//o/p", "//o", "x:y", ".", "./", "..", "../", "../g",
    "../../g", "../../../g", "./g", "g/./h", "g/../h", "/./g", "/../g", "g.", "..g", "g..", "g;x=1/../y",
    "a//../b", "..//g", "%2e%2e/g", "./g:h",
]  # fmt: skip


def transcription(base: str, reference: str) -> str:
    """Resolve by RFC 3986 §5.2."""
    oracle: Any = import_module("tests.oracle.resolution")
    return str(oracle.resolve(base, reference))


def turtle(base: str, reference: str) -> str:
    """Resolve with Oxigraph's parser of Turtle."""
    ox = import_module("pyoxigraph")
    text = f"@base <{base}> . <{reference}> <x:p> 1 .".encode()
    return str(next(iter(ox.parse(text, format=ox.RdfFormat.TURTLE))).subject.value)


def rdflib(base: str, reference: str, form: str = "turtle") -> str:
    """Resolve with rdflib's parsers."""
    lib = import_module("rdflib")
    text = f"@base <{base}> . <{reference}> <x:p> 1 ."
    if form == "xml":
        text = (
            f'<r:RDF xmlns:r="{lib.RDF}" xmlns:x="x:" xml:base="{base}">'
            f'<r:Description r:about="{reference}"><x:p>1</x:p></r:Description></r:RDF>'
        )
    if form == "json-ld":
        text = json.dumps({"@context": {"@base": base}, "@id": reference, "x:p": 1})
    return str(next(iter(lib.Graph().parse(data=text, format=form).subjects())))


def pyld(base: str, reference: str) -> str:
    """Resolve with the expansion of PyLD."""
    text = {"@context": {"@base": base}, "@id": reference, "x:p": 1}
    return str(import_module("pyld").jsonld.expand(text)[0]["@id"])


def lxml(base: str, reference: str) -> str:
    """Resolve with libxml2, as the base of an element."""
    etree = import_module("lxml.etree")
    return str(etree.fromstring(f'<a xml:base="{base}"><b xml:base="{reference}"/></a>')[0].base)


def elementpath(base: str, reference: str) -> str:
    """Resolve with `resolve-uri` of XPath."""
    lib = import_module("elementpath")
    token = lib.XPath2Parser().parse("resolve-uri($r, $b)")
    context = lib.XPathContext(item=reference, variables={"r": reference, "b": base})
    return str(token.evaluate(context))


LIBRARIES: dict[str, tuple[str, Callable[[str, str], str]]] = {
    "iriform, `resolve`": ("", lambda base, reference: str(iriform.resolve(base, reference))),
    "pyoxigraph, Turtle": ("pyoxigraph", turtle),
    "PyLD": ("PyLD", pyld),
    "rdflib, JSON-LD": ("rdflib", lambda base, reference: rdflib(base, reference, "json-ld")),
    "rdflib, Turtle": ("rdflib", rdflib),
    "rdflib, RDF/XML": ("rdflib", lambda base, reference: rdflib(base, reference, "xml")),
    f"urllib of CPython {sys.version.split()[0]}, `urljoin`": ("", urljoin),
    "elementpath, `resolve-uri`": ("elementpath", elementpath),
    "lxml, `.base`": ("lxml", lxml),
}


def is_right(ask: Callable[[str, str], str], base: str, reference: str) -> bool:
    """Return True if a library returns the right target."""
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            found = ask(base, reference)
    except Exception:  # noqa: BLE001 - each has errors of its own
        return False
    return found == transcription(base, reference)


def main() -> None:
    """Print the rows."""
    logging.disable()
    pairs = [(base, reference) for base in BASES for reference in REFERENCES]
    web = [pair for pair in pairs if pair[0].startswith("http")]
    rows = [["", "version", f"right of {len(pairs)}", f"of {len(web)} with a base of `http`"]]
    rows.append(["---"] * 4)
    for name, (distribution, ask) in LIBRARIES.items():
        known = version(distribution) if distribution else ""
        all_of_them = sum(is_right(ask, *pair) for pair in pairs)
        of_web = sum(is_right(ask, *pair) for pair in web)
        rows.append([name, known, str(all_of_them), str(of_web)])
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))  # noqa: T201


if __name__ == "__main__":
    main()
