"""Register `PrefixMap` as a `collections.abc.Mapping`, and read prefixes from files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from iriform._core import PrefixMap

from .json_ld import from_json_ld, to_json_ld

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["PrefixMap", "from_json_ld", "read", "to_json_ld"]  # native code calls the functions

Mapping.register(PrefixMap)  # pyright: ignore[reportAttributeAccessIssue]

_JSON = {".json", ".jsonld"}


def _is_record(record: object) -> bool:
    """Return True for a record of an extended prefix map of `curies`."""
    return isinstance(record, dict) and {"prefix", "uri_prefix"} <= record.keys()


def read(
    path: str | PathLike[str],
    skip_invalid: bool,  # noqa: FBT001 - native code calls it
    base: str | None,
) -> PrefixMap:
    """Read the prefixes of a file, as `PrefixMap.read` documents."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        if Path(path).suffix.lower() in _JSON:
            import json

            context = json.loads(text)
            if isinstance(context, list) and all(map(_is_record, context)):
                given = {record["prefix"]: record["uri_prefix"] for record in context}
                return PrefixMap(given, skip_invalid=skip_invalid)
            return PrefixMap.from_json_ld(context, skip_invalid=skip_invalid)
        return PrefixMap.from_turtle(text, base=base, skip_invalid=skip_invalid)
    except ValueError as error:
        said = "; ".join([str(error).partition("\n")[0], *getattr(error, "__notes__", ())])
        raise ValueError(f"{path}: {said}") from None
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply") from None
