"""Data URLs (RFC 2397): reading and writing."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from iriform._core import IRIReference, data_url

from .text_tuple import given_by

Reference = TypeVar("Reference", bound=IRIReference)


@given_by("data")
class Data(NamedTuple):
    """The media type of a data URL, its parameters, and its octets (RFC 2397 §3), all decoded.

    >>> IRI("data:,A%20brief%20note").data
    Data(media_type='text/plain', parameters={'charset': 'US-ASCII'}, bytes=b'A brief note')
    """

    media_type: str
    parameters: dict[str, str]
    bytes: bytes


Data.__module__ = "iriform"  # where it is imported from


def decoded(
    media_type: str,
    parameters: list[tuple[str, str]],
    is_base64: bool,  # noqa: FBT001 - native code passes it by position
    octets: bytes,
) -> Data:
    """Return the data of a data URL, whose base64 is valid."""
    return Data(media_type, dict(parameters), b64decode(octets) if is_base64 else octets)


def from_data(
    cls: type[Reference],
    data: str | bytes,
    media_type: str | None = None,
    *,
    parameters: Mapping[str, str] | None = None,
    base64: bool | None = None,
) -> Reference:
    """Make a data URL. Text is encoded in UTF-8, with a `charset` unless `parameters` have one."""
    if isinstance(data, str):
        media_type = media_type or "text/plain"
        parameters = {"charset": "utf-8"} if parameters is None else parameters
        data = data.encode()
    elif not isinstance(data, bytes):
        raise TypeError(f"data must be str or bytes, not {type(data).__name__}")
    media_type = media_type or "application/octet-stream"
    if not isinstance(parameters, Mapping | None):
        raise TypeError(f"parameters must be a mapping, not {type(parameters).__name__}")
    pairs = list((parameters or {}).items())

    def url(*, is_base64: bool) -> str:
        octets = b64encode(data) if is_base64 else data
        text = data_url(media_type, pairs, is_base64, octets)
        if text is None:
            raise ValueError(
                "a media type must be a type, a slash and a subtype, without parameters; their names "
                "must be tokens, and their values must not have control characters"
            )
        return text

    if base64 is None:
        return cls(min(url(is_base64=False), url(is_base64=True), key=len))
    return cls(url(is_base64=base64))
