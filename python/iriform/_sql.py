"""The functions of `columns` in SQL: names, arguments and types, the same for every engine.

A function is called `iri_` and its name. Its first argument is the column; the others follow by
position, in the order in which the function of `columns` has them: `iri_host(url)`,
`iri_resolve(url, base)`, `iri_normalize(url, 'scheme')`, `iri_is_valid(url, 'URI')`. Several texts
are a list, `iri_without_query(url, ['utm_*', 'fbclid'])`, or JSON of one, which every engine can write:
`iri_without_query(url, '["utm_*", "fbclid"]')`. Prefixes are a map or JSON of one, unless the functions
were registered with them. What `iri_match_template(url, template)` answers is JSON, because the type of a
function in SQL is known before its arguments; templates that were registered are functions of their own,
whose answers are structs. `iri_expand_template(values, template)` takes a struct, or JSON of one.
"""

# No `from __future__ import annotations`: Spark and DuckDB look at those of `Kernel.__call__`.

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from . import _core, columns
from ._core import IRIReference, PrefixMap, URITemplate
from ._engines import NAMED, NAMES
from ._table import OPERATIONS, filled

if TYPE_CHECKING:
    from .columns import Kind

# The declared types of pyarrow lack some of its functions.
_compute: Any = pc

PREFIX = "iri_"


@dataclass(frozen=True)
class Kernel:
    """A function of `columns` as engines call it: with pyarrow arrays, on one thread.

    It has no state, and pickles as a few words.
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()
    """Arguments that are fixed; a call gives the others."""

    @property
    def __name__(self) -> str:
        """The name that engines show."""
        return PREFIX + self.name

    def __call__(self, *arguments: pa.Array) -> pa.Array:
        """Evaluate the rows of the first; arguments other than a base must be equal in all rows."""
        column, *others = arguments
        options = dict(self.options)
        as_ = options.get("as_", NAMED[OPERATIONS[self.name]["as_"]])
        open_ = [name for name in parameters(self.name) if name not in options]
        if len(others) > len(open_):
            raise TypeError(f"{self.__name__} takes at most {1 + len(open_)} arguments")
        missing = [name for name in open_[len(others) :] if name in required(self.name)]
        if missing:
            call = ", ".join(["column", *open_[: open_.index(missing[-1]) + 1]])
            raise TypeError(f"{self.__name__} needs {missing[0]}: {self.__name__}({call})")
        for name, argument in zip(open_, others, strict=False):
            if name == "base":
                options[name] = argument
            elif len(column) == 0:
                if name in required(self.name):
                    # No row asks for it, but the function does.
                    options[name] = self._any(name)
            elif name in of_type(self.name, "texts"):
                options[name] = _only_list(name, argument)
            elif name in of_type(self.name, "prefixes"):
                options[name] = _only_map(name, argument)
            elif name == "as_":
                as_ = _kind(_only(name, argument))
            else:
                options[name] = _only(name, argument)
        return self._evaluated(column, as_, options)

    def _evaluated(self, column: pa.Array, as_: "Kind", options: dict[str, Any]) -> pa.Array:
        is_json = _is_text(column) if self.is_of_values() else self._is_json()
        ask = _core.column_json if is_json else _core.column
        answer = ask(self.name, column, as_, 1, *filled(self.name, options))
        return columns.own(column, answer)

    def answer(self) -> Any:  # noqa: ANN401 - see `Operation`
        """Tell the type of the answer for a column of text."""
        of = OPERATIONS[self.name]
        if self._is_json() or not self.options:
            return of["answer"]
        options = {name: self._any(name) for name in required(self.name)} | dict(self.options)
        as_ = NAMED[of["as_"]]
        return _core.column_arguments(self.name, as_, *filled(self.name, options))

    def is_of_values(self) -> bool:
        """Whether the column is of structs."""
        return self.name == "expand_template"

    def _is_json(self) -> bool:
        """Whether the type of the answer depends on an argument that is not fixed."""
        fixed = {name for name, _ in self.options}
        return not self.is_of_values() and not of_type(self.name, "template") <= fixed

    def _any(self, name: str) -> object:
        """Give some value of an argument, where no row asks for it."""
        if name in of_type(self.name, "prefixes"):
            return {}
        return "{any}" if name in of_type(self.name, "template") else ""


def parameters(name: str) -> tuple[str, ...]:
    """List the names of the arguments after the column, in order."""
    arguments = OPERATIONS[name]["arguments"]
    return (*(a["name"] for a in arguments if a["type"] != "fields"), "as_")


def required(name: str) -> set[str]:
    """List the names of the required arguments."""
    of = OPERATIONS[name]["arguments"]
    return {a["name"] for a in of if "default" not in a}


def of_type(name: str, of: str) -> set[str]:
    """List the names of the arguments of that type."""
    return {a["name"] for a in OPERATIONS[name]["arguments"] if a["type"] == of}


def given(name: str, prefixes: Mapping[str, str] | None) -> tuple[tuple[str, Any], ...]:
    """Return the options that a function is registered with."""
    if prefixes is None:
        return ()
    return tuple((argument, PrefixMap(prefixes)) for argument in of_type(name, "prefixes"))


def functions_of(
    prefixes: Mapping[str, str] | None, templates: Mapping[str, str] | None
) -> Iterator[tuple[str, Kernel]]:
    """Give the functions that an engine registers, by their names in SQL."""
    for name in NAMES:
        yield PREFIX + name, Kernel(name, given(name, prefixes))
    for name, template in (templates or {}).items():
        function = f"match_{name}"
        if not name.isidentifier() or function in NAMES:
            raise ValueError(
                f"{name!r} cannot name a template: {PREFIX}{function} is no new function"
            )
        yield PREFIX + function, Kernel("match_template", (("template", URITemplate(template)),))


def _is_text(column: pa.Array) -> bool:
    return str(column.type) in ("string", "large_string", "string_view")


def _only(name: str, argument: pa.Array) -> Any:  # noqa: ANN401 - a text, a class, a truth value
    """Read an argument that is the same in every row."""
    if not argument[0].is_valid or not argument.slice(1).equals(
        argument.slice(0, len(argument) - 1)
    ):
        raise ValueError(f"{name.rstrip('_')} must be one value, not a column")
    return argument[0].as_py()


def _only_list(name: str, argument: pa.Array) -> list[Any]:
    """Read several texts that are the same in every row: a list, or JSON of one."""
    if pa.types.is_list(argument.type) or pa.types.is_large_list(argument.type):
        lengths = _compute.list_value_length(argument).unique().to_pylist()
        if len(lengths) != 1 or lengths[0] is None:
            raise ValueError(f"{name} must be one list, not a column")
        return [_only(name, _compute.list_element(argument, place)) for place in range(lengths[0])]
    texts = _json(name, _only(name, argument))
    if not isinstance(texts, list):
        raise TypeError(f"{name} must be a list of texts, or JSON of one")
    return texts


def _only_map(name: str, argument: pa.Array) -> PrefixMap:
    """Read a map that is the same in every row: one of the engine, or JSON of one."""
    if pa.types.is_map(argument.type):
        items = argument[0].as_py()
        if items is None or not _is_constant(argument, len(items)):
            raise ValueError(f"{name} must be one map, not a column")
        return _prefix_map(tuple(items))
    prefixes = _json(name, _only(name, argument))
    if not isinstance(prefixes, dict):
        raise TypeError(f"{name} must be a map of names to IRIs, or JSON of one")
    return _prefix_map(tuple(prefixes.items()))


def _is_constant(maps: pa.Array, size: int) -> bool:
    """Whether all maps are like the first, which has this size."""
    if isinstance(maps, pa.ChunkedArray):
        maps = maps.combine_chunks()
    first, last = maps.offsets[0].as_py(), maps.offsets[-1].as_py()
    # Then each member is like the one that stands a map later.
    length = last - first - size
    return (
        not maps.null_count
        and length == size * (len(maps) - 1)
        and all(
            part.slice(first, length).equals(part.slice(first + size, length))
            for part in (maps.keys, maps.items)
        )
    )


@lru_cache(maxsize=16)
def _prefix_map(items: tuple[tuple[str, str], ...]) -> PrefixMap:
    """Build the map once for all batches of a query."""
    return PrefixMap(items)


def _json(name: str, text: object) -> object:
    """Read JSON, which is how engines without lists and maps write them."""
    try:
        return json.loads(text) if isinstance(text, str) else None
    except ValueError as error:
        raise ValueError(f"{name} is not JSON: {error}") from None


def _kind(name: str) -> type[IRIReference]:
    if name not in NAMED:
        raise ValueError(f"as must be one of {', '.join(NAMED)}, not {name!r}")
    return NAMED[name]
