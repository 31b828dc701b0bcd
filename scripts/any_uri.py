"""Ask validators which texts are an `xs:anyURI`: the table of docs/other-software.md.

In a separate environment: `pip install elementpath==5.1.4 lxml==6.1.3 saxonche==13.1.1
xmlschema==4.3.2`. Then `python scripts/any_uri.py` prints the rows.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Callable

TEXTS = [
    "http://h/é", "http://h/a b", "a b", "http://h/<x>", "http://h/{x}", "http://h/a|b", "c:\\x",
    "", "http://h/%zz", "50%", "#a#b", "http://h/[x]", ":x", "1a:b", "http://[::1", "http://h:80a/",
    "http://u@v@h/", "http://h:/", "http:", "http://", "http://[v1.x]/", "http://h:99999/",
]  # fmt: skip

SCHEMA = (
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
    '<xs:element name="v" type="xs:anyURI"/></xs:schema>'
)


def lxml() -> Callable[[str], bool]:
    """Return libxml2's validator."""
    etree: Any = import_module("lxml.etree")
    validate = etree.XMLSchema(etree.fromstring(SCHEMA)).validate
    return lambda text: bool(validate(etree.fromstring(f"<v>{escape(text)}</v>")))


def xmlschema() -> Callable[[str], bool]:
    """Return the validator of xmlschema."""
    schema: Any = import_module("xmlschema").XMLSchema(SCHEMA)
    return lambda text: bool(schema.is_valid(f"<v>{escape(text)}</v>"))


def elementpath() -> Callable[[str], bool]:
    """Return the check of the type of XPath."""
    known: Any = import_module("elementpath.datatypes").AnyURI
    return lambda text: bool(known.is_valid(text))


def saxon() -> Callable[[str], bool]:
    """Return a function that checks if Saxon can cast a text."""
    processor: Any = import_module("saxonche").PySaxonProcessor(license=False)

    def ask(text: str) -> bool:
        query = processor.new_xquery_processor()
        literal = escape(text, {'"': '""'})
        query.set_query_content(f'"{literal}" castable as xs:anyURI')
        return str(query.run_query_to_string()).endswith("true")

    return ask


VALIDATORS = {"lxml": lxml, "xmlschema": xmlschema, "elementpath": elementpath, "saxonche": saxon}


def verdict(ask: Callable[[str], bool], text: str) -> str:
    """Return the verdict of a validator."""
    try:
        return "yes" if ask(text) else "no"
    except Exception:  # noqa: BLE001 - each has errors of its own
        return "no"


def main() -> None:
    """Print the table."""
    iriform: Any = import_module("iriform")
    asks = [make() for make in VALIDATORS.values()]

    def is_leiri(text: str) -> bool:
        return bool(iriform.IRIReference.from_leiri(text) is not None)

    heads = ["text", "`IRIReference`", "`from_leiri`"]
    heads += [f"{name} {version(name)}" for name in VALIDATORS]
    rows = [heads, ["---"] * len(heads)]
    for text in TEXTS:
        shown = f"`{text}`".replace("|", "\\|") if text else "empty"
        said = [verdict(ask, text) for ask in (iriform.IRIReference.is_valid, is_leiri, *asks)]
        rows.append([shown, *said])
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))  # noqa: T201


if __name__ == "__main__":
    main()
