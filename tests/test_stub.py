"""The stub of the native module matches the module: parameters, defaults, docstrings."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest

from iriform import IRI, Authority, Host, IRIReference, _core
from iriform import Path as IRIPath
from iriform._core import Query, Segment

ROOT = Path(__file__).parent.parent
STUB = (ROOT / "python/iriform/_core.pyi").read_text(encoding="utf-8")
Function = ast.FunctionDef


def functions() -> dict[str, list[Function]]:
    """Methods and functions of the stub, each with its overloads; no properties."""
    found: dict[str, list[Function]] = {}
    tree = ast.parse(STUB)
    scopes = [("", tree.body)]
    scopes += [(f"{c.name}.", c.body) for c in tree.body if isinstance(c, ast.ClassDef)]
    for prefix, body in scopes:
        for node in body:
            if isinstance(node, Function) and "property" not in decorators(node):
                found.setdefault(prefix + node.name, []).append(node)
    return found


def decorators(node: Function) -> set[str]:
    return {d.id for d in node.decorator_list if isinstance(d, ast.Name)}


def stated(node: Function) -> list[tuple[str, Any, Any]]:
    """Name, kind and default of each parameter of a function of the stub."""
    a, kinds = node.args, inspect.Parameter
    positional: list[tuple[ast.arg, Any]] = [(p, kinds.POSITIONAL_ONLY) for p in a.posonlyargs]
    positional += [(p, kinds.POSITIONAL_OR_KEYWORD) for p in a.args]
    defaults: list[Any] = [None] * (len(positional) - len(a.defaults)) + list(a.defaults)
    rows: list[tuple[str, Any, Any]]
    rows = [(p.arg, kind, value(d)) for (p, kind), d in zip(positional, defaults, strict=True)]
    if a.vararg:
        rows.append((a.vararg.arg, kinds.VAR_POSITIONAL, kinds.empty))
    rows += [
        (p.arg, kinds.KEYWORD_ONLY, value(d))
        for p, d in zip(a.kwonlyargs, a.kw_defaults, strict=True)
    ]
    if rows and rows[0][0] in {"self", "cls"}:
        del rows[0]
    return rows


def value(default: ast.expr | None) -> Any:
    return inspect.Parameter.empty if default is None else ast.literal_eval(default)


def parameters(live: Any) -> list[tuple[str, Any, Any]]:
    return [(p.name, p.kind, p.default) for p in inspect.signature(live).parameters.values()]


def live(name: str) -> Any:
    scope: Any = _core
    owner, _, method = name.rpartition(".")
    if owner:
        cls = getattr(_core, owner)
        text = "a:b" if issubclass(cls, IRIReference) else "a"
        return cls if method == "__new__" else getattr(cls(text), method)
    return getattr(scope, name)


NATIVE = [t.__name__ for t in vars(_core).values() if isinstance(t, type) and issubclass(t, str)]
METHODS = {
    name: nodes
    for name, nodes in functions().items()
    if name.split(".")[0] in NATIVE and name.split(".")[1] not in {"__truediv__", "__replace__"}
}


@pytest.mark.parametrize("name", METHODS)
def test_the_parameters_are_those_of_the_module(name: str) -> None:
    expected = parameters(live(name))
    nodes = [node for node in METHODS[name] if not node.args.kwarg]
    for node in nodes:
        assert [p[:2] for p in stated(node)] == [p[:2] for p in expected]
    # An overload may be for calls that pass an argument with a default.
    assert not nodes or any(stated(node) == expected for node in nodes)


def test_what_with_parts_takes() -> None:
    """Its overloads take the parts from a TypedDict, and `copy.replace` the same ones."""
    classes = (n for n in ast.parse(STUB).body if isinstance(n, ast.ClassDef))
    (parts,) = (c for c in classes if c.name == "_Parts")
    names = [ast.unparse(n.target) for n in parts.body if isinstance(n, ast.AnnAssign)]
    expected = [(name, inspect.Parameter.KEYWORD_ONLY, ...) for name in ["scheme", *names]]

    assert parameters(IRI("a:b").with_parts) == expected
    assert parameters(IRI("a:b").__replace__) == expected


@pytest.mark.parametrize("t", NATIVE)
def test_all_methods_are_in_the_stub(t: str) -> None:
    cls = getattr(_core, t)
    own = {name for name in dir(cls) if callable(getattr(cls, name, None)) and name[0] != "_"}

    for name in own - set(dir(str)):
        assert any(f"{base.__name__}.{name}" in METHODS for base in cls.__mro__), name


GIVEN: dict[str, Any] = {
    "reference": "b", "base": "http://h/", "prefix": "http://h/", "other": "a:b", "name": "n",
    "value": "v", "data": b"a:b", "text": "a:b", "pairs": {"a": "b"}, "segments": ["a"],
    "encoding": "latin-1", "path": "/a", "query": {"a": "b"}, "suffix": ".a",
    "prefixes": {}, "skeleton": "s:", "code": "password", "place": 0,
}  # fmt: skip
RECEIVERS: list[Any] = [
    IRI("file:///a/b"), Authority("h"), Host("h"), IRIPath("/a"), Segment("%c3%a9"), Query("a=b"),
]  # fmt: skip
WITH_DEFAULTS = [
    (receiver, name, parameter.name)
    for receiver in RECEIVERS
    for name in sorted(set(dir(receiver)) - set(dir(str)))
    if name[0] != "_" and callable(getattr(receiver, name))
    for parameter in inspect.signature(getattr(receiver, name)).parameters.values()
    if parameter.default not in {parameter.empty, ...}
    # `of` accepts any name as the name of a placeholder.
    if (name, parameter.name) != ("of", "values")
]


@pytest.mark.parametrize(("receiver", "name", "parameter"), WITH_DEFAULTS)
def test_the_default_is_what_is_taken(receiver: Any, name: str, parameter: str) -> None:
    method = getattr(receiver, name)
    signature = inspect.signature(method)
    needed = [
        GIVEN[p.name]
        for p in signature.parameters.values()
        if p.default is p.empty and p.kind not in {p.VAR_POSITIONAL, p.VAR_KEYWORD}
    ]
    scheme = {"scheme": "a"} if "scheme" in signature.parameters and parameter != "scheme" else {}
    answers = []
    for given in ({}, {parameter: signature.parameters[parameter].default}):
        try:
            answers.append(method(*needed, **scheme, **given))
        except ValueError as error:
            answers.append((type(error), str(error)))

    assert answers[0] == answers[1]


def test_the_docstrings_are_those_of_the_module() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        from make_stub import with_docs  # type: ignore[import-not-found]
    finally:
        del sys.path[0]

    assert with_docs(STUB) == STUB, "run scripts/make_stub.py"
    assert '"""The host (§3.2.2), as written' in STUB
