"""Files and objects: the key that a text names for a library.

Libraries read the same text as different keys: `s3://b/a%20b` is the key `a b` for pyarrow, and
`a%20b` for s3fs and Polars. So the caller names a reader. `READERS` has the measured ones; `"uri"`
and `"literal"` are the two underlying readings.

>>> from iriform.storage import Location
>>> Location.read("s3://bucket/a%20b", reader="uri").key
'a b'
>>> Location.read("s3://bucket/a%20b", reader="polars").key
'a%20b'
>>> Location("file", None, "/data/a b[1].csv").text_for("duckdb")
'/data/a b[[]1].csv'
"""

from __future__ import annotations

from . import partitions as partitions
from .location import READERS, Location, StorageReader
from .packages import member

__all__ = ["READERS", "Location", "StorageReader", "member"]
