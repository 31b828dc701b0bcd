"""Parquet: one column, by name, and the rows by number."""

# Arrow creates the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from iriform._core import Block
from iriform._io.errors import AuditError
from iriform._io.pieces import WHOLE, Piece, by_groups
from iriform._io.plain_text import STDIN, label
from iriform._io.streams import HARMLESS, bomb, readable

from .arrow import Leaf, choose_leaf, flattened, places, plain, sampled
from .choose import SAMPLE
from .format import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform.audit.options import Options

# The number of rows that are read at a time. It is smaller if a value of the dictionary is so long
# that a copy for each row could fill the memory.
_ROWS = 2**13
_BATCH = 2**28

# The size is unknown beforehand if values may share all their bytes with earlier ones, or if Arrow
# does not return the dictionary.
_FEW_ROWS = 2**8
_SHARING = {"DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"}

# The average length of identifiers is below this. If values are longer, and have far more bytes
# than the file, a few values are repeated, as in a decompression bomb.
_LONG = 2**11


@contextmanager
def undamaged(name: str) -> Iterator[None]:
    """Convert the errors of a damaged file to an `AuditError` that names it.

    The two descriptions of the columns in a file may differ, which raises a `KeyError` in Arrow.
    """
    try:
        with readable(name):
            yield
    except (KeyError, IndexError) as error:
        raise AuditError(f"cannot read {label(name)}: it is damaged: {error.args[0]}") from None


def parquet(name: str, options: Options, piece: Piece = WHOLE) -> Source:
    """Read one column of text or bytes; a nested one is named `outer.inner`."""
    if name == STDIN:
        raise AuditError("Parquet cannot be read from standard input; name a file")
    with undamaged(name):
        # The file is already open, because its name is only for the operating system.
        opened = pa.OSFile(name, "rb")
        file = pq.ParquetFile(opened, memory_map=False)
        column = _chosen(file, opened, label(name), options)
        keyed = _keyed(file, opened, [column.number])
        every = range(file.num_row_groups)[piece.start : piece.stop]
        total = sum(file.metadata.row_group(group).num_rows for group in every)
    done = 0

    def blocks() -> Iterator[Block]:
        nonlocal done
        size = 0
        with undamaged(name):
            for group in every:
                for batch in _batches(file, keyed, group, column):
                    array, parents = flattened(batch, column.names)
                    block = Block.column(plain(array), places(parents), len(batch))
                    size += block.size
                    done += len(batch)
                    if size > max(HARMLESS, options.unpack * opened.size(), _LONG * done):
                        raise bomb(options.unpack)
                    yield block

    return Source(blocks(), lambda: done / max(1, total), column.path)


def pieces(name: str, size: int) -> list[Piece]:
    """Cut a file between row groups, into pieces of about `size` bytes."""
    with readable(name):
        metadata = pq.read_metadata(pa.OSFile(name, "rb"))
    sizes = [
        sum(group.column(i).total_compressed_size for i in range(group.num_columns))
        for group in map(metadata.row_group, range(metadata.num_row_groups))
    ]
    return list(by_groups(sizes, size)) or [WHOLE]


def _chosen(file: pq.ParquetFile, opened: pa.OSFile, shown: str, options: Options) -> Leaf:
    def sample(leaf: Leaf) -> list[str | None]:
        keyed = _keyed(file, opened, [leaf.number])
        stored = file.schema.column(leaf.number).path
        head = next(keyed.iter_batches(SAMPLE, columns=[stored]), None)
        return [] if head is None else sampled(flattened(head, leaf.names)[0])

    return choose_leaf(file.schema_arrow, options, shown, sample)


def _keyed(file: pq.ParquetFile, opened: pa.OSFile, numbers: list[int]) -> pq.ParquetFile:
    """Read columns as dictionaries, so rows take no memory for their text.

    Arrow cannot do that in structures and lists, or if values share text with earlier ones.
    """
    groups = [file.metadata.row_group(group) for group in range(file.num_row_groups)]
    paths = []
    for number in numbers:
        column = file.schema.column(number)
        encodings = {encoding for group in groups for encoding in group.column(number).encodings}
        if column.path == column.name and encodings.isdisjoint(_SHARING):
            paths.append(column.path)
    return pq.ParquetFile(opened, memory_map=False, read_dictionary=paths)


def _batches(
    file: pq.ParquetFile, keyed: pq.ParquetFile, group: int, column: Leaf
) -> Iterator[pa.RecordBatch]:
    """Read a row group, with texts as texts, which is fastest, unless long ones are repeated."""
    chunk = file.metadata.row_group(group).column(column.number)
    # A list has more names than the path.
    names = [chunk.path_in_schema]
    is_nested = chunk.path_in_schema != column.path
    rows = _FEW_ROWS if is_nested or not _SHARING.isdisjoint(chunk.encodings) else _ROWS
    # Its first row requires the whole dictionary.
    first = next(keyed.iter_batches(1, row_groups=[group], columns=names), None)
    array = None if first is None else flattened(first, column.names)[0]
    if (
        array is not None
        and pa.types.is_dictionary(array.type)
        and Block.column(array.dictionary).longest * rows > _BATCH
    ):
        file = keyed
    yield from file.iter_batches(rows, row_groups=[group], columns=names)
