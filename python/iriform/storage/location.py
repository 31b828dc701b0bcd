"""Locations, and the texts that name them."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from iriform import _core
from iriform._core import URI

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Self

    Parts = tuple[str, str | None, bytes, str | None, str | None]

# Keys that are not UTF-8 are decoded like `os.fsdecode`.
_ERRORS = "surrogateescape"


@dataclass(frozen=True)
class StorageReader:
    """A library, and its function that opens the location which a text names."""

    name: str
    """The name for `reader=`: the path by which the library is imported."""
    function: str
    """The function that was measured."""
    version: str
    """The version that was measured; empty for `uri` and `literal`."""


READERS: Mapping[str, StorageReader] = MappingProxyType(
    {
        name: StorageReader(name, function, version)
        for name, (function, version, _) in _core.storage_readers().items()
    }
)
"""The readers by name."""


@dataclass(frozen=True, repr=False)
class Location:
    r"""The location of a file or an object: plain data, which is never decoded.

    `scheme` is one of file, s3, s3a, gs, az, abfs, abfss, wasbs, hf and memory. `container` is the
    bucket, the container of Azure, or the repository of Hugging Face (`datasets/owner/name`); for a
    file it is the host, or None. `key` is the key in the storage system, or the path of a file;
    octets that are not UTF-8 are lone surrogates, as in `os.fsdecode`. `account` is an account of
    Azure or R2, or the host of its endpoint. `version` is the version of an object in S3, or the
    revision of a repository.

    Locations are equal if all of these are. Raises ValueError for parts that are not allowed
    together.

    >>> from iriform.storage import Location
    >>> where = Location("s3", "bucket", "data/a#1 b.parquet")
    >>> where.uri(), where.literal()
    (URI('s3://bucket/data/a%231%20b.parquet'), 's3://bucket/data/a#1 b.parquet')
    """

    scheme: str
    container: str | None
    key: str
    account: str | None = field(default=None, kw_only=True)
    version: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        parts = _core.storage_location(self._parts())
        for name, value in zip(_FIELDS, _texts(parts), strict=True):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        more = [
            f"{name}={value!r}"
            for name, value in (("account", self.account), ("version", self.version))
            if value is not None
        ]
        first = map(repr, (self.scheme, self.container, self.key))
        return f"{type(self).__name__}({', '.join([*first, *more])})"

    @classmethod
    def read(cls, text: str, /, *, reader: str | None = None) -> Self:
        """Read a text like a reader, one of `READERS`.

        Readers that accept a plain path read it as a file. Without `reader`, only a text that `uri`
        and `literal` read the same way is accepted. Raises ValueError for a text that the reader
        refuses, reads as a pattern or truncates. The message names the reader, and the character
        with its position.

        >>> from iriform.storage import Location
        >>> Location.read("s3://bucket/a-b")
        Location('s3', 'bucket', 'a-b')
        >>> Location.read("s3://bucket/a%20b")
        Traceback (most recent call last):
        ValueError: “%” at position 13 is read in two ways; name the reader
        >>> Location.read("s3://bucket/a#b", reader="pyarrow")
        Traceback (most recent call last):
        ValueError: pyarrow: “#” at position 13 ends the key
        """
        return cls._of(_core.storage_read(text.encode("utf-8", _ERRORS), reader))

    @classmethod
    def from_https(cls, url: str, /) -> Self:
        """Read the `https:` URL of an object in S3, Google Cloud Storage, Azure or R2.

        Azure's blob service gives `az`, and its file service `abfss`. Raises ValueError for another
        host, and for a signature, a fragment, dot segments, and S3's ambiguous `+`.

        >>> from iriform.storage import Location
        >>> Location.from_https("https://bucket.s3.eu-west-1.amazonaws.com/a%20b")
        Location('s3', 'bucket', 'a b')
        """
        return cls._of(_core.storage_from_https(str(url)))

    def uri(self) -> URI:
        """Return the URI, with the key encoded once: `read(uri, reader="uri")` returns this location."""
        return URI(self.text_for("uri"))

    def literal(self) -> str:
        """Return the text with the raw key: `read(text, reader="literal")` returns this location."""
        return self.text_for("literal")

    def text_for(self, reader: str, /) -> str:
        r"""Return the text that makes a reader open exactly this location.

        Patterns are escaped if the reader has an escape. A file is named by its path if the reader
        accepts one. Raises ValueError if no text opens it. The message names the reader and the
        character.

        >>> from iriform.storage import Location
        >>> where = Location("file", None, "/d/a b[1].csv")
        >>> where.text_for("polars"), where.text_for("spark")
        ('/d/a b[[]1].csv', 'file:///d/a b\\[1\\].csv')
        >>> Location("s3", "bucket", "a[1].csv").text_for("polars")
        Traceback (most recent call last):
        ValueError: polars: “[” at position 1 of the key is part of a pattern
        """
        return _core.storage_text(self._parts(), reader).decode("utf-8", _ERRORS)

    def https(
        self,
        *,
        style: Literal["virtual", "path", "blob", "dfs", "r2"] = "virtual",
        region: str | None = None,
        dualstack: bool = False,
    ) -> URI:
        """Return the `https:` URL of an object: `from_https` reads it as this location.

        'virtual' has the bucket in the host, and 'path' in the path, for S3 and Google. 'blob' and
        'dfs' are the services of Azure, 'r2' is Cloudflare's; they need `account`. Raises
        ValueError for a location without such a URL.

        >>> from iriform.storage import Location
        >>> Location("s3", "bucket", "a b").https(region="eu-west-1")
        URI('https://bucket.s3.eu-west-1.amazonaws.com/a%20b')
        """
        return URI(_core.storage_https(self._parts(), style, region, dualstack))

    @classmethod
    def _of(cls, parts: Parts) -> Self:
        scheme, container, key, account, version = _texts(parts)
        return cls(str(scheme), container, str(key), account=account, version=version)

    def _parts(self) -> Parts:
        key = self.key.encode("utf-8", _ERRORS)
        return self.scheme, self.container, key, self.account, self.version


_FIELDS = ("scheme", "container", "key", "account", "version")


def _texts(parts: Parts) -> tuple[str | None, ...]:
    scheme, container, key, account, version = parts
    return scheme, container, key.decode("utf-8", _ERRORS), account, version
