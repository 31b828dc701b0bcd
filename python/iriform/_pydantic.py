"""The types as fields of pydantic 2 models. Imported by pydantic's own call."""

from __future__ import annotations

from functools import partial
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
        metadata={"pydantic_js_functions": [partial(_with_format, name)]} if name else None,
    )


# `pydantic_js_updates` would say the same, and only pydantic from 2.10 on reads it.
def _with_format(name: str, schema: CoreSchema, handler: Callable[[Any], Any]) -> dict[str, Any]:
    return {**handler(schema), "format": name}
