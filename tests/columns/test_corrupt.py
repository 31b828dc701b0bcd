"""Inconsistent memory is refused and never read: arrays built by hand.

`Struct` fills the structures of the C data interface itself, so only `iriform.columns` reads them.
"""

import ctypes
import struct
import sys
import threading
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from iriform import columns

TEXT = b"http://example.org/a?q"
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Schema(ctypes.Structure):
    """`struct ArrowSchema`."""


class Data(ctypes.Structure):
    """`struct ArrowArray`."""


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", RELEASE),
    ("private_data", ctypes.c_void_p),
]
Data._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Data)),
    ("release", RELEASE),
    ("private_data", ctypes.c_void_p),
]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Struct:
    """An array with the fields that a test chooses, which counts how often it is released."""

    def __init__(
        self,
        form: bytes | None,
        buffers: Sequence[bytes | None],
        /,
        *,
        length: int = 1,
        dictionary: "Struct | None" = None,
        children: Sequence["Struct | None"] = (),
        misaligned: bool = False,
        **fields: Any,
    ) -> None:
        self.released = 0
        self._dictionary = dictionary
        self._release = RELEASE(self._count)
        # Room for a misaligned copy; a ctypes buffer has an address from malloc.
        self._memory = [
            None if b is None else ctypes.create_string_buffer(b"\0" * misaligned + b)
            for b in buffers
        ]
        pointers = [None if b is None else ctypes.addressof(b) + misaligned for b in self._memory]
        self._pointers = (ctypes.c_void_p * max(1, len(buffers)))(*pointers)
        self.schema = Schema(format=form, flags=2, release=self._release)
        self.data = Data(
            length=length,
            null_count=0,
            n_buffers=len(buffers),
            buffers=self._pointers,
            release=self._release,
        )
        if dictionary is not None:
            self.schema.dictionary = ctypes.pointer(dictionary.schema)
            self.data.dictionary = ctypes.pointer(dictionary.data)
        self._children: list[Any] = []
        wholes: list[tuple[Any, str]] = [(self.schema, "schema"), (self.data, "data")]
        for whole, part in wholes:
            child_pointers: Any = (ctypes.c_void_p * max(1, len(children)))(
                *(ctypes.addressof(getattr(child, part)) if child else None for child in children)
            )
            whole.n_children = len(children)
            whole.children = ctypes.addressof(child_pointers)
            self._children.append((child_pointers, children))
        for name, value in fields.items():
            setattr(self.data, name, value)
        self._whole = bytes(self.data)

    def whole(self) -> None:
        """Restore the structure to what it was before it was moved out."""
        ctypes.memmove(ctypes.addressof(self.data), self._whole, len(self._whole))

    def _count(self, _: int) -> None:
        self.released += 1

    def __arrow_c_array__(self, _: Any = None) -> tuple[object, object]:
        return (
            new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
            new_capsule(ctypes.addressof(self.data), b"arrow_array", None),
        )


def i32(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


def i64(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}q", *numbers)


def view(length: int, buffer: int, offset: int) -> bytes:
    return struct.pack("<i4sii", length, TEXT[:4], buffer, offset)


def text(*, length: int = 1) -> Struct:
    return Struct(b"u", [None, i32(0, 22), TEXT], length=length)


NULL = ctypes.POINTER(ctypes.c_void_p)()
SOUND = {
    "string": text(),
    "large_string": Struct(b"U", [None, i64(0, 22), TEXT]),
    "string_view": Struct(b"vu", [None, view(22, 0, 0), TEXT, i64(22)]),
    "a view that is null may be anything": Struct(
        b"vu", [b"\1", view(22, 0, 0) + view(99, 9, 9), TEXT, i64(22)], length=2, null_count=1
    ),
    "offset": Struct(b"u", [None, i32(7, 22, 44), TEXT * 2], offset=1),
    "dictionary": Struct(b"c", [None, b"\0"], dictionary=text()),
    "a key that is null may be anything": Struct(
        b"c", [b"\1", b"\0\x63"], length=2, null_count=1, dictionary=text()
    ),
    "no data buffers": Struct(b"vu", [None, struct.pack("<i12s", 4, b"urn:"), i64()]),
    "nulls that nobody counted": Struct(
        b"u", [b"\1", i32(0, 22, 22), TEXT], length=2, null_count=-1
    ),
    "nulls counted wrong": Struct(b"u", [b"\1", i32(0, 22, 22), TEXT], length=2, null_count=7),
    "empty without buffers": Struct(b"u", [None, None, None], length=0),
    "empty without anything": Struct(b"vu", [], length=0, buffers=NULL),
}

ROW_0, ROW_1 = "row 0 is outside", "row 1 is outside"
CORRUPT = {
    "offsets that fall": (Struct(b"u", [None, i32(0, 9, 4, 22), TEXT], length=3), ROW_1),
    "large offsets that fall": (
        Struct(b"U", [None, i64(0, 9, 4, 22), TEXT], length=3),
        ROW_1,
    ),
    "offsets that fall before the slice's end": (
        Struct(b"u", [None, i32(0, 22, 4, 22), TEXT], length=2, offset=1),
        ROW_0,
    ),
    "offset beyond the last": (Struct(b"u", [None, i32(0, 99, 22), TEXT], length=2), ROW_0),
    "first offset negative": (Struct(b"u", [None, i32(-5, 22), TEXT]), ROW_0),
    "last offset negative": (Struct(b"u", [None, i32(0, -1), TEXT]), "offset is negative"),
    "last large offset negative": (Struct(b"U", [None, i64(0, -(2**63)), TEXT]), "is negative"),
    "last large offset beyond memory": (
        Struct(b"U", [None, i64(0, 2**63 - 1, 2**63 - 1), TEXT], length=2),
        "row|memory",
    ),
    "view of no buffer": (Struct(b"vu", [None, view(22, 1, 0), TEXT, i64(22)]), ROW_0),
    "view of a negative buffer": (
        Struct(b"vu", [None, view(22, -1, 0), TEXT, i64(22)]),
        ROW_0,
    ),
    "view beyond its buffer": (
        Struct(b"vu", [None, view(22, 0, 0) + view(22, 0, 1), TEXT, i64(22)], length=2),
        ROW_1,
    ),
    "view before its buffer": (Struct(b"vu", [None, view(22, 0, -1), TEXT, i64(22)]), "row 0"),
    "view of negative length": (Struct(b"vu", [None, view(-22, 0, 0), TEXT, i64(22)]), "row 0"),
    "view without buffers": (Struct(b"vu", [None, view(22, 0, 0), i64()]), ROW_0),
    "buffer of negative length": (
        Struct(b"vu", [None, view(22, 0, 0), TEXT, i64(-1)]),
        "length is negative",
    ),
    "no lengths of buffers": (Struct(b"vu", [None, view(22, 0, 0), TEXT, None]), "missing"),
    "key beyond the dictionary": (Struct(b"c", [None, b"\1"], dictionary=text()), "key of row 0"),
    "key before the dictionary": (
        Struct(b"c", [None, b"\0\xff"], length=2, dictionary=text()),
        "key of row 1",
    ),
    "large key": (Struct(b"L", [None, b"\xff" * 8], dictionary=text()), "key of row 0"),
    "key into nothing": (Struct(b"c", [None, b"\0"], dictionary=text(length=0)), "key of row 0"),
    "corrupt dictionary": (
        Struct(b"c", [None, b"\0"], dictionary=Struct(b"u", [None, i32(0, -1), TEXT])),
        "offset is negative",
    ),
    "negative length": (Struct(b"u", [None, i32(0, 22), TEXT], length=-1), "out of range"),
    "negative offset": (Struct(b"u", [None, i32(0, 22), TEXT], offset=-1), "out of range"),
    "endless length": (Struct(b"u", [None, i32(0, 22), TEXT], length=2**63 - 1), "out of range"),
    "endless offset": (Struct(b"u", [None, i32(0, 22), TEXT], offset=2**62), "out of range"),
    "no offsets": (Struct(b"u", [None, None, TEXT]), "buffer is missing"),
    "no values": (Struct(b"u", [None, i32(0, 22), None]), "buffer is missing"),
    "too few buffers": (Struct(b"u", [None, i32(0, 22)]), "too few buffers"),
    "no buffers": (Struct(b"u", [], buffers=NULL), "too few buffers"),
    "buffers that are nowhere": (Struct(b"u", [None] * 3, buffers=NULL), "too few buffers"),
    "a negative number of buffers": (
        Struct(b"u", [None, i32(0, 22), TEXT], n_buffers=-1),
        "too few buffers",
    ),
    "nulls without a bitmap": (
        Struct(b"u", [None, i32(0, 22), TEXT], null_count=1),
        "buffer is missing",
    ),
    "misaligned offsets": (Struct(b"u", [None, i32(0, 22), TEXT], misaligned=True), "not aligned"),
    "no format": (Struct(None, [None, i32(0, 22), TEXT]), "no format"),
    "format that is no text": (Struct(b"\xff", [None, i32(0, 22), TEXT]), "not text"),
}


FUNCTIONS = [
    columns.is_valid,
    columns.errors,
    columns.host,
    columns.components,
    columns.normalize,
    columns.repair,
]


@pytest.mark.parametrize("name", SOUND)
def test_what_holds_together(name: str) -> None:
    """The structures are correct, so the tests below fail only because of the fault they add."""
    array = SOUND[name]
    for times, ask in enumerate(FUNCTIONS, 1):
        array.whole()
        length = array.data.length
        answer = pa.array(ask(array))
        answer.validate(full=True)
        assert len(answer) == length
        del answer
        assert array.released == times
    array.whole()
    host = pa.array(columns.host(array)).to_pylist()
    assert host[:1] == ([] if "empty" in name else [None if "no data" in name else "example.org"])
    assert host[1:] == [None] * (length - 1)


@pytest.mark.parametrize("ask", FUNCTIONS, ids=lambda ask: ask.__name__)
@pytest.mark.parametrize("name", CORRUPT)
def test_what_does_not(name: str, ask: Any) -> None:
    array, message = CORRUPT[name]
    array.whole()
    released = array.released
    with pytest.raises(ValueError, match=message):
        ask(array)
    # An array without a type is left to its owner.
    assert array.released == released + ("format" not in name)


@pytest.mark.parametrize("name", CORRUPT)
def test_bases_that_do_not(name: str) -> None:
    array, _ = CORRUPT[name]
    array.whole()
    rows = max(1, min(3, array.data.length))
    with pytest.raises(ValueError, match="corrupt|schema"):
        columns.resolve(pa.array(["a"] * rows), array)


def released(column: Struct, part: str) -> Struct:
    """Release a part like a consumer that has moved it out, and invalidate its pointers."""
    structure = getattr(column, part)
    structure.release = RELEASE()
    nowhere = 0x10
    for name in ("format", "name") if part == "schema" else ("buffers",):
        kind = type(structure)._fields_
        place = ctypes.addressof(structure) + getattr(type(structure), name).offset
        assert any(name == field[0] for field in kind)
        ctypes.c_void_p.from_address(place).value = nowhere
    ctypes.c_void_p.from_address(
        ctypes.addressof(structure) + type(structure).children.offset
    ).value = nowhere
    structure.n_children = 2
    return column


def row(*fields: Struct) -> Struct:
    """A row of values for a template, whose fields have the names `a`, `b`, `c`."""
    for name, field in zip((b"a", b"b", b"c"), fields, strict=False):
        field.schema.name = name
    return Struct(b"+s", [None], children=fields)


def one_pair(names: Struct, values: Struct) -> Struct:
    """A list of one pair."""
    return Struct(b"+m", [None, i32(0, 1)], children=[row(names, values)])


def dictionary(texts: Struct) -> Struct:
    return Struct(b"c", [None, b"\0"], dictionary=texts)


RELEASED = {
    "array": lambda part: released(text(), part),
    "dictionary": lambda part: dictionary(released(text(), part)),
    "array of a dictionary": lambda part: released(dictionary(text()), part),
    "values": lambda part: released(row(text()), part),
    "field": lambda part: row(released(text(), part)),
    "second field": lambda part: row(text(), released(text(), part)),
    "dictionary of a field": lambda part: row(dictionary(released(text(), part))),
    "items": lambda part: row(Struct(b"+l", [None, i32(0, 1)], children=[released(text(), part)])),
    "entries": lambda part: row(
        Struct(b"+m", [None, i32(0, 1)], children=[released(row(text(), text()), part)])
    ),
    "names": lambda part: row(one_pair(released(text(), part), text())),
    "values of pairs": lambda part: row(one_pair(text(), released(text(), part))),
}


TEXTS = ("array", "dictionary", "array of a dictionary")


@pytest.mark.parametrize("part", ["schema", "data"])
@pytest.mark.parametrize("name", RELEASED)
def test_what_is_released_is_not_read(name: str, part: str) -> None:
    """Only `release` says so: the other fields point to memory that is no longer owned."""
    array = RELEASED[name](part)
    whole = bytes(array.data)
    asked: list[Any] = [lambda: columns.expand_template(array, "{a}{b}")]
    if name in TEXTS:
        asked = [lambda ask=ask: ask(array) for ask in FUNCTIONS]
        asked.append(lambda: columns.resolve(pa.array(["a"]), array))
    for ask in asked:
        ctypes.memmove(ctypes.addressof(array.data), whole, len(whole))
        with pytest.raises(ValueError, match="released"):
            ask()


def test_a_schema_that_somebody_imported() -> None:
    class Column:
        capsules = pa.array(["http://h/"]).__arrow_c_array__()

        def __arrow_c_array__(self, _: Any = None) -> Any:
            return self.capsules

    pa.DataType._import_from_c_capsule(Column.capsules[0])  # noqa: SLF001 - there is no other way
    with pytest.raises(ValueError, match="the schema has been released"):
        columns.host(Column())


def stream_of(schema: Schema, error: bytes = b"") -> Any:
    """A stream that gives this schema, and fails after it if there is an error."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    told = ctypes.create_string_buffer(error)

    def get_schema(_: int, out: int) -> int:
        ctypes.memmove(out, ctypes.addressof(schema), ctypes.sizeof(schema))
        return 0

    def get_next(_: int, __: int) -> int:
        return 5 if error else 0

    def get_last_error(_: int) -> int:
        return ctypes.addressof(told)

    def release(stream: int) -> None:
        Stream.from_address(stream).release = None

    last = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(get_last_error)
    calls = kind(get_schema), kind(get_next), last, RELEASE(release)
    pointers = [ctypes.cast(call, ctypes.c_void_p).value for call in calls]
    stream = Stream(calls=tuple(pointers[:3]), release=pointers[3])

    class Column:
        kept = (calls, told, stream)

        def __arrow_c_stream__(self, _: Any = None) -> object:
            return new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None)

    return Column()


@pytest.mark.parametrize("name", RELEASED)
def test_a_stream_whose_schema_is_released(name: str) -> None:
    array = RELEASED[name]("schema")
    stream = stream_of(array.schema)
    ask = columns.host if name in TEXTS else lambda of: columns.expand_template(of, "{a}{b}")
    with pytest.raises(ValueError, match="released"):
        ask(stream)


def test_what_others_say_reaches_a_message_in_escapes() -> None:
    """A terminal would read a producer's message as commands: ESC, C1, bidi controls."""
    bad = "a\x1b[31m\x9b\u202eb"
    shown = r"a\x1b[31m\x9b\u202eb"
    with pytest.raises(ValueError, match="a.x1b") as failed:
        columns.host(stream_of(text().schema, bad.encode()))
    assert str(failed.value) == shown
    values = pa.array([{bad: b"ab"}], pa.struct([(bad, pa.binary(2))]))
    with pytest.raises(TypeError) as wrong:
        columns.expand_template(values, "{a}")
    assert f"the values of {shown} must be" in str(wrong.value)
    odd = Struct("\x1b\u202e".encode(), [None, i32(0, 22), TEXT])
    with pytest.raises(TypeError) as unknown:
        columns.host(odd)
    assert r"Arrow format '\x1b\u202e'" in str(unknown.value)


def test_a_released_array() -> None:
    array = text()
    columns.host(array)
    with pytest.raises(ValueError, match="released"):
        columns.host(array)
    assert array.released == 1


class Stream(ctypes.Structure):
    """`struct ArrowArrayStream`; only its field `release` matters here."""

    _fields_ = (
        ("calls", ctypes.c_void_p * 3),
        ("release", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
    )


def test_a_released_stream() -> None:
    """Only `release` says so; the other fields may point to freed memory."""

    def called(*_: object) -> int:
        raise AssertionError

    call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(called)
    pointer = ctypes.cast(call, ctypes.c_void_p).value
    stream = Stream(calls=(pointer, pointer, pointer), release=None)

    class Column:
        def __arrow_c_stream__(self, _: Any = None) -> object:
            return new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None)

    with pytest.raises(ValueError, match="the stream has been released"):
        columns.host(Column())


def test_the_capsule_of_a_stream_is_used_once() -> None:
    class Column:
        capsule = pa.chunked_array([["a:b"], ["c:d"]]).__arrow_c_stream__()

        def __arrow_c_stream__(self, _: Any = None) -> object:
            return self.capsule

    assert len(pa.chunked_array(columns.host(Column()))) == 2
    with pytest.raises(ValueError, match="the stream has been released"):
        columns.host(Column())


def test_memory_that_is_written_to_during_the_call() -> None:
    """The answer is undefined, but any error raised is a documented `Exception`."""
    rows = 20_000
    offsets = bytearray(i32(*range(0, rows * 5 + 1, 5)))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"urn:a" * rows)]
    column = pa.Array.from_buffers(pa.string(), rows, buffers)
    place = ctypes.c_int32.from_buffer(offsets, 4 * rows // 2)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            place.value ^= 1 << 30

    before, interval = place.value, sys.getswitchinterval()
    writer = threading.Thread(target=write)
    sys.setswitchinterval(1e-6)
    writer.start()
    try:
        for ask in [columns.host, columns.normalize, columns.errors, columns.components] * 60:
            try:
                assert len(ask(column, threads=2)) == rows
            except (ValueError, pa.ArrowInvalid):
                pass
            except RuntimeError as error:
                assert "please report this, unless the column's memory" in str(error)
    finally:
        stop.set()
        writer.join()
        sys.setswitchinterval(interval)
        place.value = before


@pytest.mark.parametrize("octets", [b"\xff", b"\xc3", b"\xe4\xbe", b"\xed\xa0\x80", b"\xc0\xaf"])
def test_text_that_is_not_utf8_is_not_valid(octets: bytes) -> None:
    """Such a row is no worse than any other that is not valid."""
    bad = b"http://h/" + octets
    offsets = pa.py_buffer(i32(0, 5, 5 + len(bad), 10 + len(bad)))
    values = pa.py_buffer(b"urn:a" + bad + b"urn:b")
    column = pa.Array.from_buffers(pa.string(), 3, [None, offsets, values])

    assert columns.is_valid(column).to_pylist() == [True, False, True]
    assert columns.path(column).to_pylist() == ["a", None, "b"]
    assert columns.normalize(column).to_pylist() == ["urn:a", None, "urn:b"]
    assert columns.repair(column).to_pylist() == ["urn:a", None, "urn:b"]
    error = columns.errors(column)[1].as_py()
    assert (error["reason"], error["position"]) == ("ill-formed-utf-8", 9)
    assert error["message"].startswith("not an IRI: the bytes are not UTF-8 (")
    assert columns.resolve(column, column).to_pylist() == ["urn:a", None, "urn:b"]


@pytest.mark.parametrize("last", [1_000_000, -1])
def test_offsets_beyond_what_pyarrow_has(last: int) -> None:
    """The C interface does not state the lengths of buffers, but pyarrow's arrays know theirs."""
    batch = pa.record_batch({"url": [TEXT.decode()]})
    message = batch.serialize().to_pybytes()
    before, found, after = message.rpartition(i32(0, 22))
    assert found
    column = pa.ipc.read_record_batch(before + i32(0, last) + after, batch.schema)[0]

    with pytest.raises(ValueError, match="offset"):
        columns.host(column)
    with pytest.raises(ValueError, match="offset"):
        columns.host(pa.chunked_array([column]))
    with pytest.raises(ValueError, match="offset"):
        columns.resolve(column, column)


def values(*children: Struct | None, **fields: Any) -> Struct:
    """Make structs; each child is called x."""
    for child in filter(None, children):
        child.schema.name = b"x"
    return Struct(b"+s", [None], children=children, **fields)


def texts(count: int) -> Struct:
    return Struct(b"u", [None, i32(*range(count + 1)), b"a" * count], length=count)


def lists(form: bytes, offsets: bytes, *children: Struct | None, length: int = 1) -> Struct:
    return Struct(form, [None, offsets], children=children, length=length)


def pairs(count: int) -> Struct:
    return Struct(b"+s", [None], children=[texts(count), texts(count)], length=count)


SOUND_VALUES = {
    "texts": (values(texts(2), length=2), ["/a", "/a"]),
    "an offset": (values(texts(3), length=1, offset=2), ["/a"]),
    "no field": (values(length=2), ["/", "/"]),
    "lists": (values(lists(b"+l", i32(0, 2), texts(2))), ["/a,a"]),
    "large lists": (values(lists(b"+L", i64(1, 2), texts(2))), ["/a"]),
    "a map": (values(lists(b"+m", i32(0, 1), pairs(1))), ["/a,a"]),
    "numbers": (values(Struct(b"l", [None, i64(7)])), ["/7"]),
    "truth values": (values(Struct(b"b", [None, b"\2"], offset=1)), ["/true"]),
}
CORRUPT_VALUES = {
    "a short field": (values(texts(1), length=2), "a field is shorter than its structs"),
    "a short field behind an offset": (values(texts(2), offset=2), "shorter than its structs"),
    "a missing field": (values(None), "a child of the schema is missing"),
    "lists without items": (values(lists(b"+l", i32(0, 2))), "too few children"),
    "lists beyond their items": (values(lists(b"+l", i32(0, 3), texts(2))), ROW_0),
    "lists that fall": (
        values(lists(b"+l", i32(0, 2, 1), texts(2), length=2), length=2),
        ROW_1,
    ),
    "a negative list": (values(lists(b"+l", i32(-1, 2), texts(2))), "an offset is negative"),
    "pairs beyond their items": (values(lists(b"+m", i32(0, 2), pairs(1))), ROW_0),
    "numbers without memory": (values(Struct(b"l", [None, None])), "a buffer is missing"),
    "numbers with too few buffers": (values(Struct(b"g", [None])), "too few buffers"),
    "misaligned numbers": (values(Struct(b"g", [None, i64(0)], misaligned=True)), "not aligned"),
    "texts of a field": (
        values(Struct(b"u", [None, i32(0, 9, 4, 22), TEXT], length=3), length=3),
        ROW_1,
    ),
    "a negative length": (values(texts(1), length=-1), "out of range"),
}


@pytest.mark.parametrize("of", SOUND_VALUES)
def test_sound_values(of: str) -> None:
    structs, wanted = SOUND_VALUES[of]
    assert pa.array(columns.expand_template(structs, "/{x}")).to_pylist() == wanted
    structs.whole()


@pytest.mark.parametrize("of", CORRUPT_VALUES)
def test_corrupt_values(of: str) -> None:
    structs, message = CORRUPT_VALUES[of]
    with pytest.raises(ValueError, match=message):
        columns.expand_template(structs, "/{x}")
    structs.whole()
