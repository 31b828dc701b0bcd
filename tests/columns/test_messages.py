"""The messages of columns are those of `ParseError`, for every row of the vectors."""

from __future__ import annotations

import pyarrow as pa
import pytest

from iriform import IRI, URI, IRIReference, ParseError, URIReference, columns
from tests.errors import message_by_core
from tests.tables import rows

Said = tuple[str, str | None]


def said(text: str, as_: type[IRIReference]) -> Said | None:
    try:
        as_(text)
    except ParseError as error:
        return message_by_core(error), error.hint
    return None


@pytest.mark.collection
@pytest.mark.parametrize("as_", [IRI, URI, IRIReference, URIReference])
def test_every_row_of_the_vectors(as_: type[IRIReference]) -> None:
    texts = {row["input"] for row in rows("validity")} - {None}
    # Arrow's text has no lone surrogates.
    asked = sorted(text for text in texts if text.isascii() or text.isprintable())
    wanted = [said(text, as_) for text in asked]
    assert sum(each is not None for each in wanted) > 100

    for type_ in (pa.string(), pa.large_string(), pa.string_view(), pa.binary()):
        errors = columns.errors(pa.array([text.encode() for text in asked]).cast(type_), as_=as_)
        found = [e and (e["message"], e["hint"]) for e in errors.to_pylist()]
        assert found == wanted


def test_no_password_is_shown() -> None:
    (error,) = columns.errors(pa.array(["http://anna:secret word@h/"])).to_pylist()
    assert "secret" not in error["message"] + (error["hint"] or "")


def test_hints_of_faults() -> None:
    errors = columns.errors(pa.array(["http://anna:a b@h/", "http://h/", "a b"]))
    hints = [e and e["hint"] for e in errors.to_pylist()]
    assert hints[0].startswith("if it belongs to a password, percent-encode it: ")
    assert hints[1:] == [None, "begin with a scheme, as in https:"]


@pytest.mark.parametrize(
    ("text", "hint", "in_code_points", "in_bytes"),
    [
        ("http://é/ http://b/", "the text has two links, at positions 0 and {}", 10, 11),
        ("http://é/ is here", "other text follows the link, from position {}", 9, 10),
        ("a é http://b/", "other text precedes the link at position {}", 4, 5),
        ("é {{x}}", "a placeholder is left in, at position {}", 2, 3),
    ],
)
def test_positions_in_hints_are_in_the_units_of_the_column(
    text: str, hint: str, in_code_points: int, in_bytes: int
) -> None:
    with pytest.raises(ParseError) as raised:
        IRI(text)

    (error,) = columns.errors(pa.array([text])).to_pylist()
    (of_bytes,) = columns.errors(pa.array([text.encode()])).to_pylist()

    assert error["hint"] == raised.value.hint
    assert error["hint"].startswith(hint.format(in_code_points))
    assert of_bytes["hint"].startswith(hint.format(in_bytes))
