"""Imports go downward: no module imports itself through others.

Every import counts: one inside a function, which is late only to save time; one for type checkers
(`if TYPE_CHECKING`), since readers also follow it; and in Rust, each name of a child that a
`mod.rs` or `lib.rs` uses or re-exports. So a module whose children use it re-exports none of them.
The native module is a leaf: `tests/test_names.py` lists what it imports. The floors of core and of
columns are those in ARCHITECTURE.md.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NATIVE = "iriform._core"
Graph = dict[str, set[str]]


def circles(graph: Graph) -> set[frozenset[str]]:
    """Strongly connected components of more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = set()

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            members = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(members) > 1:
                found.add(frozenset(members))

    for node in graph:
        if node not in index:
            visit(node)
    return found


def python_modules() -> Graph:
    source = ROOT / "python"
    files = {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (source / "iriform").rglob("*.py")
    }
    graph: Graph = {}
    for module, path in files.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        graph[module] = set()
        for name in imported(ast.parse(path.read_text(encoding="utf-8")), package):
            # `from a import b`: b is a module, or a name in a.
            target = name if name in files or name == NATIVE else name.rpartition(".")[0]
            if target in files and target != module:
                graph[module].add(target)
    return graph


def imported(tree: ast.AST, package: str) -> set[str]:
    names: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            origin = ".".join(filter(None, [above, node.module]))
            names |= {f"{origin}.{alias.name}" for alias in node.names}
        else:
            names |= imported(node, package)
    return names


def rust_modules(crate: Path) -> Graph:
    files = {}
    for path in crate.rglob("*.rs"):
        parts = path.relative_to(crate).with_suffix("").parts
        files["::".join(parts).removesuffix("::mod")] = path
    graph: Graph = {}
    for module, path in files.items():
        here = [] if module == "lib" else module.split("::")
        body, tests = without_tests(path.read_text(encoding="utf-8"))
        # A module of tests in the file is one deeper, and its `super` is the file.
        names = [(here, name) for name in rust_paths(body) + children(body)]
        names += [([*here, "tests"], name) for name in rust_paths(tests)]
        graph[module] = {named(place, name, files) for place, name in names} - {module}
    return graph


def named(place: list[str], name: str, files: Container[str]) -> str:
    """The module that a path within `place` names."""
    parts = name.split("::")
    ups = parts.count("super")
    start = {"crate": [], "self": place}.get(parts[0], place[: len(place) - ups])
    target = start + parts[max(ups, 1) :]
    while target and "::".join(target) not in files:
        target.pop()
    return "::".join(target) or "lib"


def without_tests(source: str) -> tuple[str, str]:
    """A file's code, and its module of tests, which is last."""
    found = re.search(r"#\[cfg\(test\)\]\n(?:#\[.*\]\n)*(?:pub\(super\) )?mod \w+ \{", source)
    return (source[: found.start()], source[found.start() :]) if found else (source, "")


def children(source: str) -> list[str]:
    """The modules that a file declares and names."""
    code = re.sub(r"//.*", "", source)
    declared = re.findall(r"\bmod (\w+);", code)
    return [f"self::{name}" for name in declared if re.search(rf"(?<![:\w]){name}::", code)]


def rust_paths(source: str) -> list[str]:
    """The imported paths, and those written where they are used."""
    code = re.sub(r"//.*", "", source)
    uses = re.findall(r"\buse ((?:crate|super|self)::[^;]*);", code)
    rest = re.sub(r"\buse [^;]*;|\bpub\(in [^)]*\)", "", code)
    inline = re.findall(r"(?<!\$)\b(?:crate|super|self)(?:::\w+)+", rest)
    names = [re.sub(r"\s+as\s+\w+|\s+", "", use) for use in uses]
    return [path for name in names for path in expanded(name)] + inline


def expanded(use: str) -> list[str]:
    """`a::{b, c::{d}}` as `a::b` and `a::c::d`."""
    start = use.find("{")
    if start < 0:
        return [use]
    depth, piece, pieces = 0, "", []
    for c in use[start + 1 : use.rindex("}")]:
        depth += (c == "{") - (c == "}")
        if c == "," and not depth:
            pieces.append(piece)
            piece = ""
        else:
            piece += c
    pieces.append(piece)
    return [name for p in pieces if p for name in expanded(use[:start] + p)]


def test_python() -> None:
    graph = python_modules()

    assert "iriform._types.errors" in graph["iriform"]
    assert circles(graph) == set()


@pytest.mark.parametrize("crate", sorted(p.parent.name for p in ROOT.glob("crates/*/src")))
def test_rust(crate: str) -> None:
    graph = rust_modules(ROOT / "crates" / crate / "src")

    assert circles(graph) == set()


def drawn_floors(crate: str) -> list[str]:
    """The floors of a crate in ARCHITECTURE.md, from the lowest."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    found = re.search(rf"floors of {crate}, from the ground up:\n\n```\n(.*?)```", text, re.DOTALL)
    assert found, f"ARCHITECTURE.md draws no floors of {crate}"
    return re.findall(r"^\w+", found[1], re.MULTILINE)


def upward(graph: Graph, floors: list[str]) -> set[tuple[str, str]]:
    """The imports of a module of a higher floor."""
    order = [*floors, "lib"]
    floor = {module: order.index(module.split("::")[0]) for module in graph}
    return {
        (module, other)
        for module in floor
        for other in graph[module]
        if floor[module] < floor[other]
    }


@pytest.mark.parametrize("crate", ["core", "columns"])
def test_floors_stand_as_they_are_drawn(crate: str) -> None:
    source = ROOT / "crates" / crate / "src"
    graph = rust_modules(source)
    floors = drawn_floors(crate)

    assert {module.split("::")[0] for module in graph} - {"lib"} == set(floors)
    assert upward(graph, floors) == set()
    # Inside the crate a path names the module, not its re-export, which would not be seen.
    for path in source.rglob("*.rs"):
        names = rust_paths(path.read_text(encoding="utf-8"))
        inside = {name.split("::")[1] for name in names if name.startswith("crate::")}
        assert inside <= set(floors), path


def test_an_import_upward_is_found() -> None:
    graph: Graph = {"lib": {"b"}, "a": {"b::c"}, "b": {"a"}, "b::c": {"a"}}

    assert upward(graph, ["a", "b"]) == {("a", "b::c")}
    assert upward(graph, ["b", "a"]) == {("b", "a"), ("b::c", "a")}


def test_paths_count_wherever_they_stand() -> None:
    source = """
        use crate::a::{b, c as d}; // crate::no::comment
        pub(in crate::no::import) fn f() -> super::e::F { crate::g::h::<u8>($crate::no::macro!()) }
    """
    assert rust_paths(source) == ["crate::a::b", "crate::a::c", "super::e::F", "crate::g::h"]


def test_what_a_parent_uses_of_its_children_counts() -> None:
    source = """
        mod a; mod b; mod c; // c::no
        pub use a::X; fn f() { b::g() } fn h() { other::c::i() }
        #[cfg(test)]
        mod tests { use super::*; use super::a::Y; }
    """
    source = "\n".join(line.strip() for line in source.splitlines())
    body, tests = without_tests(source)

    assert children(body) == ["self::a", "self::b"]
    assert rust_paths(tests) == ["super::*", "super::a::Y"]
    files = {"p", "p::a"}
    assert [named(["p", "tests"], path, files) for path in rust_paths(tests)] == ["p", "p::a"]
    assert named(["p"], "super::q", files) == named(["p"], "crate::q", files) == "lib"
    assert named(["p", "a"], "super::q", files) == named(["p"], "self::q", files) == "p"


def test_what_only_type_checkers_import_counts() -> None:
    source = "if TYPE_CHECKING:\n    from . import _a\n    from ._b import C"
    assert imported(ast.parse(source), "p") == {"p._a", "p._b.C"}


def test_a_circle_is_found() -> None:
    graph: Graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}

    assert circles(graph) == {frozenset("bc")}
    assert expanded("crate::a::{b,c::{d,e}}") == ["crate::a::b", "crate::a::c::d", "crate::a::c::e"]
