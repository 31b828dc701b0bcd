"""The types as fields of pydantic 2 models, and policies of fields. Imported when pydantic calls it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from pydantic_core import PydanticCustomError, core_schema

from iriform import _core
from iriform._core import IRIReference

from .errors import ParseError
from .formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pydantic_core.core_schema import CoreSchema


class Policy(Protocol):
    """The methods of a policy that a field uses."""

    def allows(self, text: str, /) -> bool:
        """Return True if a text is allowed."""
        ...

    def error_of(self, text: str, /) -> ParseError:
        """Return the error for a text that is refused."""
        ...

    def json_schema(self) -> dict[str, Any]:
        """Describe the allowed texts."""
        ...


def core_schema_of(
    cls: type[str], _source: object, _handler: Callable[[Any], CoreSchema]
) -> CoreSchema:
    """Make the schema of a field: a `str` (or one of ours) that is parsed and kept unchanged."""

    def parse(text: str) -> str:
        try:
            return cls(text)
        except ParseError as error:
            # It does not use `from error`, whose text may have a password. Whether pydantic
            # includes the input is a choice of the application: docs/integrations.md.
            raise PydanticCustomError("iriform", "{plain}", {**error.details()}) from None
        except ValueError as error:  # of a class that requires more than the grammar
            raise PydanticCustomError("iriform", "{message}", {"message": str(error)}) from None

    # In the `loc` of errors, pydantic names a member of a union after its function.
    parse.__name__ = cls.__name__
    formats = (name for name, kind in FORMATS.items() if issubclass(cls, kind))
    name = next(formats, None)
    policies = _core.policies_of(cls) if issubclass(cls, IRIReference) else ()
    said = [{"format": name}] if name else []
    return _schema(parse, core_schema.str_schema(), [*said, *map(_said, policies)])


def decided(policy: Policy, source: object, handler: Callable[[Any], CoreSchema]) -> CoreSchema:
    """Make the schema of a field, restricted by a policy."""

    def allowed(text: str) -> str:
        if policy.allows(text):
            return text
        details = policy.error_of(text).details()
        raise PydanticCustomError("iriform", "{plain}", {**details})

    return _schema(allowed, handler(source), [_said(policy)])


def _said(policy: Policy) -> dict[str, Any]:
    """Return the additions of the policy to the schema of a text; the format is the type's."""
    return {k: v for k, v in policy.json_schema().items() if k not in {"type", "format"}}


def _schema(
    function: Callable[[str], str], inner: CoreSchema, said: Iterable[dict[str, Any]]
) -> CoreSchema:
    """Call a function after a schema, and extend its JSON Schema."""
    what = [each for each in said if each]
    functions = {"pydantic_js_functions": [partial(_saying, what)]} if what else None
    return core_schema.no_info_after_validator_function(function, inner, metadata=functions)


# `pydantic_js_updates` would do the same, but only pydantic since 2.10 reads it.
def _saying(
    said: list[dict[str, Any]], schema: CoreSchema, handler: Callable[[Any], Any]
) -> dict[str, Any]:
    made: dict[str, Any] = {**handler(schema)}
    for each in said:
        if each.keys() & made.keys() - {"format"}:
            made["allOf"] = [*made.get("allOf", ()), each]
        else:
            made |= each
    return made
