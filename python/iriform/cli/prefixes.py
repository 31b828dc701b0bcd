"""`--prefixes`: the prefixes of a verb, from a file or the well-known ones."""

from __future__ import annotations

from iriform import PrefixMap
from iriform._display import escape
from iriform._io.plain_text import label

from .terminal import InputError, complain

WELL_KNOWN = "well-known"
PREFIXES_HELP = (
    "Turtle, or a context of JSON-LD (.jsonld, .json); well-known stands for those of W3C's RDFa Core"
    " Initial Context, of DBpedia, Wikidata and others."
)


def prefixes_of(file: str, base: str | None = None) -> PrefixMap:
    """Read the prefixes of Turtle, or of a context of JSON-LD, by the name of the file.

    Relative namespaces of Turtle are resolved against a base.
    """
    if file == WELL_KNOWN:
        return PrefixMap.well_known()
    try:
        found = PrefixMap.read(file, base=base)
    except OSError as error:
        raise InputError(f"cannot read {label(file)}: {error.strerror}") from None
    except ValueError as error:
        said = str(error).replace(file, label(file), 1)
        more = "; --base is one" if base is None and "a base for it" in said else ""
        raise InputError(f"--prefixes: {said}{more}") from None
    if found.skipped:
        count, first = len(found.skipped), next(iter(found.skipped))
        terms = "1 term is not a prefix" if count == 1 else f"{count:,} terms are not prefixes"
        why = f"{escape(first)}, {found.skipped[first]}"
        complain(f"--prefixes: {terms} of JSON-LD 1.1 in {label(file)}: {why}")
    if not found:
        complain(f"--prefixes: {label(file)} has no prefix that can be used; see docs/prefixes.md")
    return found
