"""Files and objects: which key a text names, and for whom.

One text names two keys, because libraries read it differently: `s3://b/a%20b` is the key `a b` for
pyarrow, and `a%20b` for s3fs and Polars. So a reader is named. `READERS` has those that were measured;
`"uri"` and `"literal"` are the two readings that they follow.

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
