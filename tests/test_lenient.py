"""Lenient fields: text that a class rejects is kept as an `Invalid`, in each framework."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from typing import Annotated, Any, get_type_hints

import attrs
import cattrs
import httpx
import msgspec
import pytest
import sqlalchemy as sa
import sqlmodel
from fastapi import FastAPI
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from typing_extensions import Self

from iriform import (
    HTTPURI,
    IRI,
    URI,
    Invalid,
    IRIReference,
    Lenient,
    ParseError,
    Policy,
    PolicyError,
    URIReference,
    lenient,
)
from iriform.sqlalchemy import ReferenceType

# The class at run time.
CLASS: Any = Lenient
GOOD = "https://example.org/"
# A text, a class that does not accept it, and the reason of its error.
BAD = [
    ("http://example.org/a b", IRI, "invalid-character"),
    ("C:\\Users\\anna", URI, "invalid-character"),
    ("", IRI, "empty-text"),
    ("a", IRI, "missing-scheme"),
    ("http://[::1/", IRIReference, "unclosed-bracket"),
    ("//h:80a", URIReference, "invalid-port"),
    ("https://\u4f8b\u3048.jp/", URI, "non-ascii"),
    ("mailto:anna@example.org", HTTPURI, "scheme-not-http"),
    ("http:///a", HTTPURI, "empty-host"),
    ("\ud800", IRI, "lone-surrogate"),
]


class Narrow(URI, policy=Policy(schemes={"https"}, hosts={"example.org"})):
    """A class with a policy."""


class Own(IRI):
    """A class with further requirements."""

    def __new__(cls, text: str) -> Self:
        self = super().__new__(cls, text)
        if self.scheme != "urn":
            raise ValueError("the scheme must be urn")
        return self


@pytest.mark.parametrize(("text", "cls", "reason"), BAD)
def test_what_is_not_taken_is_kept(text: str, cls: type[IRIReference], reason: str) -> None:
    value = lenient(cls)(text)
    assert type(value) is Invalid
    assert value == text
    assert str(value) == text
    assert type(str(value)) is str
    assert hash(value) == hash(text)
    assert isinstance(value.error, ParseError)
    assert value.error.text == text
    assert value.error.reason == reason
    with pytest.raises(ParseError) as caught:
        cls(text)
    assert value.error.details() == caught.value.details()
    assert value.error.__traceback__ is None


def test_what_is_taken_is_of_the_class() -> None:
    for cls in (IRI, URI, IRIReference, URIReference, HTTPURI, Narrow):
        value = lenient(cls)(GOOD)
        assert type(value) is cls
        assert value == GOOD
    with_policy = lenient(URI, Policy(schemes={"https"}))
    assert type(with_policy(GOOD)) is URI
    refused = with_policy("http://example.org/")
    assert isinstance(refused, Invalid)
    assert isinstance(refused.error, PolicyError)
    assert refused.error.refusals[0].code == "scheme-not-allowed"
    narrow = lenient(Narrow)("https://other.example/")
    assert isinstance(narrow, Invalid)
    assert isinstance(narrow.error, PolicyError)
    own = lenient(Own)("http://example.org/")
    assert isinstance(own, Invalid)
    assert str(own.error) == "the scheme must be urn"


@pytest.mark.parametrize("value", [None, 5, b"http://h h/", ["http://example.org/"], object()])
def test_what_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises((TypeError, ParseError)):
        lenient(IRI)(value)
    with pytest.raises(ValidationError):
        TypeAdapter(Lenient[IRI]).validate_python(value)


def test_an_invalid_is_a_text_that_hides_its_password() -> None:
    value = lenient(IRI)("http://anna:hunter2@h h/")
    assert isinstance(value, Invalid)
    assert "hunter2" not in f"{value!r}{value.error}{value.error!r}"
    assert repr(value) == "Invalid('http://anna:***@h h/')"
    for same in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert type(same) is Invalid
        assert same == value
        assert str(same.error) == str(value.error)
    assert json.dumps([value]) == '["http://anna:hunter2@h h/"]'


@pytest.mark.parametrize("item", [str, int, None, list[IRI], Annotated[str, 1]])
def test_what_cannot_be_lenient(item: Any) -> None:
    with pytest.raises(TypeError, match="Lenient takes a class of references"):
        CLASS[item]
    with pytest.raises(TypeError, match="Lenient takes a class of references"):
        lenient(item)


class Document(BaseModel):
    links: list[Lenient[IRI]]
    base: Lenient[HTTPURI] | None = None
    hook: Lenient[Annotated[URI, Policy.PUBLIC_WEBHOOK]] | None = None
    strict: IRI | None = None
    by_name: dict[str, Lenient[Narrow]] = {}


def test_pydantic() -> None:
    found = Document.model_validate(
        {
            "links": [GOOD, "http://example.org/a b", "C:\\a"],
            "base": "mailto:a@example.org",
            "hook": "https://127.0.0.1/",
            "by_name": {"a": "https://other.example/", "b": GOOD},
        }
    )
    assert [type(link) for link in found.links] == [IRI, Invalid, Invalid]
    assert isinstance(found.base, Invalid)
    assert isinstance(found.hook, Invalid)
    assert isinstance(found.hook.error, PolicyError)
    assert [type(value) for value in found.by_name.values()] == [Invalid, Narrow]
    again = Document.model_validate_json(found.model_dump_json())
    assert again == found
    assert [type(link) for link in again.links] == [IRI, Invalid, Invalid]
    assert Document.model_validate(found.model_dump()) == found
    assert found.model_copy(deep=True) == found
    with pytest.raises(ValidationError, match="strict"):
        Document.model_validate({"links": [], "strict": "a b"})
    with pytest.raises(ValidationError, match=r"links\.0"):
        Document.model_validate({"links": [5]})


def test_a_constraint_of_pydantic_is_still_one() -> None:
    short = TypeAdapter(Annotated[Lenient[IRI], Field(max_length=20)])
    assert type(short.validate_python("a b")) is Invalid
    with pytest.raises(ValidationError):
        short.validate_python(f"a {'b' * 20}")


def test_the_schema_says_that_any_text_is_taken() -> None:
    made = Document.model_json_schema()["properties"]
    assert made["links"]["items"] == {"type": "string"}
    assert made["base"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert made["strict"]["anyOf"][0]["format"] == "iri"
    serialized = TypeAdapter(Lenient[IRI]).json_schema(mode="serialization")
    assert serialized == {"type": "string"}


def test_fastapi() -> None:
    """A list endpoint answers 200 for any stored text, and the endpoint sees a bad parameter."""
    app = FastAPI()

    @app.get("/pages")
    def pages(near: Lenient[IRI] = "urn:a") -> list[Document]:  # type: ignore[assignment]
        assert isinstance(near, (str, Invalid))
        stored = ["http://example.org/a b", GOOD]
        return [Document(links=[lenient(IRI)(link) for link in stored], base=stored[0])]  # type: ignore[arg-type]

    @app.post("/pages")
    def add(document: Document) -> dict[str, int]:
        return {"invalid": sum(isinstance(link, Invalid) for link in document.links)}

    async def asked() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return [
                await client.get("/pages", params={"near": "a b"}),
                await client.post("/pages", json={"links": ["a b", GOOD, "c d"]}),
                await client.post("/pages", json={"links": [], "strict": "a b"}),
            ]

    listed, added, refused = asyncio.run(asked())
    assert (listed.status_code, added.status_code, refused.status_code) == (200, 200, 422)
    assert listed.json()[0]["links"] == ["http://example.org/a b", GOOD]
    assert added.json() == {"invalid": 2}
    schema = app.openapi()["components"]["schemas"]["Document"]["properties"]["links"]
    assert schema["items"] == {"type": "string"}


def test_msgspec() -> None:
    class Page(msgspec.Struct):
        url: Lenient[IRI]
        links: list[Lenient[URI]] = []

    def dec_hook(type_: Any, value: object) -> object:
        try:
            return type_(value)
        except ParseError as error:
            raise ValueError(error.message) from None

    text = b'{"url":"a b","links":["https://example.org/","c d"]}'
    page = msgspec.json.decode(text, type=Page, dec_hook=dec_hook)
    assert [type(page.url), *map(type, page.links)] == [Invalid, URI, Invalid]
    assert msgspec.json.encode(page, enc_hook=str) == text
    again = msgspec.convert({"url": GOOD}, Page, dec_hook=dec_hook)
    assert type(again.url) is IRI


def test_attrs_and_cattrs() -> None:
    def kept(text: str) -> IRI | Invalid:  # mypy's plugin accepts only named functions
        return lenient(IRI)(text)

    @attrs.define
    class Link:
        target: Lenient[IRI] = attrs.field(converter=kept)
        other: Any = attrs.field(converter=lenient(IRI), default="a b")  # type: ignore[misc]

    assert type(Link("a b").target) is Invalid
    assert type(Link(GOOD).target) is IRI
    assert type(Link(GOOD).other) is Invalid
    converter = cattrs.Converter(prefer_attrib_converters=True)
    assert type(converter.structure({"target": "a b"}, Link).target) is Invalid
    assert converter.unstructure(Link("a b")) == {"target": "a b", "other": "a b"}


class Base(DeclarativeBase):
    pass


class Stored(Base):
    __tablename__ = "stored"
    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[Lenient[Narrow]] = mapped_column(ReferenceType(Narrow, lenient=True))
    other: Mapped[IRI | None] = mapped_column(ReferenceType(IRI), default=None)


def test_sqlalchemy() -> None:
    engine = sa.create_engine("sqlite://", hide_parameters=True)
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        # Rows from a time when the policy allowed more.
        connection.execute(sa.text("INSERT INTO stored VALUES (1, 'https://old.example/', NULL)"))
        connection.execute(sa.text("INSERT INTO stored VALUES (2, 'https://example.org/', NULL)"))
    with Session(engine) as session:
        old, new = session.scalars(sa.select(Stored).order_by(Stored.id)).all()
        assert isinstance(old.url, Invalid)
        assert isinstance(old.url.error, PolicyError)
        assert type(new.url) is Narrow
        new.url = lenient(Narrow)("a b")  # it can be stored again
        session.add(Stored(id=3, url="c d"))
        session.commit()
        kept = session.scalars(sa.select(Stored.url).order_by(Stored.id)).all()
        assert kept == ["https://old.example/", "a b", "c d"]
        assert {type(url) for url in kept} == {Invalid}
        session.add(Stored(id=4, url="c d", other="e f"))
        with pytest.raises(sa.exc.StatementError):
            session.commit()
    shown = repr(ReferenceType(IRI, lenient=True))
    assert shown == "ReferenceType(iriform.IRI, lenient=True)"
    assert repr(ReferenceType(IRI, 80)) == "ReferenceType(iriform.IRI, 80)"
    keys = {str(ReferenceType(IRI, lenient=way)._static_cache_key) for way in (True, False)}  # noqa: SLF001
    assert len(keys) == 2, "a compiled statement is not shared"
    bind = ReferenceType(IRI, lenient=True).process_bind_param
    with pytest.raises(TypeError):
        bind(5, engine.dialect)  # type: ignore[arg-type]


def test_sqlmodel() -> None:
    class Row(sqlmodel.SQLModel, table=True):
        id: int | None = sqlmodel.Field(default=None, primary_key=True)
        url: Lenient[HTTPURI] = sqlmodel.Field(sa_type=ReferenceType(HTTPURI, lenient=True))

    engine = sqlmodel.create_engine("sqlite://", hide_parameters=True)
    sqlmodel.SQLModel.metadata.create_all(engine)
    with sqlmodel.Session(engine) as session:
        session.add_all([Row.model_validate({"url": text}) for text in (GOOD, "a b")])
        session.commit()
        found = session.exec(sqlmodel.select(Row.url)).all()
    assert [type(url) for url in found] == [HTTPURI, Invalid]


def test_hints_are_classes_at_run_time() -> None:
    """The hook of msgspec and readers of annotations see one class for one field."""
    hints = get_type_hints(Document)
    one = CLASS[IRI]
    assert hints["links"].__args__[0] is one
    assert one.__name__ == "Lenient[IRI]"
    assert isinstance(IRI("urn:a"), one)
    assert isinstance(lenient(IRI)("a b"), one)
    assert not isinstance("urn:a", one)
    with pytest.raises(TypeError, match="Lenient takes a class"):
        CLASS("a")
