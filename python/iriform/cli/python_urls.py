"""URLs that Python source makes from text and values: the texts, the values, and their places.

A value that is a constant, a number or encoded for its place cannot restructure a URL. A value
before the first `/`, `?` or `#` counts as a base, which a program configures; so does a host that
is an attribute of `self` or has a name in capitals, and a scheme and a host that are both values. A
value at the end of a URL, perhaps before a suffix such as `.json`, that is called a path or an
endpoint is the program's own text, which is checked where it is made.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from iriform._core import skeleton_flaw, skeleton_places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .python_calls import Scope

Sureness: TypeAlias = Literal["value", "number", "segment", "query"]
"""The facts known about a value: none; a number or an id; encoded except for dots; encoded for a
query."""

_LEAST_FIRST: tuple[Sureness, ...] = ("value", "query", "segment", "number")

_VERBS = ("get", "options", "head", "post", "put", "patch", "delete")
_CLIENTS = (
    *("requests.Session", "requests.session", "requests.sessions.Session"),
    *(f"{library}.{name}" for library in ("httpx", "httpx2") for name in ("Client", "AsyncClient")),
    *("aiohttp.ClientSession", "aiohttp.client.ClientSession"),
)

SINKS: dict[str, tuple[int, str]] = {
    **{f"iriform.{name}": (0, "") for name in ("IRI", "IRIReference", "URI", "URIReference")},
    **{
        f"{library}.{verb}": (0, "url")
        for library in ("requests", "httpx", "httpx2")
        for verb in _VERBS
    },
    **{f"{client}().{verb}": (0, "url") for client in _CLIENTS for verb in (*_VERBS, "ws_connect")},
    **{f"{client}().{verb}": (1, "url") for client in _CLIENTS for verb in ("request", "stream")},
    **{
        f"{library}.{verb}": (1, "url")
        for library in ("httpx", "httpx2")
        for verb in ("request", "stream")
    },
    "requests.request": (1, "url"),
    "aiohttp.request": (1, "url"),
    "httpx.URL": (0, "url"),
    "httpx2.URL": (0, "url"),
    "urllib.request.urlopen": (0, "url"),
    "urllib.request.Request": (0, "url"),
    "urllib.request.urlretrieve": (0, "url"),
}
"""The functions that accept the text of a URL: the index and the name of the argument."""

REFERENCES = tuple(f"iriform.{name}" for name in ("IRI", "IRIReference", "URI", "URIReference"))

_NUMBERS = {"int", "float", "len", "round", "abs", "hash", "ord", "bool", "id", "sum"}
_IDS = {
    *("uuid.UUID", "uuid.uuid1", "uuid.uuid3", "uuid.uuid4", "uuid.uuid5"),
    *("datetime.date", "datetime.date.today", "time.time", "time.time_ns", "random.randint"),
    *("random.randrange", "secrets.token_hex", "math.floor", "math.ceil"),
}
_ID_METHODS = {"hexdigest", "toordinal", "timestamp", "bit_length", "index", "count"}
_QUOTES = {"urllib.parse.quote": "/", "urllib.parse.quote_plus": "", "requests.utils.quote": "/"}
_PLUS = {"urllib.parse.quote_plus"}
_QUERIES = {"urllib.parse.urlencode", "httpx.QueryParams"}
_TYPED = {
    f"iriform.{name}" for name in ("Host", "Segment", "Path", "Query", "Fragment", "UserInfo")
}
_JOINS = {"urllib.parse.urljoin"}
_PERCENT = re.compile(r"%(?:\((?P<name>[^)]*)\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?(?P<kind>[a-zA-Z%])")
_NUMERIC_SPEC = re.compile(r".*[bcdeEfFgGnoxX%]$")
_SUFFIX = re.compile(r"\.[a-z]+")
_OF_QUERIES = {"value", "name", "pairs"}
_DEPTH = 20
_PATHS = {"path", "endpoint", "route", "uri", "url", "api_path", "url_path", "resource_path"}


@dataclass(frozen=True)
class Hole:
    """A value in the text of a URL."""

    node: ast.expr
    """The expression to show, as in the source."""
    source: ast.expr
    """The expression to pass instead, without the call that encodes it."""
    sureness: Sureness
    spec: str = ""
    is_encoded: bool = False
    """True if the value to pass is encoded, so a skeleton would encode it again."""
    is_other: bool = False
    """True if a skeleton writes other text: `quote` leaves slashes, `quote_plus` writes pluses."""


Piece: TypeAlias = "str | Hole"


class Written(NamedTuple):
    """A value that could restructure a URL."""

    node: ast.expr
    place: str
    danger: str


class Built(NamedTuple):
    """A URL made from text and values."""

    node: ast.expr
    pieces: list[Piece]
    values: list[Written]
    flaw: str | None
    """The reason why the text is not a skeleton."""
    on_base: bool
    is_other: bool
    """True if a skeleton writes different text outside a query, where it names another resource."""


def argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    """Return the argument that is the text of a URL."""
    if any(isinstance(each, ast.Starred) for each in call.args[: place + 1]):
        return None
    if len(call.args) > place:
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if name and keyword.arg == name), None)


def built(node: ast.expr, scope: Scope) -> Iterator[Built]:
    """Yield the possible URLs of an expression that are made from text and values."""
    for expression, home in _alternatives(node, scope, _DEPTH):
        pieces = _merged(_pieces(expression, home, _DEPTH))
        made = _judged(expression, pieces)
        if made is not None:
            yield made


def _alternatives(node: ast.expr, scope: Scope, depth: int) -> Iterator[tuple[ast.expr, Scope]]:
    """Yield the possible values of an expression, through names and conditions."""
    if depth == 0:
        return
    if isinstance(node, ast.IfExp):
        for branch in (node.body, node.orelse):
            yield from _alternatives(branch, scope, depth - 1)
    elif isinstance(node, ast.Name):
        for value, home in scope.values_of(node) or ():
            yield from _alternatives(value, home, depth - 1)
    else:
        yield node, scope


def _pieces(  # noqa: C901, PLR0911, PLR0912 - a table of syntax
    node: ast.expr, scope: Scope, depth: int
) -> list[Piece]:
    """Cut an expression into text and values. Anything else is a value."""
    whole: list[Piece] = [_hole(node, scope)]
    if depth == 0:
        return whole
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            return [piece for part in parts for piece in _of_f_string(part, scope, depth)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            if _is_text(left, scope) or _is_text(right, scope):
                return [*_pieces(left, scope, depth - 1), *_pieces(right, scope, depth - 1)]
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
            return _of_percent(text, right, scope, depth) or whole
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return _of_format(text, node, scope, depth) or whole
        case ast.Call(
            func=ast.Attribute(value=ast.Name() | ast.Attribute() as named, attr="format")
        ):
            match _pieces(named, scope, depth - 1):
                case [str(text)]:
                    return _of_format(text, node, scope, depth) or whole
        case ast.Call(func=function, args=[base, reference]) if scope.name_of(function) in _JOINS:
            after = _merged(_pieces(reference, scope, depth - 1))
            if after and isinstance(after[0], str):
                return [Hole(base, base, "value"), "/" + after[0].lstrip("/"), *after[1:]]
            return [Hole(base, base, "value"), "/", *after]
        case ast.Call(func=ast.Name(id="str"), args=[inner], keywords=[]):
            return _pieces(inner, scope, depth - 1)
        case ast.Name() | ast.Attribute():
            values = scope.values_of(node) or []
            if len(values) == 1:
                value, home = values[0]
                pieces = _pieces(value, home, depth - 1)
                # Another function's names are not valid here, but a constant is.
                if all(isinstance(piece, str) for piece in pieces):
                    return pieces
                if isinstance(node, ast.Name) and home is scope and len(pieces) > 1:
                    return pieces
    return whole


def _hole(node: ast.expr, scope: Scope) -> Hole:
    """Return a value, without its encoding call in the suggested replacement."""
    sureness = _sureness(node, scope)
    match node:
        case ast.Call(func=function, args=[source, *_]) if scope.name_of(function) in _QUOTES:
            is_other = sureness != "segment" or scope.name_of(function) in _PLUS
            return Hole(node, source, sureness, is_other=is_other)
        case ast.Call(func=function, args=[source], keywords=[]) if (
            scope.name_of(function) in _QUERIES
        ):
            return Hole(node, source, sureness)
    return Hole(node, node, sureness, is_encoded=_is_encoded(node, scope))


def _is_encoded(node: ast.expr, scope: Scope) -> bool:
    """Return True if an expression, or the one bound to a name, encodes its value."""
    todo, seen = [(node, scope)], set[int]()
    while todo:
        each, home = todo.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        match each:
            case ast.Call(func=function) if home.name_of(function) in {*_QUOTES, *_QUERIES}:
                return True
            case ast.IfExp(body=body, orelse=orelse):
                todo += [(body, home), (orelse, home)]
            case ast.Name():
                todo += home.values_of(each) or []
    return False


def _of_f_string(part: ast.expr, scope: Scope, depth: int) -> list[Piece]:
    if not isinstance(part, ast.FormattedValue):
        return _pieces(part, scope, depth - 1)
    spec = ""
    if isinstance(part.format_spec, ast.JoinedStr):
        texts = [each.value for each in part.format_spec.values if isinstance(each, ast.Constant)]
        spec = "".join(str(text) for text in texts)
        if len(texts) != len(part.format_spec.values):
            spec = "?"
    if part.conversion == -1 and not spec:
        return _pieces(part.value, scope, depth - 1)
    is_number = bool(_NUMERIC_SPEC.fullmatch(spec)) or _sureness(part.value, scope) == "number"
    return [Hole(part.value, part.value, "number" if is_number else "value", spec)]


def _of_percent(text: str, right: ast.expr, scope: Scope, depth: int) -> list[Piece]:
    given = list(right.elts) if isinstance(right, ast.Tuple) else [right]
    names: dict[str, ast.expr] = {}
    if isinstance(right, ast.Dict):
        for key, value in zip(right.keys, right.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                names[key.value] = value
    pieces: list[Piece] = []
    end = 0
    for found in _PERCENT.finditer(text):
        pieces.append(text[end : found.start()])
        end = found.end()
        if found["kind"] == "%":
            pieces.append("%")
            continue
        if found["name"] is not None:
            value = names.get(found["name"], right)
        elif given:
            value = given.pop(0)
        else:
            return []
        if found["kind"] in "diouxXeEfFgG":
            pieces.append(Hole(value, value, "number"))
        else:
            pieces += _pieces(value, scope, depth - 1)
    return [*pieces, text[end:]]


def _of_format(text: str, call: ast.Call, scope: Scope, depth: int) -> list[Piece]:
    pieces: list[Piece] = []
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    counted = 0
    try:
        fields = list(Formatter().parse(text))
    except ValueError:
        return []
    for literal, field, spec, conversion in fields:
        pieces.append(literal)
        if field is None:
            continue
        name = re.split(r"[.\[]", field, maxsplit=1)[0]
        if not name:
            name, counted = str(counted), counted + 1
        value: ast.expr | None = keywords.get(name)
        if name.isdecimal() and int(name) < len(call.args):
            value = call.args[int(name)]
        if value is None or isinstance(value, ast.Starred):
            value = call
        is_number = bool(_NUMERIC_SPEC.fullmatch(spec or ""))
        reaches_into = field not in ("", name)
        if value is call or conversion or spec or reaches_into:
            pieces.append(Hole(value, value, "number" if is_number else "value"))
        else:
            pieces += _pieces(value, scope, depth - 1)
    return pieces


def _is_text(node: ast.expr, scope: Scope) -> bool:  # noqa: PLR0911 - a table of syntax
    """Return True if an operand of `+` is text, so the sum is."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_text(left, scope) or _is_text(right, scope)
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
            return True
        case ast.Call(func=ast.Name(id="str")):
            return True
        case ast.Call(func=function):
            return scope.name_of(function) in {*_QUOTES, *_QUERIES, *_JOINS}
        case ast.Name():
            values = scope.values_of(node) or []
            return len(values) == 1 and isinstance(values[0][0], ast.Constant | ast.JoinedStr)
    return False


def _sureness(
    node: ast.expr, scope: Scope, depth: int = _DEPTH, known: dict[int, Sureness] | None = None
) -> Sureness:
    """Return what is known of a value.

    `known` has the visited expressions, because a name may refer to itself.
    """
    if known is None:
        known = {}
    if depth and id(node) not in known:
        known[id(node)] = "value"
        known[id(node)] = _asked(node, scope, depth - 1, known)
    return known.get(id(node), "value")


def _asked(  # noqa: C901, PLR0911 - a table of syntax
    node: ast.expr, scope: Scope, depth: int, known: dict[int, Sureness]
) -> Sureness:
    match node:
        case ast.Constant(value=int() | float()):
            return "number"
        case ast.BinOp(left=left, op=op, right=right):
            both = {_sureness(each, scope, depth, known) for each in (left, right)}
            is_sum = isinstance(op, ast.Add | ast.Mod)
            if both == {"number"} or ("number" in both and not is_sum):
                return "number"
        case ast.IfExp(body=body, orelse=orelse):
            return _least(_sureness(each, scope, depth, known) for each in (body, orelse))
        case ast.Call(func=ast.Name(id=name)) if name in _NUMBERS and not scope.is_bound(node.func):
            return "number"
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in _ID_METHODS:
            return "number"
        case ast.Attribute(value=ast.Call(func=function), attr="hex" | "int"):
            return "number" if scope.name_of(function) in _IDS else "value"
        case ast.Call(func=function) as call:
            return _of_call(call, scope.name_of(function))
        case ast.Name():
            if scope.type_of(node) in {"int", "float", "bool", "uuid.UUID", "datetime.date"}:
                return "number"
            values = scope.values_of(node) or ()
            return _least(_sureness(value, home, depth, known) for value, home in values)
    return "value"


def _least(known: Iterable[Sureness]) -> Sureness:
    """Return the weakest of several facts, for an expression with several possible values."""
    found = {*known}
    for each in _LEAST_FIRST:
        if each in found:
            return each
    return "value"


def _of_call(call: ast.Call, name: str | None) -> Sureness:
    if name in _IDS:
        return "number"
    if name in _TYPED or name in _QUERIES:
        return "query"
    if name in _QUOTES:
        safe: object = _QUOTES[name]
        given = argument(call, 1, "safe")
        if given is not None:
            safe = given.value if isinstance(given, ast.Constant) else "/"
        if safe in ("", b"", "~"):
            return "segment"
        return "query" if safe == "/" else "value"
    return "value"


def _merged(pieces: list[Piece]) -> list[Piece]:
    """Join adjacent texts, and remove empty ones."""
    merged: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str):
            if not piece:
                continue
            if merged and isinstance(merged[-1], str):
                merged[-1] += piece
                continue
        merged.append(piece)
    return merged


def _judged(node: ast.expr, pieces: list[Piece]) -> Built | None:
    """Return the places of the values; None if there is nothing to report."""
    start = 0
    while start < len(pieces) and not isinstance(pieces[start], str):
        start += 1
    if start == len(pieces) or (start == len(pieces) - 1 and not start):
        return None  # a value alone, or text alone
    on_base = start > 0
    first = pieces[start]
    if on_base and not (isinstance(first, str) and first[0] in "/?#"):
        if start > 1 or not (isinstance(first, str) and first.startswith("://")):
            return None  # the text before it is more than a base
        on_base = False
    strings, holes = _cut(pieces[start - 1 :] if start else pieces)
    # A text with a scheme and a host is a base.
    is_server = strings[0] == "" and strings[1] == "://" and len(holes) > 1
    names = [f"x{i}" for i in range(len(holes))]
    places = skeleton_places(strings, names, on_base)
    values = [
        Written(hole.node, place, danger)
        for hole, (kind, place, danger) in zip(holes, places, strict=True)
        if not _is_sure(hole, kind)
        and not (_is_last(hole, pieces) and _last_name(hole.node).strip("_").lower() in _PATHS)
        and not (kind in {"host", "port", "scheme"} and (is_server or _is_configured(hole.node)))
    ]
    if not values:
        return None
    flaw: str | None = "no base"
    if start <= 1:
        repeats = [False] * len(holes)
        flaw = skeleton_flaw("IRI-reference", strings, names, repeats, on_base)
    is_other = any(
        hole.is_other and kind not in _OF_QUERIES
        for hole, (kind, _, _) in zip(holes, places, strict=True)
    )
    return Built(node, pieces, values, flaw, on_base, is_other)


def _is_last(hole: Hole, pieces: list[Piece]) -> bool:
    """Return True if a value ends a URL, except for a suffix."""
    *_, before, last = [None, *pieces]
    return hole is last or (
        hole is before and isinstance(last, str) and bool(_SUFFIX.fullmatch(last))
    )


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_configured(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self" | "cls")):
            return True
    return _last_name(node).isupper()


def _cut(pieces: list[Piece]) -> tuple[list[str], list[Hole]]:
    """Separate texts and values; there is one more text than values."""
    strings, holes = [""], []
    for piece in pieces:
        if isinstance(piece, str):
            strings[-1] += piece
        else:
            holes.append(piece)
            strings.append("")
    return strings, holes


def _is_sure(hole: Hole, kind: str) -> bool:
    """Return True if a value cannot restructure the URL in its place."""
    if kind == "safe" or hole.sureness == "number":
        return True
    if kind in _OF_QUERIES:
        return hole.sureness in {"segment", "query"}
    return hole.sureness == "segment" and kind == "segment-part"


def rewritten(
    made: Built, source: Callable[[ast.expr], str]
) -> tuple[str, list[tuple[str, str]]] | None:
    """Return a skeleton and its values, as names and expressions.

    None if the text is not a skeleton, or if a value is stored encoded, because it would be encoded
    twice.
    """
    if made.flaw is not None:
        return None
    names: dict[str, str] = {}
    text = ""
    for i, piece in enumerate(made.pieces):
        if isinstance(piece, str):
            text += piece.replace("{", "{{").replace("}", "}}")
            continue
        if piece.is_encoded or (i and not isinstance(made.pieces[i - 1], str)):
            return None
        expression = source(piece.source)
        if i == 0 and made.on_base:
            expression = f"URI({expression})"
        name = _name(piece.source, names, expression)
        names[name] = expression
        text += f"{{{name}:{piece.spec}}}" if piece.spec else f"{{{name}}}"
    return text, list(names.items())


def _name(node: ast.expr, taken: dict[str, str], expression: str) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            pass
        case ast.Subscript(slice=ast.Constant(value=str(name))) if name.isidentifier():
            pass
        case _:
            name = "value"
    name = name.strip("_") or "value"
    while taken.get(name, expression) != expression:
        name += "_"
    return name
