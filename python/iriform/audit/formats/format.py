"""A format: its recognition, the unit of its positions, and the reading of its values."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from iriform._io.pieces import WHOLE, Piece, by_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    import pyarrow as pa

    from iriform._core import Block
    from iriform._io.streams import Input
    from iriform.audit.options import Options

    CopyForm: TypeAlias = Literal["lines", "parquet", "sbom", "turtle", "json-ld"]


@dataclass
class Source:
    """An opened input."""

    blocks: Iterator[Block]
    progress: Callable[[], float]
    """The share that has been read, from 0 to 1."""
    part: str | None = None
    """The name of the column that is read."""
    paths: Sequence[str] = ()
    """The position of each value in a document, in order."""
    lines: Sequence[int] = ()
    """The line of each value, if the document has lines."""

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield batches of `VALUES`."""
        from iriform.audit.batches import batches  # with Arrow, which takes long to import

        return batches(self.blocks, self.part, self.paths, self.lines)


class Format:
    """A format of inputs. There is one instance of each, with the name of its row in `FILE_FORMATS`."""

    unit: ClassVar[str] = "line"
    """The unit of a place: a line, a row or a statement."""
    counted: ClassVar[str] = "row"
    """The unit of a count: a line, a row, or a value, of which a statement or a line may have several."""
    is_table: ClassVar[bool] = False
    """True if the part of a value is a column. In RDF it is a position, and in text there is none."""
    is_lines: ClassVar[bool] = False
    """True if a value is a whole line, so its characters have columns."""
    is_written: ClassVar[bool] = False
    """True if `iriform repair` can write a mended copy."""
    copied_as: ClassVar[CopyForm | None] = None
    """The way in which a changed copy is written."""
    is_document: ClassVar[bool] = False
    """True if a copy is one document, without independent lines or rows."""
    names_things: ClassVar[bool] = False
    """True if other files use the same names, so only repairs may change them."""
    is_read_by_spark: ClassVar[bool] = False
    """True if Spark's own readers can read its lines or rows."""
    is_quoted: ClassVar[bool] = False
    """True if a quoted field may have a line break."""

    def __init__(self, name: str) -> None:
        self.name = name

    def pieces(self, name: str, options: Options, size: int) -> list[Piece]:  # noqa: ARG002 - by most
        """Cut a file into pieces of about `size` bytes, if they can be read independently."""
        return [WHOLE]

    @contextmanager
    def source(self, name: str, options: Options, piece: Piece = WHOLE) -> Iterator[Source]:
        """Open an input, or a piece of it."""
        from iriform._io.streams import opened

        with opened(name, options.unpack, piece) as input_:
            blocks, part = self.read(input_, options)
            yield Source(blocks, lambda: input_.progress, part)

    def refuse(self, input_: Input, options: Options) -> None:
        """Refuse an input whose beginning shows another format."""

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        """Cut an input into blocks, and return the column of a table that is read."""
        raise NotImplementedError


class OfLines(Format):
    """A text format, whose reader returns the position of each value in the lines."""

    is_written = True
    copied_as: ClassVar[CopyForm | None] = "lines"

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        """Cut an input into blocks of whole lines."""
        from iriform._io.lines import blocks

        self.refuse(input_, options)
        return self.of_lines(blocks(input_), input_.name, options)

    def of_lines(
        self, text: Iterator[bytes], name: str, options: Options
    ) -> tuple[Iterator[Block], str | None]:
        """Read blocks of whole lines, and return the column of a table that is read."""
        raise NotImplementedError


class ByLine(OfLines):
    """A format with independent lines, so a file can be cut at any of them."""

    is_read_by_spark = True

    def pieces(self, name: str, options: Options, size: int) -> list[Piece]:
        """Cut a file at any line."""
        return at_lines(name, options, size)


def at_lines(name: str, options: Options, size: int) -> list[Piece]:
    """Cut a file anywhere or, if it is compressed, at the beginnings of independent streams."""
    from iriform._io.streams import opened
    from iriform.audit import frames

    with opened(name, options.unpack) as input_:
        if not input_.is_packed:
            return list(by_bytes(input_.size, size))
    with open(name, "rb", buffering=0) as file:  # noqa: PTH123 - any text
        return frames.pieces(file, size, input_.size)
