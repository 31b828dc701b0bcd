"""The types as fields of pydantic 2 models. Imported by pydantic's own call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticCustomError, core_schema

from ._errors import ParseError
from ._formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic_core.core_schema import CoreSchema


def core_schema_of(
    cls: type[str], _source: object, _handler: Callable[[Any], CoreSchema]
) -> CoreSchema:
    """Make the schema of a field: a `str` (or one of ours) that is parsed and kept as it is."""

    def parse(text: str) -> str:
        try:
            return cls(text)
        except ParseError as error:
            # Not `from error`, whose text has the password. That pydantic sends the input along
            # is a choice of the application: docs/integrations.md.
            raise PydanticCustomError("iriform", "{message}", {**error.details()}) from None
        except ValueError as error:  # of a class that asks for more than the grammar
            raise PydanticCustomError("iriform", "{message}", {"message": str(error)}) from None

    # pydantic calls a member of a union by the name of its function, in the `loc` of its errors.
    parse.__name__ = cls.__name__
    formats = (name for name, kind in FORMATS.items() if issubclass(cls, kind))
    name = next(formats, None)
    return core_schema.no_info_after_validator_function(
        parse,
        core_schema.str_schema(),
        metadata={"pydantic_js_updates": {"format": name}} if name else None,
    )
