"""Write the text generated from the table of columns' operations: `python -m scripts.generate`.

The tables of `docs/reference/storage.md` are generated from the table of its readers.

The table is in `crates/columns/src/table/operations/`. The generated text is between two lines that
name this script, in each of `FILES`; the rest of a file is written by hand.
`tests/columns/test_table.py` compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from benchmarks.readers import partition_table, reader_table, refusals

from iriform._engines.sql import type_name
from iriform._engines.table import (
    CHOICES,
    COMPONENTS,
    KINDS,
    OPERATIONS,
    SQL_PREFIX,
    Argument,
    Operation,
)

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 100


def quoted(word: str) -> str:
    """Return a word in the quotes of Python's formatter."""
    return '"' + word + '"'


def fitting(before: str, items: list[str], after: str, indent: str = "") -> str:
    """Write items on the same line if they fit, else on their own line, else one per line."""
    line = f"{indent}{before}{', '.join(items)}{after}"
    if len(line) <= WIDTH:
        return line
    inner = f"{indent}    {', '.join(items)}"
    if len(inner) <= WIDTH:
        return f"{indent}{before}\n{inner}\n{indent}{after}"
    lines = "".join(f"{indent}    {item},\n" for item in items)
    return f"{indent}{before}\n{lines}{indent}{after}"


def parameters(operation: Operation, column: str, base: str) -> list[str]:
    """Return the parameters of a function, without `threads`."""

    def parameter(argument: Argument) -> str:
        name, of = argument["name"], argument["annotation"].format(base)
        if argument["type"] == "texts":
            return f"*{name}: {of}"
        if "default" not in argument:
            return f"{name}: {of}"
        default = argument["default"]
        if default is ...:
            none = " | None" if of.endswith(" | None") else ""
            return f"{name}: {of.removesuffix(none)} | EllipsisType{none} = ..."
        written = quoted(default) if isinstance(default, str) else repr(default)
        return f"{name}: {of} = {written}"

    by_place = [a for a in operation["arguments"] if not a["by_name"]]
    by_name = [a for a in operation["arguments"] if a["by_name"]]
    star = [] if any(a["type"] == "texts" for a in by_place) else ["*"]
    return [
        f"column: {column}",
        "/",
        *map(parameter, by_place),
        *star,
        *map(parameter, by_name),
        f"as_: Kind = {operation['as_']}",
    ]


def passed(operation: Operation) -> list[str]:
    """Return the arguments that a function passes on."""
    return [argument["name"] for argument in operation["arguments"]]


def docstring(operation: Operation) -> str:
    """Write the docstring of a function of `columns`."""
    text = f"{operation['summary']}\n\n{operation['doc']}".rstrip()
    raw = "r" if "\\" in text else ""
    lines = [f"    {line}".rstrip() for line in text.split("\n")]
    body = "\n".join(lines).lstrip()
    return f'    {raw}"""{body}\n    """'


def of_columns(operation: Operation) -> str:
    """Write a function of `columns`."""
    items = [*parameters(operation, "Column", "str | Column"), "threads: int | None = None"]
    name = operation["name"]
    head = fitting(f"def {name}(", items, ") -> Answer:")
    call = [quoted(name), "column", "as_", "threads", *passed(operation)]
    body = fitting("return own(", ["column", f"ask({', '.join(call)})"], ")", "    ")
    if max(map(len, body.split("\n"))) > WIDTH:
        asked = fitting("ask(", call, ")", "        ").lstrip()
        body = f"    return own(\n        column,\n        {asked},\n    )"
    return f"{head}\n{docstring(operation)}\n{body}\n"


def of_engine(column: str, base: str, answer: str, function: str) -> Callable[[Operation], str]:
    """Return a function that writes a function of an engine's module."""

    def write(operation: Operation) -> str:
        head = fitting(
            f"def {operation['name']}(", parameters(operation, column, base), f") -> {answer}:"
        )
        call = [quoted(operation["name"]), "column", "as_", *passed(operation)]
        body = fitting(f"return {function}(", call, ")", "    ")
        return f'{head}\n    """{operation["summary"]}"""\n{body}\n'

    return write


def functions(write: Callable[[Operation], str]) -> str:
    """Write all functions."""
    return "\n\n".join(write(operation) for operation in OPERATIONS.values())


def words() -> str:
    """Write the types of the arguments of `columns`."""
    productions = [quoted(rfc) for _, rfc in KINDS]
    classes = [quoted(name) for name, rfc in KINDS if name != rfc]
    return "\n".join(
        [
            *(
                fitting(f"{name} = Literal[", [quoted(word) for word in known], "]")
                for name, known in CHOICES.items()
            ),
            fitting("Production = Literal[", productions, "]"),
            fitting("KindName = Literal[", ["Production", *classes], "]"),
        ]
    )


def components() -> str:
    """Write the names of the components."""
    return "\n".join(
        [
            "COMPONENTS: tuple[Component, ...] = (",
            *(f"    {quoted(component)}," for component in COMPONENTS),
            ")",
            '"""The names of the components, in the order of `components`."""',
        ]
    )


def names(*others: str) -> Callable[[], str]:
    """Write `__all__`."""

    def write() -> str:
        order = sorted([*others, *OPERATIONS], key=lambda n: (not n.isupper(), n.islower(), n))
        return "__all__ = [\n" + "".join(f"    {quoted(name)},\n" for name in order) + "]"

    return write


def table() -> str:
    """Write the table of the documentation."""

    def call(operation: Operation) -> str:
        own = [a for a in operation["arguments"] if a["type"] != "repair"]
        shown = [p for p in parameters({**operation, "arguments": own}, "", "") if ":" in p]
        given = [re.sub(r": .*?(?= =|$)", "", parameter).replace(" = ", "=") for parameter in shown]
        inner = ", ".join(given[1:-1])
        return f"`{operation['name']}({inner})`" if inner else f"`{operation['name']}`"

    rows = [f"| {call(o)} | {o['summary']} |" for o in OPERATIONS.values()]
    return "\n".join(["| Function | What it gives |", "|---|---|", *rows])


def sql_table() -> str:
    """Write the table of the documentation of SQL."""

    def call(operation: Operation) -> str:
        arguments = [
            a for a in operation["arguments"] if a["most_in_sql"] and a["type"] != "repair"
        ]
        column = "values" if operation["is_of_values"] else "url"
        if any(a["most_in_sql"] > 1 for a in arguments):
            return f"`{SQL_PREFIX}{operation['name']}({column} [, name, value]… [, as])`"
        needed = [column, *(a["name"] for a in arguments if "default" not in a)]
        optional = [*(a["name"] for a in arguments if "default" in a), "as"]
        brackets = "".join(f" [, {name}" for name in optional) + "]" * len(optional)
        return f"`{SQL_PREFIX}{operation['name']}({', '.join(needed)}{brackets})`"

    rows = [f"| {call(o)} | {type_name(o['answer'], field='{} {}')} |" for o in OPERATIONS.values()]
    return "\n".join(["| Function | Type |", "|---|---|", *rows])


polars = of_engine("Column", "str | pl.Expr", "pl.Expr", "expression")
spark = of_engine("ColumnOrName", "str | Column", "Column", "answer")

FILES: dict[str, dict[str, Callable[[], str]]] = {
    "python/iriform/columns.py": {
        "names": names("COMPONENTS", "Array", "ArrowArray", "ArrowStream", "ChunkedArray"),
        "components": components,
        "functions": lambda: functions(of_columns),
    },
    "python/iriform/_engines/words.py": {"words": words},
    "python/iriform/polars.py": {"names": names(), "functions": lambda: functions(polars)},
    "python/iriform/spark.py": {
        "names": names("register"),
        "functions": lambda: functions(spark),
    },
    "docs/reference/columns.md": {"table": table},
    "docs/reference/engines.md": {"table": sql_table},
    "docs/reference/storage.md": {
        "readers": reader_table,
        "refusals": refusals,
        "partitions": partition_table,
    },
}


def written(path: str) -> str:
    """Return the expected contents of a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for part, write in FILES[path].items():
        mark = "<!-- {} -->" if path.endswith(".md") else "# {}"
        begin = mark.format(f"{part}: made by scripts/generate.py")
        end = mark.format(f"end of {part}")
        before, found, rest = text.partition(begin + "\n")
        _, ended, after = rest.partition(end + "\n")
        if not (found and ended):
            raise ValueError(f"{path} has no lines {begin!r} and {end!r}")
        space = "\n" if path.endswith(".md") or part == "functions" else ""
        gap = "\n" if part == "functions" and not path.endswith(".md") else ""
        body = write().rstrip("\n")
        text = f"{before}{begin}\n{space}{gap}{body}\n{space}{gap}{end}\n{after}"
    return text


def main() -> None:
    """Write all files."""
    for path in FILES:
        (ROOT / path).write_text(written(path), encoding="utf-8")


if __name__ == "__main__":
    main()
