"""Prefixes, as the verbs read them from a file."""

from __future__ import annotations

import json
from pathlib import Path

from iriform import PrefixMap
from iriform._io.plain_text import label

from .terminal import InputError, complain

_JSON = {".json", ".jsonld"}


def prefixes_of(file: str) -> PrefixMap:
    """Read the prefixes of Turtle, or of a context of JSON-LD, by the name of the file."""
    found = _read(file)
    if not found:
        complain(f"--prefixes: {label(file)} has none that can be used; see docs/prefixes.md")
    return found


def _read(file: str) -> PrefixMap:
    try:
        text = Path(file).read_text("utf-8")
        if Path(file).suffix.lower() in _JSON:
            return PrefixMap.from_json_ld(json.loads(text))
        return PrefixMap.from_turtle(text)
    except OSError as error:
        raise InputError(f"cannot read {label(file)}: {error.strerror}") from None
    except ValueError as error:
        said = "; ".join([str(error).partition("\n")[0], *getattr(error, "__notes__", ())])
        raise InputError(f"--prefixes: {label(file)}: {said}") from None
    except RecursionError:
        raise InputError(f"--prefixes: {label(file)} is nested too deeply") from None
