"""`iriform normalize`: one spelling for equivalent references."""

from __future__ import annotations

from typing import Any, Literal, get_args

from iriform._core import masked
from iriform.steps import Step
from iriform.steps import normalize as of_normalization

from .options import Kind, as_option, flag, word_option
from .transform import Transformation, value_verb

Level = Literal["syntax", "scheme"]

FILE = (
    "not normalized in a copy: a file URI must not have a port or a userinfo, and three slashes must"
    " precede a drive, as in file:///C:/a.txt (RFC 8089 §2)"
)


@value_verb()
@word_option(
    "--level",
    words=get_args(Level),
    default="syntax",
    help="syntax: what RFC 3986 says of all schemes (case, percent-encoding, dot segments)."
    " scheme: also what the scheme says, such as its default port.",
)
@as_option(default="IRI-reference")
@flag("--steps", help="Show each step that changes anything, with its clause.")
def normalize(*, level: Level, kind: Kind, steps: bool) -> Transformation:
    """Convert identifiers to their normal form, in which equivalent ones are equal (RFC 3986 §6.2).

    `iriform normalize HTTP://Example.org/%7Eanna/./a` prints `http://example.org/~anna/a`.

    With --steps, the steps are printed before the result, with secrets masked.
    """

    def normal(text: str) -> str:
        return kind.type(text).normalize(level)

    def in_copies(text: str) -> str:
        if kind.type(text).has_finding("file-authority"):
            raise ValueError(FILE)
        return normal(text)

    def of_column(column: Any) -> Any:  # noqa: ANN401 - as columns are
        import pyarrow as pa
        import pyarrow.compute as pc

        from iriform import columns

        done = pa.array(columns.normalize(column, level, as_=kind.type))
        refused = pa.array(columns.has_finding(column, "file-authority", as_=kind.type))
        # If one of them is null, the other is as well. For `None`, PyArrow would import pandas.
        return pc.if_else(refused, pa.NULL, done)  # type: ignore[attr-defined, unused-ignore]

    def taken(text: str) -> tuple[Step, ...]:
        return of_normalization(masked(kind.type(text)), level)

    return Transformation(normal, of_column, kind, taken if steps else None, in_copies)
