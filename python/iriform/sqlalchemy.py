"""SQLAlchemy column types: they check values, and return instances of the field's class.

>>> import sqlalchemy as sa
>>> from iriform import HTTPURI
>>> from iriform.sqlalchemy import ReferenceType
>>> pages = sa.Table("pages", sa.MetaData(), sa.Column("url", ReferenceType(HTTPURI)))
>>> engine = sa.create_engine("sqlite://", hide_parameters=True)
>>> pages.create(engine)
>>> with engine.begin() as connection:
...     _ = connection.execute(pages.insert(), {"url": "https://example.org/"})
...     connection.execute(sa.select(pages.c.url)).scalar_one()
HTTPURI('https://example.org/')

With `annotation_map` as `type_annotation_map` of a declarative base, `Mapped[HTTPURI]` is such a column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._core import IRIReference
from ._extras import needed_itself
from ._types.lenient import lenient
from .interop import class_of

with needed_itself("sqlalchemy", "iriform.sqlalchemy"):
    from sqlalchemy import String
    from sqlalchemy.types import TypeDecorator, TypeEngine

if TYPE_CHECKING:
    from sqlalchemy import Dialect

__all__ = ["ReferenceType", "annotation_map"]

Reference = TypeVar("Reference", bound=IRIReference)


class ReferenceType(TypeDecorator[Reference], Generic[Reference]):
    """A column of text whose values are of this class: `IRI`, `HTTPURI`, or one of yours with a policy.

    Values are parsed when they are written and when they are read. A text that the class refuses
    raises `ParseError`, which SQLAlchemy wraps in its `StatementError`. A query may compare with
    any text, such as the beginning for `startswith`. With `length`, the text is a VARCHAR of that
    length.

    With `lenient=True`, a text that the class refuses is written unchanged, and read as an
    `Invalid`, so a row from before a policy became stricter does not make its table unreadable.
    """

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = String
    cache_ok: bool | None = True

    def __init__(
        self,
        cls: type[Reference],
        length: int | None = None,
        # SQLAlchemy's cache key of a compiled statement ignores keyword-only arguments.
        lenient: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        super().__init__(length)
        self.cls = class_of(cls, "cls")
        self.length = length
        self.lenient = lenient

    @property
    def python_type(self) -> type[Any]:
        """The class of the values."""
        return self.cls

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's
        """Check a value, and return its text."""
        return None if value is None else str(self._read(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Reference | None:  # noqa: ARG002 - likewise
        """Make a value from the text in the database."""
        return None if value is None else self._read(value)

    def _read(self, value: str) -> Reference:
        return lenient(self.cls)(value) if self.lenient else self.cls(value)  # type: ignore[return-value]

    def coerce_compared_value(self, op: Any, value: Any) -> Any:  # noqa: ANN401, ARG002 - likewise
        """Compare with any text."""
        return self.impl_instance

    def __repr__(self) -> str:
        length = "" if self.length is None else f", {self.length}"
        lenient = ", lenient=True" if self.lenient else ""
        return f"ReferenceType({self.cls.__module__}.{self.cls.__qualname__}{length}{lenient})"


def annotation_map(*classes: type[IRIReference]) -> dict[Any, ReferenceType[Any]]:
    """Return the column type of each class, for `type_annotation_map` of a declarative base.

    `Mapped[Callback]` is then a column of `Callback`.
    """
    return {cls: ReferenceType(cls) for cls in classes}
