"""The algebra of paths: joined, normalized, below a prefix, made from segments."""

from enum import Enum
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import (
    IRI,
    URI,
    IRIReference,
    MutableIRI,
    ParseError,
    Path,
    Segment,
    URIReference,
    columns,
)
from tests.oracle.resolution import remove_dot_segments
from tests.strategies import iris, segments

SEGMENTS = st.lists(segments(ascii_only=False), max_size=4)
PATHS = st.tuples(st.booleans(), SEGMENTS).map(lambda p: "/" * p[0] + "/".join(p[1]))


def test_what_paths_make_is_paths() -> None:
    """Core's tests have the rows (`suite/edit.rs`)."""
    joined = Path("/é/b/").joined("../%2F")
    assert (type(joined), joined) == (Path, "/é/%2F")
    normal = Path("/a/..//%7Eé").normalize()
    assert (type(normal), normal) == (Path, "//~é")
    left = Path("/é//b").without_prefix("/é")
    assert (type(left), left) == (Path, ".//b")
    assert Path("/É").without_prefix("/é") is None
    reference = IRI("http://é/a:b?q").without_prefix("HTTP://é")
    assert (type(reference), reference) == (IRIReference, "./a:b?q")
    assert IRI("http://h/").without_prefix("https://h/") is None


@given(SEGMENTS, PATHS.filter(lambda path: not path.startswith("/")))
def test_joining_is_resolution_against_the_directory(directory: list[str], other: str) -> None:
    path = "/" + "/".join(segment for segment in directory if segment.strip("."))
    base = IRI(f"s://h{path.removesuffix('/')}/")

    if other:  # "./" would also lead to the slash
        assert base.resolve(f"./{other}").path == Path(path).joined(other)


@given(PATHS)
def test_the_normal_form_is_its_own(path: str) -> None:
    normal = Path(path).normalize()

    assert normal.normalize() == normal
    assert normal.is_absolute is Path(path).is_absolute
    assert "." not in normal.segments[1:]


@given(PATHS.filter(lambda path: path.startswith("/")), st.text("./ab", max_size=8))
def test_dots_of_an_absolute_path_go_as_the_rfc_says(path: str, dots: str) -> None:
    path = "/" + dots + path
    no_escapes = path.replace("%", "")

    assert Path(no_escapes).normalize() == remove_dot_segments(no_escapes)


@given(iris())
def test_the_same_as_in_an_iri_with_an_authority(text: str) -> None:
    iri = IRI(text)

    if iri.authority is not None:
        assert iri.normalize().path == iri.path.normalize()


@given(iris(), SEGMENTS)
def test_what_is_below_leads_there_again(text: str, below: list[str]) -> None:
    base = IRI(text).directory
    mutable = MutableIRI(base)
    mutable.path.join("/".join(below))
    target = mutable.freeze()
    assert isinstance(target, IRI)
    rest = target.without_prefix(base)

    # "" would be the directory, which is not a file in itself; `..` makes a rootless path absolute.
    if rest is not None and rest.path and (base.authority is not None or base.path.is_absolute):
        assert base.normalize().resolve(rest).equivalent(target)


@pytest.mark.parametrize(
    ("parts", "absolute", "text"),
    [
        ([], False, ""),
        ([], True, "/"),
        (["a", "b"], False, "a/b"),
        (["a", ""], True, "/a/"),
        (["..", "."], True, "/../."),  # segments like others
        ([""], False, "./"),
        ([""], True, "/./"),
        (["", ""], True, "//"),
        (["", "a"], False, ".//a"),
        (["a:b"], False, "a:b"),
        ([".", ""], False, "././"),  # not [""]
    ],
)
def test_from_segments(parts: list[str], absolute: bool, text: str) -> None:
    path = Path.from_segments(parts, absolute=absolute)

    assert (type(path), path) == (Path, text)


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        ("ab", TypeError, "segments must be an iterable of str, not str"),
        (["a/b"], ParseError, "not a path segment: U+002F SOLIDUS is not allowed"),
        (["a b"], ParseError, "not a path segment: U+0020 SPACE is not allowed"),
        ([1], TypeError, "Segment takes str or bytes, not int"),
    ],
)
def test_from_segments_refuses(parts: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Path.from_segments(parts)
    assert str(caught.value).startswith(message)


@given(SEGMENTS)
def test_segments_come_out_as_they_went_in(parts: list[str]) -> None:
    """Except for a `.` before them, if the path cannot be written without it."""
    for absolute in (False, True):
        path = Path.from_segments(parts, absolute=absolute)
        assert path.is_absolute is absolute
        assert list(path.segments) in (parts, [".", *parts])


def test_quoted_segments() -> None:
    path = Path.from_segments([Segment.quote("a/b"), "c"], absolute=True)

    assert path == "/a%2Fb/c"
    assert [segment.unquote() for segment in path.segments] == ["a/b", "c"]


@pytest.mark.parametrize(
    ("text", "directory"),
    [
        ("http://h/a/b?q#f", "http://h/a/"),
        ("http://h/a/", "http://h/a/"),
        ("http://h", "http://h"),
        ("urn:a:b", "urn:"),
        ("s:a/b", "s:a/"),
    ],
)
def test_the_directory_of_an_iri(text: str, directory: str) -> None:
    assert IRI(text).directory == directory
    assert type(URI(text).directory) is URI


@given(iris())
def test_siblings_are_resolved_against_the_directory(text: str) -> None:
    iri = IRI(text)

    if iri.path:  # a base without a path gets a slash before the reference's (§5.2.3)
        assert iri.directory.resolve("./x") == iri.resolve("./x")


@pytest.mark.parametrize(
    ("text", "parent", "named", "suffixed"),
    [
        # without query and fragment
        ("http://h/a/b.t?q#f", "http://h/a", "http://h/a/n%20%C3%A9", "http://h/a/b.z"),
        ("http://h/a.b.t", "http://h/", "http://h/n%20%C3%A9", "http://h/a.b.z"),
        ("http://h/?q", None, None, None),  # never above the root
        ("http://h?q", None, None, None),  # nor into the authority
        ("http://h/a/", "http://h/a", None, None),
        ("http://h/a/..", "http://h/a", None, None),  # dot segments are not names
        ("//h/a", "//h/", "//h/n%20%C3%A9", "//h/a.z"),
        ("a/b", "a", "a/n%20%C3%A9", "a/b.z"),
        ("a", None, "n%20%C3%A9", "a.z"),
        ("?q", None, None, None),
        # guards do not belong to the path, and stay if they are needed
        ("./a:b", None, "n%20%C3%A9", "./a:b.z"),
        ("./a:b/c", "./a:b", "./a:b/n%20%C3%A9", "./a:b/c.z"),
        ("s:/.//p", "s:/./", "s:/.//n%20%C3%A9", "s:/.//p.z"),
        ("s:/.//p/q", "s:/.//p", "s:/.//p/n%20%C3%A9", "s:/.//p/q.z"),
        ("urn:a:b", None, "urn:n%20%C3%A9", "urn:a:b.z"),
    ],
)
def test_references_have_the_names_of_their_paths(
    text: str, parent: str | None, named: str | None, suffixed: str | None
) -> None:
    reference = URIReference(text)

    def tried(method: Any, argument: str) -> str | None:
        try:
            return str(method(argument))
        except ValueError as error:
            assert str(error) == "the path has no name"
            return None

    assert reference.parent == parent
    assert tried(reference.with_name, "n é") == named
    assert tried(reference.with_suffix, ".z") == suffixed
    assert (reference.name, reference.stem, reference.suffix) == (
        reference.path.name, reference.path.stem, reference.path.suffix
    )  # fmt: skip


def test_what_names_make_is_of_the_same_class() -> None:
    for made in (URI, IRI, URIReference, IRIReference):
        reference = made("s://h/a/b")
        results = (reference.parent, reference.with_name("n"), reference.with_suffix(".z"))
        assert [type(result) for result in results] == [made] * 3

    assert IRI("s://h/a").with_name("é") == "s://h/é"  # by the class's own rule
    assert URI("s://h/a").with_name("é") == "s://h/%C3%A9"


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "//evil.example/"])
def test_no_name_leaves_the_directory(name: str) -> None:
    with pytest.raises(ValueError, match="name|slash|structure"):
        URI("http://h/a").with_name(name)


@given(iris())
def test_parents_end_and_keep_the_authority(text: str) -> None:
    iri: IRI | None = IRI(text)
    while iri is not None:
        assert (iri.scheme, iri.authority) == (IRI(text).scheme, IRI(text).authority)
        above = iri.parent
        assert above is None or len(above) < len(iri) or "/./" in above
        assert above != iri
        iri = above


def test_members_of_an_enumeration_keep_their_names() -> None:
    class Vocabulary(IRI, Enum):
        LABEL = "http://h/a/label.x"

    class Derived(IRI):
        pass

    assert Vocabulary.LABEL.name == "LABEL"
    assert Vocabulary.LABEL.path.name == "label.x"
    assert Derived("http://h/a").name == "a"


def test_parents_are_bounded() -> None:
    """All of them together are as long as the square of the path."""
    assert len(IRI("http://h" + "/a" * 1000).parents) == 1000
    long = "http://h" + "/a" * 1001
    with pytest.raises(ValueError, match="more than 1000 slashes"):
        _ = IRI(long).parents
    column = pa.array([long, "http://h/a/b", "http://h" + "/" * 200_000])
    assert columns.parents(column).to_pylist() == [None, ["http://h/a", "http://h/"], None]
