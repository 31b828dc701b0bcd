"""The types that a checker infers for the four reference types."""

from typing_extensions import assert_type

from iriform import (
    IRI,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    Parts,
    Path,
    Query,
    Scheme,
    Segment,
    URIReference,
    UserInfo,
)


def accessors(reference: IRIReference) -> None:
    assert_type(reference.scheme, Scheme | None)
    assert_type(reference.authority, Authority | None)
    assert_type(reference.userinfo, UserInfo | None)
    assert_type(reference.host, Host | None)
    assert_type(reference.port, int | None)
    assert_type(reference.port_text, str | None)
    assert_type(reference.path, Path)
    assert_type(reference.path.segments, tuple[Segment, ...])
    assert_type(reference.query, Query | None)
    assert_type(reference.fragment, Fragment | None)
    assert_type(reference.parts, Parts)
    assert_type(reference.parts.authority, Authority | None)
    assert_type(reference.has_scheme("http", b"https"), bool)
    assert_type(reference.origin, URI | None)


def an_iri_has_a_scheme(iri: IRI, uri: URI) -> None:
    assert_type(iri.scheme, Scheme)
    assert_type(uri.scheme, Scheme)


def constructors() -> None:
    assert_type(IRIReference(), IRIReference)
    assert_type(URIReference(b"a"), URIReference)
    assert_type(IRI("a:b"), IRI)
    assert_type(URI(IRIReference("a:b")), URI)
    assert_type(IRI.is_valid("a:b"), bool)
    IRI()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    IRI(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    IRI(text="a:b")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    IRI(b"a:b", "utf-8")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def lattice(uri: URI) -> tuple[IRI, URIReference, IRIReference, str]:
    return uri, uri, uri, uri


def a_reference_is_no_iri(reference: IRIReference) -> IRI:
    return reference  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def an_iri_is_no_uri_reference(iri: IRI) -> URIReference:
    return iri  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def a_str_is_none_of_them(text: str) -> IRI:
    return text  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def they_are_str(iri: IRI) -> None:
    assert_type(iri + "?q", str)
    assert_type(iri.upper(), str)
    assert_type(iri[1:], str)
    assert_type(str(iri), str)
    assert_type(f"{iri}", str)


def read_only(iri: IRI) -> None:
    iri.host = Host("h")  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    iri.new = 1  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def operations_give_the_narrowest_class(iri: IRI, uri: URI, reference: IRIReference) -> None:
    assert_type(iri.resolve("a"), IRI)
    assert_type(uri.resolve("a"), URI)
    assert_type(uri.resolve(URIReference("a")), URI)
    assert_type(uri.resolve(reference), IRI)
    assert_type(iri.to_uri(), URI)
    assert_type(uri.to_iri(), IRI)
    assert_type(reference.normalize(), IRIReference)
    assert_type(uri.normalize("scheme"), URI)
    assert_type(iri / "a", IRI)
    assert_type(uri.relative_to(iri), URIReference)
    reference.resolve("a")  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    uri.normalize("other")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def changed_parts_keep_the_class(
    iri: IRI, uri: URI, reference: IRIReference, relative: URIReference, scheme: str | None
) -> None:
    w: IRI = iri.with_parts(path="/b")
    assert_type(w, IRI)
    assert_type(iri.with_parts(scheme="s"), IRI)
    assert_type(iri.with_parts(scheme=None), IRIReference)
    assert_type(iri.with_parts(scheme=scheme, host="h"), IRI | IRIReference)
    assert_type(uri.with_parts(userinfo=None, host="h", port=80), URI)
    assert_type(uri.with_parts(authority=None, query="", fragment=None), URI)
    assert_type(uri.with_parts(scheme=None), URIReference)
    assert_type(reference.with_parts(path=""), IRIReference)
    assert_type(reference.with_parts(scheme="s"), IRI)
    assert_type(relative.with_parts(port="080"), URIReference)
    assert_type(relative.with_parts(scheme="s", path="/"), URI)
    assert_type(uri.with_host("h"), URI)
    assert_type(relative.with_host(None), URIReference)
    iri.with_parts(netloc="h")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    iri.with_parts(path=None)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]


def narrowing(text: str) -> None:
    match text:
        case URI():
            assert_type(text, URI)
        case IRIReference():
            assert_type(text, IRIReference)
        case _:
            pass
    if isinstance(text, IRI):
        assert_type(text.scheme, Scheme)
