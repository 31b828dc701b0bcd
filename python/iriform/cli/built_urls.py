"""Remarks of `iriform literals` on URLs made from text and values, each with the corrected line."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

from iriform._core import skeleton_fields, skeleton_flaw

from .python_urls import REFERENCES, SINKS, Built, argument, built, rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .python_calls import Scope
    from .python_strings import SourceText

VALUE = "value-in-url"
SKELETON = "skeleton"

CODES = {
    VALUE: "A value is put into the text of a URL, where it could change the structure",
    SKELETON: "The text given to `of` is not a skeleton",
}

_PRODUCTIONS = {
    "iriform.IRI": "IRI",
    "iriform.IRIReference": "IRI-reference",
    "iriform.URI": "URI",
    "iriform.URIReference": "URI-reference",
}
_TEMPLATE = "string.templatelib.Template"
_ALONE, _ON_BASE = False, True
_LONGEST = 60
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# New in Python 3.14.
_TEMPLATE_STRING = getattr(ast, "TemplateStr", ())


class Edit(NamedTuple):
    """A replacement of a node by text."""

    node: ast.expr
    text: str
    needs_import: bool
    """True if the text has the name `URI`, which the source may not have."""


class Remark(NamedTuple):
    """A remark on one place."""

    code: str
    type: str
    """The type that receives the text."""
    node: ast.expr
    message: str
    hint: str
    edit: Edit | None = None
    call: ast.expr | None = None
    """The call in question."""
    url: ast.expr | None = None
    """The text that the call receives."""


def remarks(
    call: ast.Call, name: str, scope: Scope, lines: SourceText, target: str
) -> Iterator[Remark]:
    """Yield the remarks on a call of the function with a dotted name."""
    if name.endswith(".of") and name.removesuffix(".of") in REFERENCES:
        yield from _of_skeleton(call, name.removesuffix(".of"), scope)
        return
    if name not in SINKS:
        return
    url = argument(call, *SINKS[name])
    if url is None:
        return
    if name in REFERENCES and _TEMPLATE_STRING and isinstance(url, _TEMPLATE_STRING):
        yield from _of_template_string(url, name)
    if isinstance(url, ast.Call) and scope.name_of(url.func) == _TEMPLATE:
        message = (
            "the template is made at run time: its text must be part of the source, without values"
        )
        yield Remark(SKELETON, name, url, message, "write a t-string")
    seen: set[int] = set()
    for made in built(url, scope):
        for remark in _of_built(call, name, url, made, lines, target):
            if id(remark.node) not in seen:
                seen.add(id(remark.node))
                yield remark


def _of_built(  # noqa: PLR0913, PLR0917 - what is known of one call
    call: ast.Call, name: str, url: ast.expr, made: Built, lines: SourceText, target: str
) -> Iterator[Remark]:
    source = lines.segment
    written = rewritten(made, source)
    is_ours = name in REFERENCES
    class_ = name.rpartition(".")[2] if is_ours else _class_of(made)
    right: str | None = None
    if written is not None:
        skeleton, values = written
        given = "".join(f", {each}={value}" for each, value in values)
        right = f"{class_}.of({_quoted(skeleton)}{given})"
        if target == "3.14":
            right = f"{class_}({_template_string(made, source)})"
    edit = None
    if right is not None and made.node is url and not made.on_base and not made.is_other:
        if is_ours and isinstance(call.func, ast.Name | ast.Attribute):
            function = source(call.func)
            edit = Edit(call, function + right.removeprefix(class_), needs_import=False)
        elif class_ == "URI" and _is_sure(made):
            edit = Edit(url, right, needs_import=True)
    for value in made.values:
        shown = _cut(source(value.node))
        message = f"{shown} is put into the text of a URL, {value.place}: {value.danger}"
        hint = f"write {right}" if right else _without_line(made)
        hint += ", which encodes slashes, too" if right and made.is_other else ""
        yield Remark(VALUE, name, value.node, message, hint, edit, call, url)
        edit = None  # one for the call


def _without_line(made: Built) -> str:
    if made.flaw is None or made.flaw == "no base":
        return "write URI.of(…) with the text, and the values by name"
    return f"as written, it is not a skeleton: {made.flaw}"


def _is_sure(made: Built) -> bool:
    """Return True if the result is the same text for data: all values are numbers or encoded."""
    return all(isinstance(piece, str) or piece.sureness != "value" for piece in made.pieces)


def _class_of(made: Built) -> str:
    first = made.pieces[0]
    has_scheme = isinstance(first, str) and bool(_SCHEME.match(first))
    return "URI" if made.on_base or has_scheme else "URIReference"


def _of_skeleton(call: ast.Call, class_: str, scope: Scope) -> Iterator[Remark]:
    skeleton = argument(call, 0, "")
    if skeleton is None:
        return
    if not (isinstance(skeleton, ast.Constant) and isinstance(skeleton.value, str)):
        for made in built(skeleton, scope):
            message = "the skeleton is made from values, so they choose its structure"
            hint = "write it as one literal, and give the values by name"
            yield Remark(SKELETON, class_, made.node, message, hint)
        return
    try:
        strings, found = skeleton_fields(skeleton.value)
    except ValueError as error:
        yield Remark(SKELETON, class_, skeleton, str(error), "")
        return
    names = [name for name, _, _ in found]
    flaw = _flaw(class_, strings, names, [spec == "*" for _, _, spec in found])
    if flaw is None and len(call.args) == 1 and all(each.arg for each in call.keywords):
        given = [str(each.arg) for each in call.keywords]
        missing = next((name for name in names if name not in given), None)
        unknown = next((name for name in given if name not in names), None)
        if missing is not None:
            flaw = f"no value is given for the placeholder {missing!r}"
        elif unknown is not None:
            flaw = f"the skeleton has no placeholder {unknown!r}"
    if flaw is not None:
        yield Remark(SKELETON, class_, skeleton, flaw, "")


def _of_template_string(node: ast.expr, class_: str) -> Iterator[Remark]:
    strings, names, repeats = [""], [], []
    for part in getattr(node, "values", []):
        if isinstance(part, ast.Constant):
            strings[-1] += str(part.value)
            continue
        names.append(str(part.str))
        spec = part.format_spec
        repeats.append(spec is not None and ast.unparse(spec).strip("f'\"") == "*")
        strings.append("")
    flaw = _flaw(class_, strings, names, repeats)
    if flaw is not None:
        yield Remark(SKELETON, class_, node, flaw, "")


def _flaw(class_: str, strings: list[str], names: list[str], repeats: list[bool]) -> str | None:
    """Say why it is not a skeleton, with or without a base at its beginning."""
    production = _PRODUCTIONS[class_]
    flaw = skeleton_flaw(production, strings, names, repeats, _ALONE)
    if flaw is not None and names and not strings[0]:
        on_base = skeleton_flaw(production, strings, names, repeats, _ON_BASE)
        return None if on_base is None else flaw
    return flaw


def _quoted(text: str) -> str:
    written = repr(text)
    if written.startswith("'") and '"' not in text:
        return f'"{written[1:-1]}"'
    return written


def _template_string(made: Built, source: Callable[[ast.expr], str]) -> str:
    text = ""
    for i, piece in enumerate(made.pieces):
        if isinstance(piece, str):
            inner = repr(piece.replace("{", "{{").replace("}", "}}"))[1:-1]
            text += inner.replace("\\'", "'").replace('"', '\\"')
            continue
        expression = source(piece.source)
        if i == 0 and made.on_base:
            expression = f"URI({expression})"
        spec = f":{piece.spec}" if piece.spec else ""
        text += f"{{{expression}{spec}}}"
    return f't"{text}"'


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
