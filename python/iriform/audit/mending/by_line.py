"""N-Triples and N-Quads: each line that has a bad IRI changes, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from iriform._core import RDF_POSITIONS, Block, Tally
from iriform._plain_text import BOM, HEAD, MAX_LINE
from iriform.audit.lines import BLOCK, refuse_other_than_text, too_long
from iriform.audit.streams import opened

from .escapes import IRI_OF_RDF, changed
from .events import Event, Left, Looked, Mended, Place, mended
from .tokens import TOKEN, unescaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from iriform.audit.formats.known import RDF
    from iriform.audit.options import Options
    from iriform.audit.streams import Input


def mend_by_line(name: str, options: Options, out: BinaryIO) -> Iterator[Event]:
    """Copy a file, and mend the IRIs of its statements."""
    format_: RDF = options.format_of(name)  # type: ignore[assignment]  # it is chosen by this
    tally = Tally(options.kind)
    with opened(name, options.unpack) as input_:
        wanted = format_.position(input_.name, options)
        for first, block in blocks(input_, out):
            Block.statements(block, format_.name, wanted).count(tally)
            counts = tally.take()["statuses"]
            yield Looked(sum(count for _, _, count, _ in counts))
            if _is_clean(counts):
                out.write(block)
                continue
            lines = block.split(b"\n")
            for i in range(0, len(lines), _SIFTED):
                out.write(b"\n" if i else b"")
                some = lines[i : i + _SIFTED]
                Block.statements(b"\n".join(some), format_.name, wanted).count(tally)
                if _is_clean(tally.take()["statuses"]):
                    out.write(b"\n".join(some))
                    continue
                for number, line in enumerate(some, first + i):
                    out.write(b"\n" if number > first + i else b"")
                    data = line
                    for event in _events(line, format_.name, wanted, options, number):
                        if isinstance(event, bytes):
                            data = event
                        else:
                            yield event
                    out.write(data)


# In a block with a bad line, how many lines are looked at together before each is by itself.
_SIFTED = 32


def _is_clean(counts: list[tuple[str | None, str, int, int]]) -> bool:
    return {"invalid", "unreadable"}.isdisjoint(status for _, status, _, _ in counts)


def blocks(input_: Input, out: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield blocks of whole lines, as they are, and the number of the first line of each.

    A byte order mark is copied.
    """
    refuse_other_than_text(input_.stream.peek(HEAD), input_.name)
    stream = input_.stream
    if stream.peek(len(BOM)).startswith(BOM):
        out.write(stream.read(len(BOM)))
    line = 1
    while block := stream.read(BLOCK):
        end = stream.readline(MAX_LINE)
        if len(end) == MAX_LINE:
            raise too_long(input_, line + block.count(b"\n"))
        block += end
        yield line, block
        line += block.count(b"\n")


def _events(
    line: bytes, syntax: str, wanted: str | None, options: Options, number: int
) -> Iterator[Event | bytes]:
    """Mend the IRIs of a line: what happened, and at last the line if it has changed."""
    _, _, terms, offsets, _, positions, _, unreadable = Block.statements(line, syntax).buffers()
    for *_, why in unreadable:
        yield Left(Place("line", number), None, why)
        return
    ends = memoryview(offsets).cast("q")
    iris = [
        (terms[start:end].decode(), RDF_POSITIONS[position])
        for start, end, position in zip(ends, ends[1:], positions, strict=False)
    ]
    if all(options.reference.is_valid(iri) for iri, _ in iris):
        return
    text = line.decode("utf-8", "surrogateescape")  # a comment may have any bytes
    written: list[str] = []
    end = 0
    left = iter(iris)
    iri: str | None
    iri, position = next(left)
    for token in TOKEN.finditer(text):
        raw = token["iri"]
        # A datatype that goes without saying may be said, and is not among the values.
        if raw is None or iri is None or unescaped(raw) != iri:
            continue
        if wanted in {None, position}:
            start, stop = token.span("iri")
            place = Place("line", number, position, start + 1)
            done = mended(place, iri, options.reference, options.default_scheme)
            if isinstance(done, Mended):
                written += [text[end:start], changed(raw, IRI_OF_RDF, done.changes)]
                end = stop
            if done is not None:
                yield done
        iri, position = next(left, (None, ""))
    written.append(text[end:])
    yield "".join(written).encode("utf-8", "surrogateescape")
