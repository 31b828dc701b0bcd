"""The code of docs/typing.md, which tests compare with it."""

import polars as pl

import iriform.polars as iri
from iriform import HTTPURI, IRI, URI, IRIReference, Policy


def absolute(base: IRI, link: IRIReference) -> IRI:
    return base.resolve(link)


def for_the_wire(page: IRI) -> URI:
    return page.to_uri(idna=True)


def page_of(text: str) -> HTTPURI | None:
    return HTTPURI(text) if HTTPURI.is_valid(text) else None


def name_of_host(link: IRIReference) -> str:
    return "" if link.host is None else link.host.unbracketed


def page_number(link: IRIReference) -> int:
    return int(link.query_value("page", "1"))


class Webhook(URI, policy=Policy(schemes=["https"], ports=[443])):
    """Where we call."""


def call(target: Webhook) -> str:
    return str(target.host)


def refused() -> None:
    call(URI("https://example.org/"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def hosts(links: pl.LazyFrame) -> pl.LazyFrame:
    return links.select(iri.host("link"))
