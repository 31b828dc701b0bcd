"""The types that a checker infers for lenient fields."""

from typing import Annotated

from typing_extensions import assert_type

from iriform import IRI, URI, Invalid, Lenient, Policy, lenient


class Document:
    link: Lenient[IRI]
    links: list[Lenient[IRI]]
    hook: Lenient[Annotated[URI, Policy.PUBLIC_WEBHOOK]] | None


def read(document: Document) -> None:
    assert_type(document.link, IRI | Invalid)
    assert_type(document.links, list[IRI | Invalid])
    assert_type(document.hook, URI | Invalid | None)
    _ = document.link.path  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]
    if isinstance(document.link, Invalid):
        assert_type(document.link, Invalid)
        assert_type(document.link.error, ValueError)
        assert_type(document.link.upper(), str)
    else:
        assert_type(document.link, IRI)


def converted(text: str) -> None:
    assert_type(lenient(IRI)(text), IRI | Invalid)
    assert_type(lenient(URI, Policy.WEB)(text), URI | Invalid)
