"""Rows that are repaired first: the answers are those for the column that `repair` makes."""

from pathlib import Path

import can_ada
import pyarrow as pa
import pytest

from iriform import IRI, columns
from iriform._engines.table import CLASSES, OPERATIONS
from tests.adapters.answers import REPAIRABLE, asked
from tests.columns.test_layouts import TYPES, array, plain
from tests.tables import collected

ROWS = [
    "http://a.example/b c",
    None,
    " https://u:p@h.example:80/x?q=1#f g ",
    "http://h.example/?q=%zz",
    "http://a:b:c/",
    "http://h.example/{id}",
    "http:\\\\h.example\\a",
    "urn:x",
    "../a b",
    "",
    "http://例え.jp/道 理",
]


@pytest.mark.parametrize("name", REPAIRABLE)
def test_it_is_the_operation_on_the_repaired_column(name: str) -> None:
    ask = asked(name)
    for of in TYPES.values():
        whole = array(ROWS * 20, of)
        for column in (whole, whole[3:150], pa.chunked_array([whole[:7], whole[7:]], whole.type)):
            repaired = columns.repair(column, as_=CLASSES[OPERATIONS[name]["as_"]])
            answer = ask(column, repair=True)
            assert answer.type == ask(column).type
            assert plain(answer) == plain(ask(repaired)), of


@pytest.mark.parametrize(
    "name", ["is_valid", "allows", "refusals", "errors", "masked", "links", "expand"]
)
def test_what_tells_of_the_text_as_it_stands_repairs_nothing(name: str) -> None:
    with pytest.raises(TypeError, match="repair"):
        getattr(columns, name)(pa.array(ROWS), repair=True)


def test_errors_say_what_a_row_is_read_as() -> None:
    column = pa.array(ROWS)
    errors = columns.errors(column).to_pylist()
    mended = [None if error is None else error["repaired"] for error in errors]
    assert mended[:3] == ["http://a.example/b%20c", None, "https://u:p@h.example:80/x?q=1#f%20g"]
    read = columns.without_query(column, repair=True).to_pylist()
    valid = columns.is_valid(column).to_pylist()
    for row, is_valid, one, whole in zip(ROWS, valid, mended, read, strict=True):
        assert one is None or not is_valid
        assert whole == (row if is_valid else one and str(IRI(one).with_parts(query=None)))


@pytest.mark.collection(needed=True)
def test_links_that_browsers_open() -> None:
    """The figures of docs/tables.md."""
    (file,) = collected("corpora", "kasztp.txt")
    texts = [text for text in Path(file).read_text("utf-8").split("\n") if text]
    column = pa.array(texts)
    wrong = column.filter(pa.array([not valid for valid in columns.is_valid(column).to_pylist()]))
    opened = [can_ada.parse(text) for text in wrong.to_pylist() if can_ada.can_parse(text)]
    mended = columns.host(wrong, repair=True)
    figures = (
        len(texts),
        len(wrong),
        sum(bool(url.hostname) for url in opened),
        len(mended) - mended.null_count,
    )
    assert figures == (47_952, 342, 341, 192)
    left = [
        text
        for text, host in zip(wrong.to_pylist(), mended.to_pylist(), strict=True)
        if host is None
    ]
    assert all(text.startswith('https://"') for text in left)
