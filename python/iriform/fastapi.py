"""FastAPI's response to a bad request, without the input, which may have passwords and tokens.

FastAPI's own response repeats the input. `without_input` answers 422 with the same list of errors,
but only with the fields that contain no input: the type, the message, the location, and the details
of iriform's errors.

>>> from fastapi import FastAPI
>>> from fastapi.exceptions import RequestValidationError
>>> from iriform.fastapi import without_input
>>> app = FastAPI()
>>> app.add_exception_handler(RequestValidationError, without_input)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._extras import needed_itself

with needed_itself("fastapi", "iriform.fastapi"):
    from fastapi.exceptions import RequestValidationError
    from fastapi.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fastapi import Request

__all__ = ["without_input"]

_STATUS = 422


async def without_input(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001 - as FastAPI calls it
    """Answer 422: for `app.add_exception_handler(RequestValidationError, without_input)`.

    `detail` is a list, as in FastAPI's own response. Each error has its `type`, `msg` and `loc`;
    errors of iriform's types and policies also have their `details()` as `ctx`: the position, the
    reason, the codes of the refusals. In `loc`, a key of a `dict` that is not a name is `…`,
    because it may be a reference with a password. The message of your own validator is unchanged.
    """
    if not isinstance(error, RequestValidationError):
        raise error
    return JSONResponse({"detail": [_shown(each) for each in error.errors()]}, _STATUS)


def _shown(error: dict[str, Any]) -> dict[str, Any]:
    shown = {"type": error["type"], "loc": _place(error["loc"]), "msg": error["msg"]}
    if error["type"] == "iriform":
        shown["ctx"] = error["ctx"]
    return shown


def _place(loc: Iterable[int | str]) -> list[int | str]:
    return [at if isinstance(at, int) or at.isidentifier() else "…" for at in loc]
