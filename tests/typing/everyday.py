"""Code that new users write: a type checker accepts all of it without a cast."""

import json
from collections.abc import Iterable
from typing import Any

from typing_extensions import assert_type

import iriform
from iriform import HTTPIRI, HTTPURI, IRI, URI, IRIReference, ParseError


def read(text: str) -> str:
    iri = IRI(text)
    if iri.host is not None and iri.host.matches("example.org"):
        return iri.host.upper()
    name = iri.path.name
    return f"{iri.scheme}:{iri.port or ''}{name.unquote() if name else ''}"


def change(page: IRI) -> IRI:
    page = page.with_parts(path="/b", query=None)
    page = (page / "c d").normalize().without_fragment()
    return page.resolve("../e")


def links(base: str, references: Iterable[str]) -> list[IRI]:
    return [iriform.resolve(base, reference) for reference in references]


def unique(urls: Iterable[str]) -> dict[str, IRI]:
    return {IRI(url).comparison_key("scheme"): IRI(url) for url in urls}


def answer(text: str) -> dict[str, Any]:
    try:
        return {"value": HTTPURI(text)}
    except ParseError as error:
        details = error.details()
        assert_type(details["position"], int)
        assert_type(details["hint"], str | None)
        return {"error": details["message"], "details": details}
    except ValueError as error:
        return {"error": str(error)}


def web(page: HTTPIRI) -> IRI:
    assert_type(HTTPURI("http://h/").normalize(), URI)
    assert_type(HTTPIRI("http://h/"), HTTPIRI)
    assert_type(HTTPIRI.is_valid(b"http://h/"), bool)
    return page


def as_text(iri: IRIReference) -> tuple[str, str, str]:
    return json.dumps(iri), iri.masked("password"), iriform.__version__


def errors(error: ParseError) -> None:
    assert_type(error.message, str)
    assert_type(error.args, tuple[Any, ...])
    error.details()["nothing"]  # type: ignore[typeddict-item]  # pyright: ignore[reportGeneralTypeIssues]
