"""Writes the docstrings of the native module into its stub, so that editors show them.

    python scripts/make_stub.py

The types in the stub are written by hand; only docstrings are replaced. A method that narrows the
types of a base class's has no docstring there: language servers show the one that it inherits.
tests/test_stub.py fails if this has been forgotten.
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
    """Replace the docstrings of a stub by those of the module."""
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
    """Find what is documented, from the top, and by what: by nothing if it inherits its docstring."""
    documented = set()
    for node in scope.body:
        if not isinstance(node, Documented) or node.name.startswith("__"):
            continue
        doc = _doc(inspect.getattr_static(live, node.name, None))
        # Of overloads, the first one is documented.
        if doc and node.name not in documented:
            documented.add(node.name)
            bases = live.__mro__[1:] if isinstance(live, type) else ()
            is_inherited = any(doc == _doc(vars(base).get(node.name)) for base in bases)
            yield node, "" if is_inherited else doc
        if isinstance(node, ast.ClassDef):
            yield from _docstrings(node, getattr(live, node.name, None))


def _doc(member: object) -> str:
    member = getattr(member, "__func__", member)  # what a static method is around
    return inspect.cleandoc(getattr(member, "__doc__", None) or "")


def _written(doc: str, column: int) -> str:
    """Write what follows a signature."""
    if not doc:
        return " ..."
    indent = " " * column
    doc = doc.replace("\\", r"\\")
    lines = "".join(f"{indent}{line}".rstrip() + "\n" for line in doc.splitlines())
    # What cannot be seen is escaped, as directional formatting characters are.
    text = "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in lines.strip())
    return f'\n{indent}"""{text}' + (f"\n{indent}" if "\n" in doc else "") + '"""'


if __name__ == "__main__":
    STUB.write_text(with_docs(STUB.read_text(encoding="utf-8")), encoding="utf-8")
