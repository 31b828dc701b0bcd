"""`relative_to` in a chosen form: its result, and that the result leads to the target."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, ParseError, URIReference, columns
from tests.strategies import iris


@pytest.mark.parametrize(
    ("target", "base", "path", "absolute"),
    [
        ("http://a/b/c", "http://a/b/c", "c", "/b/c"),  # '' is the shortest
        ("http://a/b/c?q#f", "http://a/b/c", "c?q#f", "/b/c?q#f"),
        ("http://a/b/", "http://a/b/", ".", "/b/"),
        ("http://a/x", "http://a/b/c/d", "../../x", "/x"),  # '/x' is the shortest
        ("http://a/b/x:y", "http://a/b/c", "./x:y", "/b/x:y"),
        ("http://a/", "http://a", ".", "/"),
        ("http://a", "http://a/b", None, None),  # any path would have a slash
        ("http://c/b", "http://a/b", None, None),  # no path leads to another authority
        ("https://a/b", "http://a/b", None, None),
        ("http://a/b/../c", "http://a/b", None, None),  # dot segments would go
        ("urn:a:b", "urn:x", "./a:b", None),  # every scheme has paths (§5.2.3)
        ("foo:a/b", "foo:a/c", "b", None),  # a rootless path is not absolute
    ],
)
def test_forms(target: str, base: str, path: str | None, absolute: str | None) -> None:
    for form, expected in (("path", path), ("absolute-path", absolute)):
        name: Any = form
        if expected is None:
            with pytest.raises(ValueError, match="^no (relative|absolute)-path reference leads"):
                URI(target).relative_to(base, form=name)
        else:
            assert URI(target).relative_to(base, form=name) == expected


# target, base, root, the shortest, the path; why
@pytest.mark.parametrize(
    ("target", "base", "root", "shortest", "path", "why"),
    [
        ("http://h/r/a", "http://h/r/b/c", "http://h/r/", "../a", "../a", "both within"),
        ("http://h/r/a", "http://h/r/b/c", "http://h/r", "../a", "../a", "a folder by its name"),
        ("http://h/r/a", "http://h/r/1/2/3/4/x", "http://h/r/", *["../../../../a"] * 2, "not /r/a"),
        ("http://h/a", "http://h/1/2/3/4/x", "http://h", "/a", "../../../../a", "the root itself"),
        ("http://h/r/a?q", "http://h/r/a", "http://h/r/", "?q", "a?q", "the same path"),
        ("http://h/r/a#f", "http://h/r/a", "http://h/r/", "#f", "a#f", "the same document"),
        ("http://h/r/", "http://h/r/a/b", "http://h/r/", "..", "..", "the folder"),
        ("http://h/r/a", "http://h/r/", "http://h/r/?q#f", "a", "a", "query and fragment aside"),
        ("http://h/r", "http://h/r/a", "http://h/r", None, None, "the folder without its slash"),
        ("http://h/s/a", "http://h/r/b", "http://h/r/", None, None, "the target is not within"),
        ("http://h/r/b", "http://h/s/a", "http://h/r/", None, None, "the base is not within"),
        ("http://h/rx/b", "http://h/r/a", "http://h/r", None, None, "another folder"),
        ("http://h/r/b", "http://h/r/../s/a", "http://h/r/", None, None, "nor is this one"),
        ("http://h/r/b", "http://h/s/../r/a", "http://h/r/", "b", "b", "but this one is"),
        ("http://h/b", "http://h/s/../a", "http://h/r/..", "b", "b", "nor need the root be normal"),
        ("http://i/r/b", "http://h/r/a", "http://h/r/", None, None, "another authority"),
        ("http://H/r/b", "http://h/r/a", "http://h/r/", None, None, "text as it is"),
        ("ftp://h/r/b", "http://h/r/a", "http://h/r/", None, None, "another scheme"),
        ("file:/r//b", "file:/r/a", "file:/r/", ".//b", ".//b", "an empty segment"),
        ("urn:a:b", "urn:a:c", "urn:", "./a:b", "./a:b", "a path without a root"),
        ("urn:/a", "urn:a/b", "urn:", None, None, "is not in one that has one"),
    ],
)
def test_within(
    target: str, base: str, root: str, shortest: str | None, path: str | None, why: str
) -> None:
    iri = IRI(target)
    assert iri.relative_to(base, within=root) == (shortest or target), why
    assert iri.relative_to(base, form="path", within=IRI(root)) == (path or target), why


def test_within_a_folder_an_absolute_path_is_asked_for_by_name() -> None:
    target, root = URI("http://h/r/a"), "http://h/r/"
    assert target.relative_to("http://h/r/b/c", form="absolute-path", within=root) == "/r/a"
    assert target.relative_to("http://h/s", form="absolute-path", within=root) == target
    assert type(target.relative_to("http://h/r/", within=root)) is URIReference


def test_within_takes_what_a_base_may_be() -> None:
    target = URI("http://h/a/../b")
    with pytest.raises(ValueError, match="no reference leads there"):
        target.relative_to("http://h/a/", within="http://i/")
    with pytest.raises(ParseError):
        target.relative_to("http://h/a/", within="a/b")
    with pytest.raises(TypeError):
        target.relative_to("http://h/a/", within=1)  # type: ignore[arg-type]
    assert URI("s:/a").relative_to("s:/", within=None) == "a"


folders = st.sampled_from(["", "a/", "b/", "a/b/", "a/b/c/"])
names = st.sampled_from(["", "x", "a", "b", "x?q", "?q", "#f", "x:y", "/x", "a/x", "b/c/x#f"])


@given(folders, folders, folders, names, names)
def test_within_a_folder_that_is_moved_references_hold(
    root: str, to: str, folder: str, base: str, target: str
) -> None:
    def at(place: str, rest: str) -> str:
        return f"http://h/{place}{rest}"

    reference = IRI(at(root, target)).relative_to(at(root, folder + base), within=at(root, ""))
    assert IRI(at(root, folder + base)).resolve(reference) == at(root, target)
    if not reference.startswith("/"):  # which it does only at the root of the host
        assert IRI(at(to, folder + base)).resolve(reference) == at(to, target)
    else:
        assert root == ""


@given(iris(), iris(), iris())
def test_within_anything_it_leads_to_the_target(target: str, base: str, root: str) -> None:
    for onto in (base, target):
        for within in (root, target, IRI(target).directory):
            try:
                reference = IRI(target).relative_to(onto, within=within)
            except ValueError:
                continue
            assert IRI(onto).resolve(reference) == target
            assert reference.form != "network-path"


def test_a_network_path_is_all_but_the_scheme() -> None:
    target = URI("http://h/a?q")
    assert target.relative_to("http://h/a?q", form="network-path") == "//h/a?q"
    assert target.relative_to("http://i/", form="network-path") == "//h/a?q"
    assert target.relative_to("http:/a", form="network-path") == "//h/a?q"
    for other, base in (("http://h/", "https://h/"), ("urn:a", "urn:b")):
        with pytest.raises(ValueError, match="^no network-path reference leads"):
            URI(other).relative_to(base, form="network-path")


@given(iris(), iris())
def test_whatever_the_form_it_leads_to_the_target(target: str, base: str) -> None:
    forms: Any = {
        "path": "relative-path", "absolute-path": "absolute-path", "network-path": "network-path"
    }  # fmt: skip
    for name, form in forms.items():
        for onto in (base, target):
            try:
                reference = IRI(target).relative_to(onto, form=name)
            except ValueError:
                continue
            assert IRI(onto).resolve(reference) == target
            assert reference.form == form


def test_a_form_is_one_of_three() -> None:
    unknown: Any
    for unknown in ("relative-path", "", "\ud800"):
        with pytest.raises(ValueError, match="form must be 'shortest', 'path', 'absolute-path' or"):
            IRI("a:b").relative_to("a:c", form=unknown)
    for unknown in (None, 1):
        with pytest.raises(TypeError, match="form must be str"):
            IRI("a:b").relative_to("a:c", form=unknown)


@pytest.mark.parametrize(
    ("target", "base", "expected"),
    [
        ("http://h/@special", "http://h/a", "./@special"),
        ("http://h/a/@Type", "http://h/a/b", "./@Type"),
        ("urn:@id", "urn:x", "./@id"),
        ("http://h/@special?x", "http://h/a", "@special?x"),
        ("http://h/@special#x", "http://h/a", "@special#x"),
        ("http://h/@spec1al", "http://h/a", "@spec1al"),
        ("http://h/@", "http://h/a", "@"),
        ("http://h/@a/b", "http://h/c", "@a/b"),
    ],
)
def test_no_relative_reference_is_a_keyword_of_json_ld(
    target: str, base: str, expected: str
) -> None:
    """JSON-LD 1.1 reads `@` and letters as an unknown keyword, and ignores it."""
    for form in ("shortest", "path"):
        assert URI(target).relative_to(base, form=form) == expected
    assert URI(base).resolve(expected) == target
    answer = columns.relative_to(pa.array([target]), base, as_=URI)
    assert answer.to_pylist() == [expected]
    assert URI(target).relative_to(
        base, within=URI(base).resolve(".") if "//" in base else base
    ) in (expected, target)
