"""Writes the docstrings of the native module into its stub, so that editors show them.

    python scripts/make_stub.py

The types in the stub are written by hand; only docstrings are replaced. tests/test_stub.py fails
if this has been forgotten.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import iriform._core

STUB = Path(__file__).parent.parent / "python/iriform/_core.pyi"


def with_docs(stub: str, module: object = iriform._core) -> str:  # noqa: SLF001
    """Replace the docstrings of a stub by those of the module."""
    lines = stub.splitlines(keepends=True)
    for start, end, text in sorted(_docstrings(ast.parse(stub), module), reverse=True):
        (first, column), (last, past) = start, end
        # Columns of ast count bytes of UTF-8.
        before = lines[first - 1].encode()[:column].decode().rstrip()
        after = lines[last - 1].encode()[past:].decode()
        lines[first - 1 : last] = [(before and before + "\n") + text + after]
    return "".join(lines)


_Place = tuple[int, int]


def _docstrings(scope: ast.Module | ast.ClassDef, live: object) -> list[tuple[_Place, _Place, str]]:
    """Find what is replaced: where it begins, where it ends, and by what."""
    found = []
    documented = set()
    for node in scope.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("__"):
            continue
        member = inspect.getattr_static(live, node.name, None)
        member = getattr(member, "__func__", member)  # what a static method is around
        doc = inspect.cleandoc(getattr(member, "__doc__", None) or "")
        # Of overloads, the first one is documented.
        if doc and node.name not in documented:
            documented.add(node.name)
            found.append(_replacement(node, doc))
        if isinstance(node, ast.ClassDef):
            found += _docstrings(node, getattr(live, node.name, None))
    return found


def _replacement(node: ast.ClassDef | ast.FunctionDef, doc: str) -> tuple[_Place, _Place, str]:
    indent = " " * (node.col_offset + 4)
    several = "\n" in doc
    doc = doc.replace("\\", r"\\")
    doc = "".join(f"{indent}{line}".rstrip() + "\n" for line in doc.splitlines()).strip()
    # What cannot be seen is escaped, as directional formatting characters are.
    doc = "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in doc)
    text = f'{indent}"""{doc}' + (f"\n{indent}" if several else "") + '"""'
    body = node.body[0]
    if isinstance(body, ast.Expr) and isinstance(body.value, ast.Constant):
        # A docstring, or `...`.
        end = (body.end_lineno or body.lineno, body.end_col_offset or body.col_offset)
        return (body.lineno, body.col_offset), end, text
    return (node.lineno + 1, 0), (node.lineno + 1, 0), text + "\n"


if __name__ == "__main__":
    STUB.write_text(with_docs(STUB.read_text(encoding="utf-8")), encoding="utf-8")
