"""Frameworks: what is refused is an error of theirs, and shows no secret."""

from __future__ import annotations

import argparse
import asyncio
from typing import Annotated, Any

import httpx
import pytest
import sqlalchemy as sa
import typer
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, field_validator
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from typer.testing import CliRunner
from typing_extensions import Self

from iriform import HTTPURI, IRI, URI, Policy
from iriform.fastapi import without_input
from iriform.interop import argument_type, parameter_parser
from iriform.sqlalchemy import ReferenceType, annotation_map

MARKER = "SeCrEt"
BAD = [
    f"http://anna:{MARKER}@h h/",
    f"ftp://anna:{MARKER}@example.org/",
    f"https://anna:{MARKER}@127.1/#a",
    f"anna:{MARKER}@h",
    f"https://example.org/?access_token={MARKER}#a",
]


class Callback(URI, policy=Policy.REDIRECT_URI.replace(severities={}, profile="untrusted")):
    """A class with a policy."""


class Own(IRI):
    def __new__(cls, text: str) -> Self:
        self = super().__new__(cls, text)
        if self.scheme != "urn":
            raise ValueError("the scheme must be urn")
        return self


class Feed(BaseModel):
    url: Callback
    web: Annotated[HTTPURI, Policy.PUBLIC_WEBHOOK] | None = None
    names: dict[Callback, int] = {}
    count: int = 0

    @field_validator("count")
    @classmethod
    def small(cls, count: int) -> int:
        if count > 9:
            raise ValueError("must be small")
        return count


app = FastAPI()
app.add_exception_handler(RequestValidationError, without_input)


@app.post("/feeds")
def add(feed: Feed) -> Feed:
    return feed


def post(body: dict[str, Any]) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.post("/feeds", json=body)

    return asyncio.run(ask())


@pytest.mark.parametrize("text", BAD)
def test_fastapi_answers_without_the_input(text: str) -> None:
    answer = post({"url": text, "web": text, "names": {text: text}, "count": MARKER})

    assert answer.status_code == 422
    assert MARKER not in answer.text
    details = answer.json()["detail"]
    assert all(set(error) <= {"type", "loc", "msg", "ctx"} for error in details)
    assert ["body", "url"] in [error["loc"] for error in details]
    assert ["body", "names", "…", "…"] in [error["loc"] for error in details]


def test_fastapi_says_why() -> None:
    (error,) = post({"url": "https://example.org/#a"}).json()["detail"]
    assert (error["msg"], error["ctx"]["refusals"]) == (
        "a fragment is not allowed",
        ["fragment-not-allowed"],
    )
    (error,) = post({"url": "https://example.org/", "count": 10}).json()["detail"]
    assert error == {
        "type": "value_error",
        "loc": ["body", "count"],
        "msg": "Value error, must be small",
    }
    assert post({"url": "https://example.org/"}).status_code == 200
    with pytest.raises(KeyError):
        asyncio.run(without_input(None, KeyError("of another kind")))  # type: ignore[arg-type]


class Base(DeclarativeBase):
    type_annotation_map = annotation_map(IRI, HTTPURI, Callback)


class Client(Base):
    __tablename__ = "clients"
    home: Mapped[HTTPURI] = mapped_column(primary_key=True)
    callback: Mapped[Callback | None]
    short: Mapped[IRI] = mapped_column(ReferenceType(IRI, 40))


def test_sqlalchemy_gives_the_class_of_the_field() -> None:
    engine = sa.create_engine("sqlite://", hide_parameters=True)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        made: dict[str, Any] = {
            "home": "https://example.org/",
            "callback": "https://example.org/cb",
            "short": "urn:x",
        }
        session.add(Client(**made))
        session.commit()
        client = session.scalars(sa.select(Client)).one()
        assert [type(value) for value in (client.home, client.callback, client.short)] == [
            HTTPURI,
            Callback,
            IRI,
        ]
        assert session.scalars(sa.select(Client.home).where(Client.home.startswith("https:"))).one()
        client.callback = None
        session.commit()
        assert session.scalars(sa.select(Client.callback)).one() is None
    table: Any = Client.__table__
    assert repr(table.c.home.type) == "ReferenceType(iriform.HTTPURI)"
    assert repr(table.c.short.type) == "ReferenceType(iriform.IRI, 40)"
    assert (table.c.short.type.python_type, table.c.short.type.length) == (IRI, 40)


@pytest.mark.parametrize("text", BAD)
def test_sqlalchemy_shows_no_secret(text: str) -> None:
    engine = sa.create_engine("sqlite://", hide_parameters=True)
    Base.metadata.create_all(engine)
    insert = sa.insert(Client.__table__)  # type: ignore[arg-type]
    with engine.connect() as connection, pytest.raises(sa.exc.StatementError) as caught:
        connection.execute(insert, {"home": "https://h/", "callback": text, "short": "a:"})
    assert MARKER not in f"{caught.value}{caught.value!r}{caught.value.orig}"


@pytest.mark.parametrize("text", BAD)
def test_argparse_and_typer_show_no_secret(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    policy = Policy.PUBLIC_WEBHOOK.replace(severities={})
    parser = argparse.ArgumentParser()
    parser.add_argument("--callback", type=argument_type(Callback))
    parser.add_argument("--hook", type=argument_type(URI, policy))
    parser.add_argument("--own", type=argument_type(Own))
    for option in ("--callback", "--hook", "--own"):
        with pytest.raises(SystemExit):
            parser.parse_args([option, text])
    said = capsys.readouterr().err
    assert MARKER not in said
    assert "the scheme must be urn" in said or "not an IRI" in said

    program = typer.Typer(rich_markup_mode=None)

    @program.command()
    def fetch(url: Annotated[str, typer.Argument(parser=parameter_parser(Callback))]) -> None:
        typer.echo(type(url).__name__)

    result = CliRunner().invoke(program, [text])
    assert (result.exit_code, MARKER in result.output) == (2, False)
    assert CliRunner().invoke(program, ["https://example.org/"]).output == "Callback\n"
    assert type(parser.parse_args(["--hook", "https://example.org/"]).hook) is URI
