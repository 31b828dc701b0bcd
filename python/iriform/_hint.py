"""The hint of a `ParseError`: advice that removes the fault, or none."""

from __future__ import annotations

from ._core import IRIReference, URITemplate, diagnose, repaired, rules
from ._display import decode
from ._fault import QUOTED, Fault, Range, blamed, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# A hint in words, and the edit that follows it: start and stop of what is replaced, and by what.
Advice = tuple[str, int, int, str]

# Hints that are always true, and name no edit.
_ALWAYS = {
    "invalid-port": "a port has digits only",
    "reserved-operator": "the operators are + # . / ; ? and &",
    "invalid-max-length": "a prefix modifier is “:” and a number without leading zeros",
}

# Advice is tried out, which takes time. Longer texts get none of it.
_LONGEST = 1 << 20


def hint(fault: Fault) -> str | None:
    """Return a hint that removes the fault, or None."""
    hidden = fault.secret
    if notation := _other_notation(fault, hidden):
        return notation
    if fault.reason == "invalid-port" and hidden and hidden[1] > fault.start:
        return "a port has digits only, and a userinfo ends with “@”"
    if fault.reason == "missing-scheme" and fault.text and IRIReference.is_valid(fault.text):
        return "put a scheme before it, or resolve it against a base"
    if len(fault.text) > _LONGEST:
        return _ALWAYS.get(fault.reason)
    found = (advice[0] for advice in _advice(fault, hidden) if _leads_on(fault, advice))
    return next(found, _ALWAYS.get(fault.reason))


def _other_notation(fault: Fault, hidden: Range | None) -> str | None:
    """Name the notation, if the text is not meant to be a reference as it stands."""
    if fault.production in _REFERENCES and decode(fault.text[:2]) == "_:":
        return "“_:” begins a blank node of RDF, which has no IRI"
    if fault.production == "URI-Template" or not (expression := _expression(fault, hidden)):
        return None
    if URITemplate.is_valid(expression):
        return f"“{expression}” looks like a URI template (RFC 6570): expand it first"
    return f"“{expression}” looks like a placeholder: fill it in first"


def _advice(fault: Fault, hidden: Range | None) -> Iterator[Advice]:
    """Return the hint for the reason of the fault."""
    advise = _ADVICE.get(fault.reason)
    return advise(fault, hidden) if advise is not None else iter(())


def _leads_on(fault: Fault, advice: Advice) -> bool:
    """Whether following the hint makes the text valid, or moves the fault to a later place."""
    _, start, stop, replacement = advice
    text = fault.text
    if isinstance(text, str):
        edited: str | bytes = text[:start] + replacement + text[stop:]
    else:
        edited = text[:start] + replacement.encode() + text[stop:]
    found = diagnose(fault.production, edited)
    return found is None or found[1] >= start + len(edited) - len(text) + stop - start


def _of_iris(production: str) -> str:
    """Name the production of RFC 3987 in place of one of RFC 3986."""
    if "URI" in production:
        return production.replace("URI", "IRI")
    return f"i{production}" if f"i{production}" in rules() else production


def _encoded(fault: Fault, hidden: Range | None, words: str) -> Iterator[Advice]:
    """Advise to percent-encode the character."""
    c = place(fault, hidden)
    if c is None:
        return
    octets = "".join(f"%{octet:02X}" for octet in c.encode("utf-8", "surrogatepass"))
    size = 1 if isinstance(fault.text, str) else len(octets) // 3
    yield words.format(octets), fault.position, fault.position + size, octets


def _is_repaired(fault: Fault) -> bool:
    """Whether `repair` changes the faulty range; only references and their parts have a repair."""
    text, start, stop = fault.text, fault.start, fault.stop
    if fault.production.removeprefix("absolute-") not in _REFERENCES:
        return fault.rule.removeprefix("i").startswith(_ENCODABLE)
    if isinstance(text, bytes):
        start, stop = len(decode(text[:start])), len(decode(text[:stop]))
        text = decode(text)
    done = repaired(text, fault.production in {"URI", "URI-reference"})
    end = max(stop, start + 1)
    return done is not None and any(start <= change[0] < end for change in done[1] if change[2])


_REFERENCES = ("URI", "URI-reference", "IRI", "IRI-reference")

# Where a character that is not allowed may stand percent-encoded.
_ENCODABLE = (
    "pct-encoded",
    "userinfo",
    "segment",
    "pchar",
    "path",
    "query",
    "fragment",
    "literals",
)


# What people put around a reference (RFC 3986, Appendix C).
_AROUND = {"<>": "angle brackets", '""': "quotation marks"}


def _strip(fault: Fault) -> Iterator[Advice]:
    """Advise to remove what stands around the text: a line end that was read with it, brackets."""
    text: str | bytes = fault.text
    if fault.production not in _REFERENCES:
        return  # in data, white space may be meant
    around = _AROUND.get(decode(text[:1]) + decode(text[-1:]))
    if around and fault.position == 0 and len(text) > len("<>"):
        yield f"take the {around} around it away", 0, len(text), decode(text[1:-1])
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if fault.position >= end > 0:
        yield "take the white space at the end away", end, len(text), ""
    elif fault.position < begin:
        yield "take the white space at the beginning away", 0, begin, ""


def _encode(fault: Fault, hidden: Range | None) -> Iterator[Advice]:
    yield from _strip(fault)
    is_backslash = place(fault, hidden) == "\\" and fault.production in _REFERENCES
    if _is_repaired(fault):
        or_slash = ", or write “/” if a slash is meant" if is_backslash else ""
        yield from _encoded(fault, hidden, "percent-encode it as {}" + or_slash)
    # Before an "@" it is not clear which of two hosts is meant.
    elif is_backslash and "@" not in decode(fault.text[fault.position :]):
        end = fault.position
        while fault.text[end : end + 1] in ("\\", b"\\"):
            end += 1
        slashes = "/" * (end - fault.position)
        yield "write “/” in place of “\\”", fault.position, end, slashes


def _encode_in_a_uri(fault: Fault, hidden: Range | None) -> Iterator[Advice]:
    yield from _strip(fault)
    of_iri = diagnose(_of_iris(fault.production), fault.text)
    if of_iri is None or of_iri[1] > fault.position:
        yield from _encoded(fault, hidden, "IRIs may have it; in a URI it is {}")


def _encode_percent(fault: Fault, _: Range | None) -> Iterator[Advice]:
    if _is_repaired(fault):
        yield "write a literal “%” as %25", fault.start, fault.start + 1, "%25"


def _encode_other_ats(fault: Fault, _: Range | None) -> Iterator[Advice]:
    text = fault.text
    if isinstance(text, str) or text.isascii():
        import re

        at = re.match(r"(?:(?:[^:/?#]*:)?//)?([^/?#]*)@", decode(text))
        if at is not None:
            words = "only the last “@” is a delimiter: write the others as %40"
            yield words, *at.span(1), at[1].replace("@", "%40")


def _begin_with_a_scheme(*_: object) -> Iterator[Advice]:
    yield "begin with a scheme, as in https:", 0, 0, "https:"


def _write_a_dot(*_: object) -> Iterator[Advice]:
    yield "if it is no scheme, write “./” before it", 0, 0, "./"


def _write_a_root_and_dot(*_: object) -> Iterator[Advice]:
    yield "write “/.” before it", 0, 0, "/."


def _leave_out(fault: Fault, _: Range | None) -> Iterator[Advice]:
    yield "leave it out", fault.start, len(fault.text), ""


def _put_in_brackets(fault: Fault, hidden: Range | None) -> Iterator[Advice]:
    shown = blamed(fault, hidden)
    words = f"write [{shown}]" if shown else "put it in brackets"
    address = decode(fault.text[fault.start : fault.stop])
    yield words, fault.start, fault.stop, f"[{address}]"


def _close_the_bracket(fault: Fault, _: Range | None) -> Iterator[Advice]:
    yield "close it with “]”", fault.stop, fault.stop, "]"


def _leave_out_the_zone(fault: Fault, _: Range | None) -> Iterator[Advice]:
    words = "RFC 9844 took it out of the syntax: leave out “%” and what follows"
    address = decode(fault.text[fault.start : fault.stop])
    bracket = "]" if address.endswith("]") else ""
    yield words, fault.start, fault.stop, address.split("%")[0] + bracket


def _leave_out_the_type(fault: Fault, hidden: Range | None) -> Iterator[Advice]:
    kind = blamed(fault, hidden)
    if kind and not kind.isdecimal():
        words = f"RFC 6570 has no types of values: leave out “:{kind}”"
        yield words, fault.start - 1, fault.stop, ""


def _close_the_expression(fault: Fault, _: Range | None) -> Iterator[Advice]:
    yield "close it with “}”", fault.stop, fault.stop, "}"
    yield "write a literal “{” as %7B", fault.start, fault.start + 1, "%7B"


_ADVICE: dict[str, Callable[[Fault, Range | None], Iterator[Advice]]] = {
    "invalid-character": _encode,
    "private-use": _encode,
    "non-ascii": _encode_in_a_uri,
    "invalid-percent-encoding": _encode_percent,
    "missing-scheme": _begin_with_a_scheme,
    "colon-in-first-segment": _write_a_dot,
    "empty-first-segment": _write_a_root_and_dot,
    "fragment-not-allowed": _leave_out,
    "second-at": _encode_other_ats,
    "unbracketed-ipv6": _put_in_brackets,
    "unclosed-bracket": _close_the_bracket,
    "zone-identifier": _leave_out_the_zone,
    "unclosed-expression": _close_the_expression,
    "invalid-max-length": _leave_out_the_type,
}


# What may be an expression of a URI template (RFC 6570 §2.2), or a placeholder of another kind.
_EXPRESSION = r"\{[+#./;?&]?[\w.,%*:!]+\}"


def _expression(fault: Fault, hidden: Range | None) -> str | None:
    """Read the expression at the position, if there is one and nothing of it is secret."""
    start = fault.position
    text = decode(fault.text[start : start + QUOTED])
    if not text.startswith("{"):
        return None
    import re

    found = re.match(_EXPRESSION, text, re.ASCII)
    if found is None or (hidden and start < hidden[1] and start + found.end() > hidden[0]):
        return None
    return found[0]
