"""The public names, read from source files and the stub, with signatures and docstrings.

Nothing is imported: the site is built without the native module.
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

PACKAGE = Path(__file__).parents[2] / "python" / "iriform"

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Entry:
    """One public name: a class, function, method, property or constant."""

    kind: str  # the word of Sphinx's Python domain: "class", "method", "property" …
    name: str
    signatures: list[str]  # several where there are overloads
    doc: str
    type: str = ""
    is_static: bool = False
    is_class_method: bool = False
    bases: list[str] = field(default_factory=list)
    members: list[Entry] = field(default_factory=list)


@cache
def _tree(module: str) -> ast.Module:
    """Parse the source of a module, or the stub of the native one."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    candidates = [path.with_suffix(".pyi"), path.with_suffix(".py"), path / "__init__.py"]
    source = next(file for file in candidates if file.is_file())
    return ast.parse(source.read_text(encoding="utf-8"))


@cache
def names(module: str) -> list[str]:
    """List the public names of a module in the order of its source.

    For the package itself these are the names that it imports under the same name, as type checkers
    take them; for a module, those of `__all__`, or of all that it defines.
    """
    exported = [name for name in _imported(module) if not name.startswith("_")]
    defined = [n for node in _tree(module).body for n in _defines(node) if not n.startswith("_")]
    listed = _all(module)
    if module == "iriform":
        return exported
    return [n for n in listed if n in defined + exported] if listed is not None else defined


@cache
def entry(module: str, name: str) -> Entry:
    """Find a public name, whichever private module defines it."""
    origin = _imported(module).get(name)
    if origin:
        return entry(*origin)
    found = [node for node in _tree(module).body if name in _defines(node)]
    if not found:
        raise LookupError(f"{module} does not define {name}")
    return _entry(module, name, found, "")


def narrower(of: Entry) -> list[Entry]:
    """List the methods that a class has of a base, and only with narrower types."""
    inherited = {(m.name, m.doc) for base in _bases(of) for m in base.members}
    inherited |= {(name, "") for name, _ in inherited}
    return [member for member in of.members if (member.name, member.doc) in inherited]


def owner(name: str, member: str) -> str | None:
    """Name the class that documents a member: the class itself, or the next of its bases."""
    of = entry("iriform", name)
    if member in _members(of) and member not in {m.name for m in narrower(of)}:
        return name
    return next((found for base in of.bases if (found := _owner(base, member))), None)


def _owner(base: str, member: str) -> str | None:
    return owner(base, member) if base in names("iriform") else None


def _members(of: Entry) -> list[str]:
    return [member.name for member in of.members]


def _bases(of: Entry) -> list[Entry]:
    direct = [entry("iriform", base) for base in of.bases if base in names("iriform")]
    return direct + [above for base in direct for above in _bases(base)]


@cache
def _imported(module: str) -> dict[str, tuple[str, str]]:
    """Give the module and the name there of each name imported from inside the package."""
    found: dict[str, tuple[str, str]] = {}
    is_package = (PACKAGE.joinpath(*module.split(".")[1:]) / "__init__.py").is_file()
    for node in ast.walk(_tree(module)):
        if not isinstance(node, ast.ImportFrom) or not node.module:
            continue
        parent = module if is_package else module.rpartition(".")[0]
        origin = f"{parent}.{node.module}" if node.level == 1 else node.module
        if origin.startswith("iriform."):
            for alias in node.names:
                found[alias.asname or alias.name] = (origin, alias.name)
    return found


def _all(module: str) -> list[str] | None:
    for node in _tree(module).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == "__all__" and node.value:  # type: ignore[attr-defined]
            return list(ast.literal_eval(node.value))  # type: ignore[attr-defined]
    return None


def _defines(node: ast.AST) -> list[str]:
    if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [t.id for t in node.targets if isinstance(t, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def _entry(module: str, name: str, nodes: list[ast.stmt], owner: str) -> Entry:
    node = nodes[0]
    if isinstance(node, ast.ClassDef):
        return _class(module, node)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        functions = [n for n in nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
        return _function(module, functions, owner)
    annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
    kind = "attribute" if owner else "data"
    type_ = ast.unparse(_expanded(module, annotation)) if annotation else ""
    return Entry(kind, name, [name], "", type="" if type_ == "TypeAlias" else type_)


def _class(module: str, node: ast.ClassDef) -> Entry:
    bases = [ast.unparse(base) for base in node.bases]
    body: dict[str, list[ast.stmt]] = {}
    slots: dict[str, str] = {}
    for statement in node.body:
        for name in _defines(statement):
            body.setdefault(name, []).append(statement)
            if name == "__slots__" and isinstance(statement.value, ast.Dict):  # type: ignore[attr-defined]
                slots = ast.literal_eval(statement.value)  # type: ignore[attr-defined]
    makers = [n for name in ("__new__", "__init__") for n in body.get(name, [])]
    fields = [n for n in node.body if isinstance(n, ast.AnnAssign)]
    if "NamedTuple" in bases:
        given = ", ".join(ast.unparse(f) for f in fields)
        signatures = [f"{node.name}({given})"]
    else:
        signatures = [
            node.name + _signature(module, maker, is_bound=True, returns=False)
            for maker in makers
            if isinstance(maker, ast.FunctionDef) and not _is_private(maker)
        ] or [node.name]
    found = Entry("exception" if _is_error(bases) else "class", node.name, signatures, _doc(node))
    found.bases = [b for b in bases if b not in {"NamedTuple", "TypedDict"}]
    for name, statements in body.items():
        if not name.startswith("_"):
            found.members.append(_entry(module, name, statements, node.name))
    found.members += [Entry("attribute", name, [name], doc) for name, doc in slots.items()]
    return found


def _is_error(bases: list[str]) -> bool:
    return any(base.endswith(("Error", "Exception")) for base in bases)


def _is_private(maker: ast.FunctionDef) -> bool:
    """Return True if a constructor takes what only the package has."""
    return "_" in {a.arg[0] for a in maker.args.args[1:]}


def _function(module: str, nodes: list[_Function], owner: str) -> Entry:
    node = nodes[0]
    decorators = {ast.unparse(d) for d in node.decorator_list}
    doc = next((text for n in nodes if (text := _doc(n))), "")
    if decorators & {"property", "cached_property", "functools.cached_property"}:
        returns = ast.unparse(_expanded(module, node.returns)) if node.returns else ""
        return Entry("property", node.name, [node.name], doc, type=returns)
    is_static = "staticmethod" in decorators
    overloads = [n for n in nodes if "overload" in {ast.unparse(d) for d in n.decorator_list}]
    signatures = [
        node.name + _signature(module, n, is_bound=bool(owner) and not is_static)
        for n in overloads or nodes[:1]
    ]
    found = Entry("method" if owner else "function", node.name, signatures, doc)
    found.is_static, found.is_class_method = is_static, "classmethod" in decorators
    return found


def _signature(module: str, node: _Function, *, is_bound: bool, returns: bool = True) -> str:
    """Write a signature as a caller sees it: without `self`, private aliases written out."""
    arguments: ast.arguments = _expanded(module, node.args)
    if is_bound:
        first = arguments.posonlyargs or arguments.args
        first.pop(0)
    extra = arguments.kwarg and arguments.kwarg.annotation
    if isinstance(extra, ast.Subscript) and ast.unparse(extra.value) == "Unpack":
        arguments.kwarg = None
        for item in _typed_dict(module, ast.unparse(extra.slice)):
            arguments.kwonlyargs.append(item)
            arguments.kw_defaults.append(ast.Constant(...))
    written = f"({ast.unparse(arguments)})"
    if returns and node.returns:
        written += f" -> {ast.unparse(_expanded(module, node.returns))}"
    return written


def _typed_dict(module: str, name: str) -> list[ast.arg]:
    (node,) = (n for n in _tree(module).body if name in _defines(n))
    fields = [n for n in getattr(node, "body", []) if isinstance(n, ast.AnnAssign)]
    return [ast.arg(ast.unparse(f.target), f.annotation) for f in fields]


class _Expander(ast.NodeTransformer):
    def __init__(self, aliases: dict[str, ast.expr]) -> None:
        self.aliases = aliases

    def visit_Name(self, node: ast.Name) -> ast.expr:
        alias = self.aliases.get(node.id)
        return self.visit(_copy(alias)) if alias is not None else node


def _copy(node):  # noqa: ANN001, ANN202 - of any node
    return ast.parse(ast.unparse(node), mode="eval").body


@cache
def _aliases(module: str) -> dict[str, ast.expr]:
    """Give the private names of types that a reader cannot look up."""
    return {
        ast.unparse(node.target): node.value
        for node in ast.walk(_tree(module))
        if isinstance(node, ast.AnnAssign)
        and node.value
        and ast.unparse(node.annotation) in {"TypeAlias", '"TypeAlias"'}
        and ast.unparse(node.target).startswith("_")
    }


def _expanded(module, node):  # noqa: ANN001, ANN202 - of the kind of the node
    import copy

    return _Expander(_aliases(module)).visit(copy.deepcopy(node))


def _doc(node: ast.AST) -> str:
    body = getattr(node, "body", [])
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        text = body[0].value.value
        return inspect.cleandoc(text) if isinstance(text, str) else ""
    return ""
