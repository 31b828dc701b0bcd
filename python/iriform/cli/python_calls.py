"""Calls in Python source, and the called functions, found from the syntax alone.

A name refers to its import if its scope binds it to nothing else. If that is not certain, the call
is skipped.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    # The binding of a name: an imported dotted name, the assigned expression, an object with a
    # type, the instance of a class, or None for anything else.
    _Binding: TypeAlias = "str | ast.expr | _Typed | _Instance | None"

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# New in Python 3.12.
_TYPE_PARAMETERS = {"TypeVar", "ParamSpec", "TypeVarTuple"}
# The largest number of assignments and attributes that a name is followed through. Nobody writes
# that many, and each call would cost the length of the chain.
_STEPS = 1000
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class _Typed:
    """An object with a type, by its annotation."""

    annotation: ast.expr


@dataclass(frozen=True)
class _Instance:
    """The first parameter of a method."""

    scope: Scope


@dataclass
class Scope:
    """The names of a module, a class or a function, with their bindings."""

    parent: Scope | None = None
    is_class: bool = False
    is_comprehension: bool = False
    bindings: dict[str, list[_Binding]] = field(default_factory=dict)
    elsewhere: dict[str, Scope] = field(default_factory=dict)
    """Names that a `global` or `nonlocal` statement puts into another scope."""
    attributes: dict[str, list[tuple[_Binding, Scope]]] = field(default_factory=dict)
    """The values that methods assign to attributes of `self`, and where."""

    @property
    def module(self) -> Scope:
        """The scope of the module."""
        scope = self
        while scope.parent:
            scope = scope.parent
        return scope

    @property
    def function(self) -> Scope:
        """The enclosing scope in which names are looked up, leaving out classes."""
        scope = self.parent or self
        while scope.is_class and scope.parent:
            scope = scope.parent
        return scope

    def bind(self, name: str, binding: _Binding = None) -> None:
        """Bind a name, here or where a statement has put it."""
        self.elsewhere.get(name, self).bindings.setdefault(name, []).append(binding)

    def home(self, name: str) -> Scope | None:
        """Find the scope of a name that is read here."""
        scope = self
        while name not in scope.bindings and name not in scope.elsewhere:
            if scope.parent is None:
                return None
            scope = scope.function
        return scope.elsewhere.get(name, scope)

    def name_of(self, node: ast.expr) -> str | None:
        """Return the dotted name that an expression stands for, if that is certain."""
        return _qualified(node, self)

    def is_bound(self, node: ast.expr) -> bool:
        """Return True if a name is bound here or in an enclosing scope, so it is not a builtin."""
        return isinstance(node, ast.Name) and self.home(node.id) is not None

    def values_of(self, node: ast.Name | ast.Attribute) -> list[tuple[ast.expr, Scope]] | None:
        """Return the only value that is assigned to a name or to an attribute of `self`."""
        found = _bound(node, self)
        values = [(each, home) for each, home in found if isinstance(each, ast.expr)]
        return values if values and len(values) == len(found) else None

    def type_of(self, node: ast.Name) -> str | None:
        """Return the name of a name's annotated or builtin type."""
        for each, home in _bound(node, self):
            if isinstance(each, _Typed):
                annotation = _class_of(each.annotation)
                if isinstance(annotation, ast.Name) and home.home(annotation.id) is None:
                    return annotation.id
                return None if annotation is None else _qualified(annotation, home)
        return None


def _bound(node: ast.Name | ast.Attribute, scope: Scope) -> list[tuple[_Binding, Scope]]:
    """Return the binding of a name, or of an attribute of `self`."""
    if isinstance(node, ast.Name):
        found = scope.home(node.id)
        if found is None or "*" in found.bindings:
            return []
        return [(each, found) for each in found.bindings.get(node.id, [])[:_STEPS]]
    if isinstance(node.value, ast.Name):
        for each, _ in _bound(node.value, scope):
            if isinstance(each, _Instance):
                own = each.scope.bindings.get(node.attr, [])
                return [*each.scope.attributes.get(node.attr, []), *((b, each.scope) for b in own)]
    return []


def _class_of(annotation: ast.expr) -> ast.expr | None:
    """Return the class of an annotation, without an alternative None."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return _class_of(left)
        case ast.Subscript(
            value=ast.Name(id="Optional") | ast.Attribute(attr="Optional"), slice=one
        ):
            return _class_of(one)
        case ast.Constant(value=str(text)):
            try:
                return _class_of(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError):
                return None
        case ast.Name() | ast.Attribute():
            return annotation
    return None


def calls(module: ast.Module, public: Iterable[str]) -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls, with the dotted name of the imported function.

    `public` are the dotted names that a star import of their module binds; any other star import
    makes all names of the scope uncertain.
    """
    for call, name, _ in scoped_calls(module, public):
        if "()" not in name:
            yield call, name


def scoped_calls(
    module: ast.Module, public: Iterable[str]
) -> Iterator[tuple[ast.Call, str, Scope]]:
    """Yield the calls like `calls`, each with its scope.

    A method of an object returned by a function has `()` in its name: `requests.Session().get`.
    """
    found: list[tuple[ast.Call, Scope]] = []
    starred = tuple(public)
    todo: list[tuple[ast.AST, Scope]] = [(module, Scope())]
    while todo:
        node, scope = todo.pop()
        if isinstance(node, ast.Call):
            found.append((node, scope))
        _bind(node, scope, starred)
        # They are visited in the order of the source, for `global`, so they are pushed in reverse.
        todo.extend(reversed(list(_children(node, scope))))
    for call, scope in found:
        name = _qualified(call.func, scope)
        if name is not None:
            yield call, name, scope


def _bind(node: ast.AST, scope: Scope, starred: tuple[str, ...]) -> None:
    """Record the bindings of a node in its scope."""
    match node:
        case ast.Import(names):
            for alias in names:
                imported = alias.name if alias.asname else alias.name.partition(".")[0]
                scope.bind(alias.asname or imported, imported)
        case ast.ImportFrom(source, names, level):
            for alias in names:
                if alias.name == "*":
                    _bind_star(scope, source if level == 0 else None, starred)
                else:
                    imported = f"{source}.{alias.name}"
                    scope.bind(alias.asname or alias.name, None if level else imported)
        case ast.AnnAssign(ast.Name(name), annotation, value=None):
            scope.bind(name, _Typed(annotation))
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=value):
            scope.bind(name, value)
        case ast.Assign([ast.Attribute(ast.Name(name), attribute)], value) | ast.AnnAssign(
            ast.Attribute(ast.Name(name), attribute), value=ast.expr() as value
        ):
            for instance in scope.bindings.get(name, []):
                if isinstance(instance, _Instance):
                    instance.scope.attributes.setdefault(attribute, []).append((value, scope))
        case ast.AugAssign(ast.Attribute(ast.Name(name), attribute)):
            for instance in scope.bindings.get(name, []):
                if isinstance(instance, _Instance):
                    instance.scope.attributes.setdefault(attribute, []).append((None, scope))
        case ast.withitem(made, ast.Name(name)):
            scope.bind(name, made)
        case ast.For(ast.Name(name), ast.Call(ast.Name("range"))) | ast.comprehension(
            ast.Name(name), ast.Call(ast.Name("range"))
        ):
            scope.bind(name, _Typed(ast.Name("int", ast.Load())))
        case ast.NamedExpr(ast.Name(name)):
            while scope.is_comprehension and scope.parent:
                scope = scope.parent
            scope.bind(name)
        case ast.Name(name, ast.Store() | ast.Del()):
            scope.bind(name)
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            scope.bind(name)
        case ast.ExceptHandler(name=str(name)):
            scope.bind(name)
        case (
            ast.MatchAs(name=str(name))
            | ast.MatchStar(str(name))
            | ast.MatchMapping(rest=str(name))
        ):
            scope.bind(name)
        case ast.Global(identifiers):
            scope.elsewhere.update(dict.fromkeys(identifiers, scope.module))
        case ast.Nonlocal(identifiers):
            # It is not yet known which enclosing function binds it, so it is uncertain in all of
            # them.
            scope.elsewhere.update(dict.fromkeys(identifiers, scope.function))
            around = scope.function
            while around.parent:
                for name in identifiers:
                    around.bind(name)
                around = around.function
        case _ if type(node).__name__ in _TYPE_PARAMETERS:
            scope.bind(node.name)  # type: ignore[attr-defined]  # by its type


def _bind_star(scope: Scope, source: str | None, starred: tuple[str, ...]) -> None:
    brought = [name for name in starred if name.rpartition(".")[0] == source]
    for name in brought:
        scope.bind(name.rpartition(".")[2], name)
    if not brought:
        scope.bind("*")


def _children(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    """Yield the nodes below a node, each with its scope."""
    inner, inside = scope, set[int]()
    if isinstance(node, _FUNCTIONS):
        inner = Scope(scope)
        body = node.body if isinstance(node.body, list) else [node.body]
        parameters = [n for n in ast.walk(node.args) if isinstance(n, ast.arg)]
        for i, parameter in enumerate(parameters):
            if i == 0 and scope.is_class and parameter.annotation is None:
                inner.bind(parameter.arg, _Instance(scope))
            elif parameter.annotation is not None:
                inner.bind(parameter.arg, _Typed(parameter.annotation))
            else:
                inner.bind(parameter.arg)
        inside = {id(child) for child in body}
    elif isinstance(node, ast.ClassDef):
        inner = Scope(scope, is_class=True)
        inside = {id(child) for child in node.body}
    elif isinstance(node, _COMPREHENSIONS):
        inner = Scope(scope, is_comprehension=True)
        inside = {id(child) for child in ast.iter_child_nodes(node)}
    if isinstance(node, ast.withitem) and isinstance(node.optional_vars, ast.Name):
        yield node.context_expr, scope
        return
    if isinstance(node, ast.Assign | ast.AnnAssign) and _is_simple(node):
        yield from ((child, scope) for child in (node.value,) if child is not None)
        return
    for child in ast.iter_child_nodes(node):
        yield child, inner if id(child) in inside else scope


def _is_simple(node: ast.Assign | ast.AnnAssign) -> bool:
    """Return True if `_bind` has already bound its target."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return len(targets) == 1 and isinstance(targets[0], ast.Name)


def _qualified(  # noqa: PLR0911 - a table of syntax
    node: ast.expr, scope: Scope
) -> str | None:
    """Return the dotted name that an expression stands for, if that is certain."""
    names: set[str | None] = set()
    seen: set[int] = set()
    # The pending look-up: a binding, its scope, and the requested attributes.
    todo: list[tuple[_Binding, Scope, str]] = [(node, scope, "")]
    steps = 0
    while todo:
        binding, home, attributes = todo.pop()
        steps += 1
        if isinstance(binding, str):
            names.add(binding + attributes)
        elif isinstance(binding, ast.Call):
            todo.append((binding.func, home, f"(){attributes}"))
        elif isinstance(binding, ast.Await):
            todo.append((binding.value, home, attributes))
        elif isinstance(binding, _Typed):
            annotation = _class_of(binding.annotation)
            if annotation is None:
                return None
            todo.append((annotation, home, f"(){attributes}"))
        elif isinstance(binding, ast.Attribute) and (own := _bound(binding, home)):
            if id(binding) in seen:
                return None
            seen.add(id(binding))
            given = [(each, where) for each, where in own[:_STEPS] if not _is_none(each)]
            if not given:
                return None
            todo += [(each, where, attributes) for each, where in given]
        elif isinstance(binding, ast.Attribute):
            todo.append((binding.value, home, f".{binding.attr}{attributes}"))
        elif isinstance(binding, ast.Name) and id(binding) not in seen:
            seen.add(id(binding))
            found = home.home(binding.id)
            bound = found.bindings.get(binding.id, []) if found else []
            known = [each for each in bound[:_STEPS] if not _is_none(each)]
            if found is None or "*" in found.bindings or not known:
                return None
            todo += [(each, found, attributes) for each in known]
        else:
            return None
        if len(names) > 1 or steps + len(todo) > _STEPS:
            return None
    return names.pop()


def _is_none(binding: _Binding) -> bool:
    """Recognize `IRI = None`, which stands for a missing import and is never called."""
    return isinstance(binding, ast.Constant) and binding.value is None
