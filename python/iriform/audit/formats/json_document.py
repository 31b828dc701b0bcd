"""JSON documents: the strings that a JSONPath selects, or all IRIs, by their JSON paths.

A document is read as a whole by Python's parser.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from iriform import IRI
from iriform._core import Block
from iriform._display import escape
from iriform._extras import needed
from iriform._io.errors import AuditError
from iriform._io.plain_text import MAX_LINE, label

from .choose import LONGEST_NAME, looks_like_address
from .format import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform._io.streams import Input
    from iriform.audit.options import Options

# The beginning of an IRI: a scheme, and some text.
_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):(?=\S)")

_UNREGISTERED = "scheme-unregistered"

_KINDS = {dict: "an object", list: "an array", bool: "a boolean"}


def json_document(input_: Input, options: Options) -> Source:
    """Read the strings at `options.path`, or without one those that begin like an IRI."""
    name = input_.name
    if options.column is not None and not options.is_for_tables:
        raise AuditError(
            f"{label(name)} is a JSON document, which has no columns;"
            f" --path '$..{options.column}' selects its members of that name"
        )
    document = loaded(whole(input_), name)
    strings = _iris(document) if options.path is None else _selected(document, options.path)
    found: list[tuple[bytes, str | None]] = []
    paths: list[str] = []
    for path, value in strings:
        paths.append(path if len(path) <= LONGEST_NAME else f"{path[:LONGEST_NAME]}…")
        text = value if isinstance(value, str) else ""
        kind = _KINDS.get(type(value), "a number")
        is_text = value is None or isinstance(value, str)
        why = None if is_text else f"the value is {kind}, not a string"
        found.append((text.encode("utf-8", "surrogatepass"), why))
    return Source(iter([Block.values(found)]), lambda: 1.0, paths=paths)


def _selected(document: Any, path: str) -> Iterator[tuple[str, object]]:  # noqa: ANN401 - any JSON value
    """Return the values that a JSONPath selects (RFC 9535)."""
    with needed("jsonpath", "--path"):
        import jsonpath
    try:
        matches = jsonpath.JSONPathEnvironment(strict=True).finditer(path, document)
        for match in matches:
            place = "$"
            for part in match.parts:
                place = place[: LONGEST_NAME + 1]
                place = f"{place}[{part}]" if isinstance(part, int) else member_of(place, part)
            yield place, match.obj
    except jsonpath.JSONPathError as error:
        raise AuditError(
            f"--path {escape(path)}: {escape(str(error).partition(chr(10))[0])}"
        ) from None
    except RecursionError:
        raise AuditError(f"--path {escape(path)}: the document is nested too deeply") from None


def _iris(document: object) -> Iterator[tuple[str, str]]:
    """Return the strings that begin like IRIs, in the order of the document.

    >>> [*_iris({"a": ["http://h/ x", "12:30", {"b c": "urn:x-y:z"}]})]
    [('$.a[0]', 'http://h/ x'), ('$.a[2]["b c"]', 'urn:x-y:z')]
    """
    # Items are made lazily, because a path is as long as its names.
    waiting: list[Iterator[tuple[str, object]]] = [iter([("$", document)])]
    while waiting:
        path, value = next(waiting[-1], ("", None))
        if not path:
            waiting.pop()
        elif isinstance(value, str):
            if _begins_as_iri(value):
                yield path, value
        elif isinstance(value, (dict, list)):
            waiting.append(_below(path[: LONGEST_NAME + 1], value))


def _below(path: str, value: dict[str, object] | list[object]) -> Iterator[tuple[str, object]]:
    """Return the members or items of a value with their paths."""
    if isinstance(value, dict):
        return ((member_of(path, name), member) for name, member in value.items())
    return ((f"{path}[{i}]", item) for i, item in enumerate(value))


def _begins_as_iri(text: str) -> bool:
    found = _SCHEME.match(text)
    if found is None:
        return False
    return looks_like_address(text.lstrip()) or _is_registered(found[1].lower())


@lru_cache(1024)
def _is_registered(scheme: str) -> bool:
    """Return True if a scheme is registered with IANA.

    >>> _is_registered("doi"), _is_registered("mailto"), _is_registered("note")
    (True, True, False)
    """
    found = IRI(f"{scheme}:x").check(severities={_UNREGISTERED: "info"})
    return _UNREGISTERED not in {finding.code for finding in found}


def whole(input_: Input) -> bytes:
    """Read all of an input."""
    data = b"".join(iter(lambda: input_.stream.read(2**20), b""))
    if len(data) > MAX_LINE:
        raise AuditError(
            f"cannot read {label(input_.name)}: a document of more than {MAX_LINE >> 20} MiB"
        )
    return data


class Repeated(dict[str, Any]):
    """An object with a repeated name."""

    hidden: list[tuple[str, Any]]
    """The members hidden by others with the same name."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    last = {name: i for i, (name, _) in enumerate(pairs)}
    repeated = Repeated(made)
    repeated.hidden = [pair for i, pair in enumerate(pairs) if i < last[pair[0]]]
    return repeated


def loaded(data: bytes, name: str) -> object:
    """Read the document of an input."""
    try:
        return json.loads(data, object_pairs_hook=_object)
    except RecursionError:
        raise AuditError(f"cannot read {label(name)}: JSON that is nested too deeply") from None
    except ValueError as error:  # of JSON, or of UTF-8
        raise AuditError(f"cannot read {label(name)}: not JSON: {error}") from None


# The JSON tokens that determine positions: strings, and the delimiters of members and items.
_TOKENS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]')


def texts(data: bytes) -> dict[str, tuple[int, int]]:
    r"""Return the positions of the characters of texts in a UTF-8 JSON document, by JSON path.

    >>> texts(b'{"a": ["b", "\\u0063"]}')
    {'$.a[0]': (8, 9), '$.a[1]': (13, 19)}
    """
    found: dict[str, tuple[int, int]] = {}
    # The enclosing value: its path; the number of its item, if it is an array; the name of its
    # member.
    around: list[tuple[str, int | None, str | None]] = []
    path, index, name = "$", None, None
    for token in _TOKENS.finditer(data):
        kind = token[0][:1]
        if kind in b"]}":
            path, index, name = around.pop()
        elif kind == b",":
            index, name = (index + 1, None) if index is not None else (None, None)
        elif kind == b'"' and around and index is None and name is None:
            name = json.loads(token[0])
        elif kind != b":":
            here = path
            if around:
                here = member_of(path, name or "") if index is None else f"{path}[{index}]"
            if kind == b'"':
                # The last member with a name counts.
                found[here] = token.start() + 1, token.end() - 1
            else:
                around.append((path, index, name))
                path, index, name = here, 0 if kind == b"[" else None, None
    return found


def strings(data: bytes) -> Iterator[tuple[int, int, str]]:
    """Return the positions of the characters of each name and value in a UTF-8 JSON document.

    >>> [*strings(b'{"a": ["b"]}')]
    [(2, 3, 'a'), (8, 9, 'b')]
    """
    for token in _TOKENS.finditer(data):
        if token[0].startswith(b'"'):
            yield token.start() + 1, token.end() - 1, json.loads(token[0])


def member_of(path: str, name: str) -> str:
    """Return the JSON path of a member."""
    is_plain = name.isascii() and name.isidentifier()
    return f"{path}.{name}" if is_plain else f"{path}[{json.dumps(name)}]"
