"""Write the docstrings of the native module into its stub, so editors show them.

    python scripts/make_stub.py

The types in the stub are written by hand; only docstrings are replaced. A method that narrows the
types of a base class's method has no docstring there: language servers show the inherited one.
tests/test_stub.py fails if the stub is outdated.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import iriform._core

STUB = Path(__file__).parent.parent / "python/iriform/_core.pyi"

Documented = ast.ClassDef | ast.FunctionDef


def with_docs(stub: str, module: object = iriform._core) -> str:  # noqa: SLF001
    """Replace the docstrings of a stub with those of the module."""
    lines = stub.splitlines(keepends=True)
    for node, doc in reversed([*_docstrings(ast.parse(stub), module)]):
        body = node.body[0]
        # Columns of ast count bytes of UTF-8.
        on_its_line = lines[body.lineno - 1].encode()[: body.col_offset].decode().rstrip()
        first = body.lineno - 1 if on_its_line else body.lineno - 2
        signature = on_its_line or lines[first].rstrip()
        after = (body.end_lineno or body.lineno) if isinstance(body, ast.Expr) else first + 1
        lines[first:after] = [f"{signature}{_written(doc, node.col_offset + 4)}\n"]
    return "".join(lines)


def _docstrings(scope: ast.Module | ast.ClassDef, live: object) -> Iterator[tuple[Documented, str]]:
    """Yield the documented definitions, from the top, with their docstrings; empty if inherited."""
    documented = set()
    for node in scope.body:
        if not isinstance(node, Documented) or node.name.startswith("__"):
            continue
        doc = _doc(inspect.getattr_static(live, node.name, None))
        # Only the first of several overloads is documented.
        if doc and node.name not in documented:
            documented.add(node.name)
            bases = live.__mro__[1:] if isinstance(live, type) else ()
            is_inherited = any(doc == _doc(vars(base).get(node.name)) for base in bases)
            yield node, "" if is_inherited else doc
        if isinstance(node, ast.ClassDef):
            yield from _docstrings(node, getattr(live, node.name, None))


def _doc(member: object) -> str:
    member = getattr(member, "__func__", member)  # the function that a static method wraps
    return inspect.cleandoc(getattr(member, "__doc__", None) or "")


def _written(doc: str, column: int) -> str:
    """Return the text after a signature."""
    if not doc:
        return " ..."
    indent = " " * column
    doc = doc.replace("\\", r"\\")
    lines = "".join(f"{indent}{line}".rstrip() + "\n" for line in doc.splitlines())
    # Invisible characters are escaped, such as directional formatting characters.
    text = "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in lines.strip())
    return f'\n{indent}"""{text}' + (f"\n{indent}" if "\n" in doc else "") + '"""'


if __name__ == "__main__":
    STUB.write_text(with_docs(STUB.read_text(encoding="utf-8")), encoding="utf-8")
