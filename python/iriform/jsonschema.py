"""The formats `uri`, `iri`, their `-reference`s and `uri-template` for python-jsonschema.

>>> import jsonschema
>>> from iriform.jsonschema import format_checker
>>> validator = jsonschema.Draft202012Validator(
...     {"type": "string", "format": "iri"}, format_checker=format_checker()
... )
>>> validator.is_valid("http://例え.jp/"), validator.is_valid("http://例え.jp/ /")
(True, False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._extras import needed
from ._types.errors import ParseError
from ._types.formats import FORMATS

with needed("jsonschema", "iriform.jsonschema"):
    from jsonschema import FormatChecker

if TYPE_CHECKING:
    from collections.abc import Callable


def format_checker(checker: FormatChecker | None = None) -> FormatChecker:
    """Add the five formats to `checker`, or to a new one with all formats of python-jsonschema.

    The `cause` of an error is a `ParseError`.
    """
    if checker is None:
        checker = FormatChecker()
        # The class shares its table between instances, so this one gets its own.
        checker.checkers = dict(checker.checkers)
    if not isinstance(checker, FormatChecker):
        raise TypeError(f"checker must be a FormatChecker or None, not {type(checker).__name__}")
    for name, cls in FORMATS.items():
        checker.checks(name, raises=ParseError)(_check(cls))
    return checker


def _check(cls: Callable[[str], object]) -> Callable[[object], bool]:
    def check(instance: object) -> bool:
        # A format only applies to strings (JSON Schema validation §7.2.1).
        if isinstance(instance, str):
            cls(instance)
        return True

    return check
