"""`--prefixes`: prefixes, as the verbs read them from a file, or have them at hand."""

from __future__ import annotations

from iriform import PrefixMap
from iriform._io.plain_text import label

from .terminal import InputError, complain

WELL_KNOWN = "well-known"
PREFIXES_HELP = (
    "Turtle, or a context of JSON-LD (.jsonld, .json); well-known stands for those of W3C's RDFa Core"
    " Initial Context, of DBpedia, Wikidata and others."
)


def prefixes_of(file: str) -> PrefixMap:
    """Read the prefixes of Turtle, or of a context of JSON-LD, by the name of the file."""
    if file == WELL_KNOWN:
        return PrefixMap.well_known()
    try:
        found = PrefixMap.read(file)
    except OSError as error:
        raise InputError(f"cannot read {label(file)}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"--prefixes: {str(error).replace(file, label(file), 1)}") from None
    if not found:
        complain(f"--prefixes: {label(file)} has none that can be used; see docs/prefixes.md")
    return found
