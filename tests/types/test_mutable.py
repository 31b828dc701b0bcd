"""References that are edited in place: each edit sets the requested parts, or changes nothing."""

import copy
import pickle
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from iriform import (
    IRI,
    URI,
    Authority,
    IRIReference,
    MutableAuthority,
    MutableIRI,
    MutableIRIReference,
    MutablePath,
    MutableURI,
    MutableURIReference,
    ParseError,
    Path,
    Segment,
    URIReference,
)
from tests.oracle.syntax import Parts, split
from tests.strategies import authorities, iri_references, segments

Edit = Callable[[Any], object]

PAIRS: dict[type[IRIReference], type[MutableIRIReference]] = {
    IRIReference: MutableIRIReference,
    IRI: MutableIRI,
    URIReference: MutableURIReference,
    URI: MutableURI,
}


def edited(text: str, edit: Edit) -> str:
    reference = MutableIRIReference(text)
    edit(reference)
    return str(reference)


def setting(name: str, value: object) -> Edit:
    *views, attribute = name.split(".")

    def edit(reference: Any) -> None:
        for view in views:
            reference = getattr(reference, view)
        setattr(reference, attribute, value)

    return edit


@pytest.mark.parametrize("part", ["path", "authority"])
def test_a_view_is_copied_and_pickled_with_its_reference(part: str) -> None:
    iri = MutableIRI("http://u@h:1/a/b")
    view = getattr(iri, part)
    others = [copy.deepcopy(view), pickle.loads(pickle.dumps(view))]
    same, before = copy.copy(view), str(view)
    iri.host, iri.path = "other", "/c"
    assert type(same) is type(view)
    assert same == view
    for other in others:
        assert (type(other), str(other)) == (type(view), before)
    both: dict[str, Any] = copy.deepcopy({"iri": iri, "path": iri.path})
    assert both["path"].is_of(both["iri"])


# --- The four types


@pytest.mark.parametrize(("frozen", "cls"), PAIRS.items())
def test_each_type_has_its_counterpart(
    frozen: type[IRIReference], cls: type[MutableIRIReference]
) -> None:
    value = frozen("s:a")
    mutable = value.mutable()

    assert type(mutable) is cls
    assert type(mutable.freeze()) is frozen
    assert mutable.freeze() == value


def test_the_lattice_is_that_of_the_frozen_types() -> None:
    for frozen, cls in PAIRS.items():
        for other, other_cls in PAIRS.items():
            assert issubclass(cls, other_cls) is issubclass(frozen, other)


def test_a_copy_of_it_is_edited_alone() -> None:
    one = MutableIRI("s:a")
    for other in (copy.copy(one), copy.deepcopy(one), MutableIRI(one), one.freeze().mutable()):
        other.path.append("b")
        assert (str(one), str(other)) == ("s:a", "s:a/b")


def test_it_pickles() -> None:
    loaded = pickle.loads(pickle.dumps(MutableURI("s:a")))

    assert (type(loaded), str(loaded)) == (MutableURI, "s:a")


def test_it_is_equal_by_content_and_not_hashable() -> None:
    iri = MutableIRI("s:a")

    assert iri == MutableIRIReference("s:a") == "s:a"
    assert iri == IRI("s:a")
    assert iri != MutableIRI("s:b")
    assert iri != 5
    for mutable in (iri, iri.path, MutableIRI("s://h").authority):
        with pytest.raises(TypeError, match="unhashable"):
            hash(mutable)


def test_repr_masks_the_password() -> None:
    iri = MutableIRI("s://u:secret@h/p")

    assert repr(iri) == "MutableIRI('s://u:***@h/p')"
    assert repr(iri.authority) == "MutableAuthority('u:***@h')"
    assert repr(iri.path) == "MutablePath('/p')"
    assert str(iri) == "s://u:secret@h/p"


@pytest.mark.parametrize("cls", PAIRS.values())
def test_only_what_the_type_can_hold(cls: type[MutableIRIReference]) -> None:
    assert issubclass(cls, MutableURIReference) is not accepts(cls, "s:é")
    assert issubclass(cls, MutableIRI) is not accepts(cls, "a")


def accepts(cls: type[MutableIRIReference], text: str) -> bool:
    try:
        cls(text)
    except ParseError:
        return False
    return True


# --- Parts: core's table is longer (`suite/edit.rs`), and the invariant below covers any edit


@pytest.mark.parametrize(
    ("text", "name", "value", "expected"),
    [
        ("s:1a:b", "scheme", None, "./1a:b"),
        ("s:/.//p", "authority", "h", "s://h//p"),
        ("s://u@h:1", "host", "[::1]", "s://u@[::1]:1"),
        ("s://h", "port", "080", "s://h:080"),
        ("", "path", "%61:b", "./%61:b"),
        ("s:a", "fragment", "é", "s:a#é"),
        ("s://u@h/p", "authority.userinfo", None, "s://h/p"),
        ("s://u@h:1/p", "authority.host", "", "s://u@:1/p"),
        ("s://h/p", "authority.port", 90, "s://h:90/p"),
    ],
)
def test_setting_a_part(text: str, name: str, value: Any, expected: str) -> None:
    assert edited(text, setting(name, value)) == expected


@pytest.mark.parametrize(
    ("text", "name", "value", "error"),
    [
        ("s:a", "authority", "h", ValueError),  # a rootless path under an authority
        ("s://h", "path", "a", ValueError),
        ("s:a", "userinfo", "u", ValueError),  # no host
        ("s:a", "port", 1, ValueError),
        ("s://h:1", "host", None, ValueError),
        ("s://h", "port", 65536, ValueError),
        ("s://h", "port", 8.0, TypeError),
        ("s://h", "path", None, TypeError),  # there is always one
        ("s://h", "authority.host", None, TypeError),  # an authority has one
        ("s://h", "host", "a@b", ParseError),  # no text gets out of its component
        ("s://h", "host", "a/b", ParseError),
        ("s://h", "authority.userinfo", "u@v", ParseError),
        ("s://h", "authority.port", "1/p", ParseError),
        ("s://h", "query", "a#b", ParseError),
        ("s://h", "scheme", "a:b", ParseError),
        ("s://h", "fragment", "a b", ParseError),
        ("s://h", "path", "/a?b", ParseError),
    ],
)
def test_what_cannot_be_set_changes_nothing(
    text: str, name: str, value: Any, error: type[Exception]
) -> None:
    reference = MutableIRIReference(text)
    with pytest.raises(error):
        setting(name, value)(reference)
    assert str(reference) == text


@pytest.mark.parametrize(
    ("mutable", "name", "value"),
    [
        (MutableIRI("s:a"), "scheme", None),  # an IRI has a scheme
        (MutableURI("s:a"), "query", "é"),
        (MutableURIReference("a"), "path", "é"),
    ],
)
def test_it_stays_what_it_is(mutable: MutableIRIReference, name: str, value: Any) -> None:
    before = str(mutable)
    with pytest.raises(ParseError):
        setattr(mutable, name, value)
    assert str(mutable) == before


def test_nothing_else_can_be_set() -> None:
    for reference in (MutableIRI("s://h"), MutableIRI("s://h").authority):
        with pytest.raises(AttributeError):
            setting("nonsense", "x")(reference)


def test_views_can_be_assigned() -> None:
    reference, other = MutableIRIReference("s://h/p"), MutableIRIReference("t://i:1/.//q")
    reference.authority = other.authority
    reference.path = other.path

    assert reference == "s://i:1/.//q"


# --- Authority: a live view


def test_an_authority_is_a_view() -> None:
    iri = MutableIRI("http://u:p@h:80/")
    authority = iri.authority
    assert authority is not None
    iri.host = "example.org"

    assert (authority.userinfo, authority.host, authority.port) == ("u:p", "example.org", 80)
    assert authority.port_text == "80"
    assert authority == "u:p@example.org:80"
    assert (type(authority.freeze()), authority.freeze()) == (Authority, "u:p@example.org:80")
    authority.userinfo = None
    authority.port = None
    authority.host = "[::1]"
    assert iri == "http://[::1]/"


def test_a_view_of_an_authority_that_is_gone() -> None:
    iri = MutableIRI("http://h/")
    authority = iri.authority
    assert authority is not None
    iri.authority = None
    for use in (
        lambda: authority.host,
        lambda: str(authority),
        lambda: setattr(authority, "port", 80),
    ):
        with pytest.raises(ValueError, match=r"^the reference no longer has an authority$"):
            use()
    assert iri == "http:/"
    iri.authority = "i"
    assert authority == "i"


# --- Path: the literal operations of a list


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("http://h/a/", lambda path: path.append("b"), "http://h/a//b"),  # literal
        ("http://h", lambda path: path.append(""), "http://h/./"),  # "/" has no segment
        ("http://h/a/b", lambda path: path.insert(99, "x"), "http://h/a/b/x"),
        ("http://h/a/b", lambda path: path.extend(path), "http://h/a/b/a/b"),
        ("http://h/a/b", lambda path: path.remove("a"), "http://h/b"),
        ("http://h/a/b/c", lambda path: path.__delitem__(slice(None, None, 2)), "http://h/b"),
        ("a", lambda path: path.insert(0, "a:b"), "./a:b/a"),
        ("./a:b/c", lambda path: path.pop(0), "c"),
        # An intended "." is not taken for a guard.
        ("./a:b", lambda path: path.insert(0, "."), "././a:b"),
        ("x//", lambda path: path.__setitem__(0, "."), "././/"),
    ],
)
def test_a_path_is_edited_as_a_list(text: str, edit: Edit, expected: str) -> None:
    assert edited(text, lambda reference: edit(reference.path)) == expected


def test_a_path_is_read_as_a_list() -> None:
    path = MutableIRI("http://h/a/b%2Fc/").path

    assert list(path) == ["a", "b%2Fc", ""]
    assert all(type(segment) is Segment for segment in path)
    assert (len(path), path[0], path[-1], path[:2]) == (3, "a", "", ["a", "b%2Fc"])
    assert "a" in path
    assert path.index("b%2Fc") == 1
    assert path.is_absolute
    assert (type(path.freeze()), path.freeze()) == (Path, "/a/b%2Fc/")


EDITS_BY_ONE_COPY: dict[str, Edit] = {
    "append": lambda iri: iri.path.append("x"),
    "authority": setting("authority", "u@i:2"),
    "authority.host": setting("authority.host", "i"),
    "authority.port": setting("authority.port", 2),
    "authority.userinfo": setting("authority.userinfo", "u"),
    "clear": lambda iri: iri.path.clear(),
    "del [-1]": lambda iri: iri.path.__delitem__(-1),
    "del [5]": lambda iri: iri.path.__delitem__(5),
    "del [5:-5]": lambda iri: iri.path.__delitem__(slice(5, -5)),
    "extend": lambda iri: iri.path.extend(["x", "y"]),
    "fragment": setting("fragment", "f"),
    "host": setting("host", "i"),
    "insert first": lambda iri: iri.path.insert(0, "x"),
    "insert last": lambda iri: iri.path.insert(-1, "x"),
    "join": lambda iri: iri.path.join("../x"),
    "normalize": lambda iri: iri.path.normalize(),
    "path": lambda iri: setattr(iri, "path", iri.freeze().path),
    "pop": lambda iri: iri.path.pop(),
    "pop first": lambda iri: iri.path.pop(0),
    "port": setting("port", 2),
    "push": lambda iri: iri.path.push("x"),
    "query": setting("query", "q"),
    "resolve_against": lambda iri: iri.resolve_against("http://h/a"),
    "scheme": setting("scheme", "s"),
    "set [-1]": lambda iri: iri.path.__setitem__(-1, "x"),
    "set [5:7]": lambda iri: iri.path.__setitem__(slice(5, 7), ["x", "y", "z"]),
    "up": lambda iri: iri.path.up(),
    "userinfo": setting("userinfo", "u"),
}
"""Edits that need not read the remaining segments."""
EDITS_BY_A_LIST: dict[str, Edit] = {
    "del [::2]": lambda iri: iri.path.__delitem__(slice(None, None, 2)),
    "extend by itself": lambda iri: iri.path.extend(iri.path),
    "+= itself": lambda iri: iri.path.__iadd__(iri.path),
    "remove": lambda iri: iri.path.remove("99"),
    "reverse": lambda iri: iri.path.reverse(),
    "set [::2]": lambda iri: iri.path.__setitem__(slice(None, 4, 2), ["x", "y"]),
}
"""Edits that read each segment."""


def test_every_edit_is_counted() -> None:
    names = {
        name
        for kind in (MutableIRIReference, MutableAuthority, MutablePath)
        for name, member in vars(kind).items()
        if hasattr(getattr(member, "fset", member), "__wrapped__")
    }
    asked = {name.split(".")[-1].split()[0] for name in EDITS_BY_ONE_COPY | EDITS_BY_A_LIST}
    assert names - asked == {"__delitem__", "__setitem__"}  # by "del" and "set"


def cost(edit: Edit, segments: int) -> tuple[int, int]:
    """Count the calls that an edit makes, and the peak size of its objects in bytes."""
    text = "http://h:1/" + "/".join(str(i) for i in range(10, 10 + segments))
    edit(MutableIRI("http://h:1/" + "/".join(["99"] * 20)))  # for objects made once
    reference = MutableIRI(text)
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        edit(reference)
    finally:
        sys.setprofile(None)
    reference = MutableIRI(text)
    tracemalloc.start()
    try:
        edit(reference)
        return calls, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", EDITS_BY_ONE_COPY | EDITS_BY_A_LIST)
def test_an_edit_takes_as_many_steps_whatever_the_length(name: str) -> None:
    """Steps are counted because times differ between machines."""
    edit = (EDITS_BY_ONE_COPY | EDITS_BY_A_LIST)[name]
    (calls, short), (twice, long) = cost(edit, 2_000), cost(edit, 4_000)

    assert calls == twice
    # A segment takes five bytes as text, and fifty more as an object.
    assert long - short <= (15 if name in EDITS_BY_ONE_COPY else 400) * 2_000


def test_a_path_is_found_and_counted_as_a_list_is() -> None:
    path, plain = MutableIRI("http://h/a/b/a//a").path, ["a", "b", "a", "", "a"]

    for value in ("a", "b", "", "c", None, 5):
        assert (value in path, path.count(value)) == (value in plain, plain.count(value))  # type: ignore[arg-type]
        for bounds in [(), (1,), (-2,), (1, 2), (3, -1), (0, 99), (5, 2)]:
            found = []
            for sequence in (path, plain):
                try:
                    found.append(sequence.index(value, *bounds))  # type: ignore[arg-type]
                except ValueError:
                    found.append(-1)
            assert found[0] == found[1]
    assert list(reversed(path)) == plain[::-1]
    assert path.index("a", 1, None) == 2


def test_a_path_may_be_edited_while_it_is_read() -> None:
    """Iteration yields the segments that were present at its start."""
    reference = MutableIRI("http://h/a/b/c")
    for segment in reference.path:
        reference.path.append(segment)
    assert reference == "http://h/a/b/c/a/b/c"

    class Clearing:
        def __eq__(self, _: object) -> bool:
            reference.path.clear()
            return False

        __hash__ = None  # type: ignore[assignment]

    assert Clearing() not in reference.path
    assert reference == "http://h/"


def test_a_guard_is_no_segment() -> None:
    assert list(MutableIRIReference("./a:b").path) == ["a:b"]
    assert list(MutableIRIReference("s:/.//a").path) == ["", "a"]
    assert list(MutableIRIReference("s:./a:b").path) == [".", "a:b"]  # none is needed
    assert MutableIRIReference("./a:b").path == "a:b"


@pytest.mark.parametrize(
    ("text", "name", "value", "expected"),
    [
        ("/././/a", "host", "h", "//h/.//a"),
        ("//h/././/a", "authority", None, "/./././/a"),
        ("././a:b", "scheme", "s", "s:./a:b"),
        ("s:././a:b", "scheme", None, "./././a:b"),
        ("/./a", "host", "h", "//h/./a"),
        ("/.//a", "host", "h", "//h//a"),
    ],
)
def test_segments_stay_when_another_part_is_set(
    text: str, name: str, value: Any, expected: str
) -> None:
    """The scheme and the authority decide if a dot is a guard or a segment."""
    reference = MutableIRIReference(text)
    before = list(reference.path)
    setattr(reference, name, value)
    assert str(reference) == expected
    assert list(reference.path) == before


def test_a_path_is_a_view() -> None:
    iri = MutableIRI("http://h/a")
    path = iri.path
    iri.path = "/b/c"
    path += ["d"]
    iri.path += ["e"]

    assert iri == "http://h/b/c/d/e"
    assert path == "/b/c/d/e"


def test_augmented_assignment_keeps_a_literal_dot() -> None:
    reference = MutableIRIReference("./a:b")
    reference.path.insert(0, ".")
    reference.path += ["c"]  # type: ignore[operator]

    assert list(reference.path) == [".", "a:b", "c"]


@pytest.mark.parametrize(
    ("edit", "error"),
    [
        (lambda path: path.append("a/b"), ParseError),  # no segment
        (lambda path: path.append("a?b"), ParseError),
        (lambda path: path.append(5), TypeError),
        (lambda path: path.extend(["c", "d e"]), ParseError),  # all or none
        (lambda path: path.extend("cd"), TypeError),  # no string of characters
        (lambda path: path.__setitem__(slice(0, 1), "cd"), TypeError),
        (lambda path: path.__setitem__(9, "c"), IndexError),
        (lambda path: path.__delitem__(9), IndexError),
        (lambda path: path.pop(9), IndexError),
        (lambda path: path.remove("c"), ValueError),
        (lambda path: path.push("a/b"), ParseError),
        (lambda path: path.join("a b"), ParseError),
    ],
)
def test_what_cannot_be_done_changes_nothing(edit: Edit, error: type[Exception]) -> None:
    reference = MutableIRIReference("s:/a/b?q")
    with pytest.raises(error):
        edit(reference.path)
    assert str(reference) == "s:/a/b?q"


# --- Path: the operations that know what dots mean


def test_dots_are_followed() -> None:
    """Core's tests check where they lead."""
    reference = MutableIRIReference("http://h/a/b?q")
    reference.path.push("..")
    assert reference == "http://h/a/?q"
    reference.path.push("c:d")
    assert reference == "http://h/a/c:d?q"
    reference.path.up()
    assert reference == "http://h/a?q"
    reference.path.join("../b//%7e/")
    assert reference == "http://h/b//%7e/?q"
    reference.path.normalize()
    assert reference == "http://h/b//~/?q"


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("foo", lambda path: path.push(".."), "./"),  # "" would be the same document
        ("", lambda path: path.push("a:b"), "./a:b"),
        ("s:", lambda path: path.up(), "s:.."),
        ("s:/a", lambda path: path.join("//b"), "s:/.//b"),
        ("", lambda path: path.join("a:b/c"), "./a:b/c"),
        ("s:/a/..//b", lambda path: path.normalize(), "s:/.//b"),
        ("a/../b:c", lambda path: path.normalize(), "./b:c"),
    ],
)
def test_no_dots_make_something_else_of_a_path(text: str, edit: Edit, expected: str) -> None:
    assert edited(text, lambda reference: edit(reference.path)) == expected


# --- Resolution in place


def test_resolve_against() -> None:
    reference = MutableIRIReference("../é?q")
    reference.resolve_against("http://h/a/b/")

    assert reference == "http://h/a/é?q"


def test_resolve_against_what_is_no_base() -> None:
    reference = MutableIRIReference("../c")
    with pytest.raises(ParseError, match=r"^not an IRI: there is no scheme"):
        reference.resolve_against("a/b")
    assert reference == "../c"


def test_a_uri_is_not_resolved_against_an_iri() -> None:
    reference = MutableURIReference("c")
    for base in ("http://é/", IRI("http://é/")):
        with pytest.raises(ParseError):
            reference.resolve_against(base)
    assert reference == "c"


def test_resolve_against_may_be_lax() -> None:
    reference = MutableIRI("http:g")
    reference.resolve_against("http://a/b/c", strict=False)

    assert reference == "http://a/b/g"


# --- The invariant

TEXTS = segments(ascii_only=False)


class Editing(RuleBasedStateMachine):
    """After each edit the text has the requested parts, or nothing has changed.

    The model is a list of segments and four other components; the text is split by the oracle's
    regular expression, that of RFC 3986 (Appendix B).
    """

    @initialize(text=iri_references())
    def begin(self, text: str) -> None:
        self.reference = MutableIRIReference(text)
        self.expect(split(text))

    def expect(self, parts: Parts) -> None:
        self.parts = parts._replace(path="")
        self.segments = [str(segment) for segment in self.reference.path]
        self.is_absolute = self.reference.path.is_absolute

    def edit_path(self, edit: Edit) -> None:
        """Do the same to the path and to a list."""
        expected = list(self.segments)
        try:
            edit(expected)
        except IndexError:
            with pytest.raises(IndexError):
                edit(self.reference.path)
            return
        edit(self.reference.path)
        self.segments = expected
        if expected and self.parts.authority is not None:
            self.is_absolute = True

    @rule(segment=TEXTS)
    def append(self, segment: str) -> None:
        self.edit_path(lambda path: path.append(segment))

    @rule(index=st.integers(-3, 3), segment=TEXTS)
    def insert(self, index: int, segment: str) -> None:
        self.edit_path(lambda path: path.insert(index, segment))

    @rule(index=st.integers(-3, 3), segment=TEXTS)
    def replace_segment(self, index: int, segment: str) -> None:
        self.edit_path(lambda path: path.__setitem__(index, segment))

    @rule(part=st.slices(4), texts=st.lists(TEXTS, max_size=3))
    def replace_slice(self, part: slice, texts: list[str]) -> None:
        if part.step in {None, 1}:
            self.edit_path(lambda path: path.__setitem__(part, texts))

    @rule(index=st.integers(-3, 3))
    def pop(self, index: int) -> None:
        self.edit_path(lambda path: path.pop(index))

    @rule(part=st.slices(4))
    def delete_slice(self, part: slice) -> None:
        self.edit_path(lambda path: path.__delitem__(part))

    @rule()
    def reverse(self) -> None:
        self.edit_path(lambda path: path.reverse())

    @rule()
    def clear(self) -> None:
        self.edit_path(lambda path: path.clear())

    @rule(segment=TEXTS)
    def push(self, segment: str) -> None:
        self.reference.path.push(segment)
        self.expect(self.parts)

    @rule()
    def up(self) -> None:
        self.reference.path.up()
        self.expect(self.parts)

    @rule(scheme=st.sampled_from([None, "s", "http"]))
    def set_scheme(self, scheme: str | None) -> None:
        self.reference.scheme = scheme
        self.expect(self.parts._replace(scheme=scheme))

    @rule(authority=st.none() | authorities(ascii_only=False))
    def set_authority(self, authority: str | None) -> None:
        if authority is not None and self.segments and not self.is_absolute:
            with pytest.raises(ValueError, match=r"^after an authority the path must be empty"):
                self.reference.authority = authority
            return
        self.reference.authority = authority
        self.expect(self.parts._replace(authority=authority))

    @rule(other=iri_references())
    def set_path(self, other: str) -> None:
        path = split(other).path
        if self.parts.authority is not None and path and not path.startswith("/"):
            with pytest.raises(ValueError, match=r"^after an authority the path must be empty"):
                self.reference.path = path
            return
        self.reference.path = path
        assert split(str(self.reference)).path in {path, f"./{path}", f"/.{path}"}
        self.expect(self.parts)

    @rule(query=st.sampled_from([None, "", "q", "a=é"]))
    def set_query(self, query: str | None) -> None:
        self.reference.query = query
        self.expect(self.parts._replace(query=query))

    @rule(fragment=st.sampled_from([None, "", "f", "é/?"]))
    def set_fragment(self, fragment: str | None) -> None:
        self.reference.fragment = fragment
        self.expect(self.parts._replace(fragment=fragment))

    @invariant()
    def the_text_is_what_was_asked_for(self) -> None:
        text = str(self.reference)
        assert IRIReference.is_valid(text)
        assert split(text)._replace(path="") == self.parts
        assert list(MutableIRIReference(text).path) == self.segments
        assert self.reference.path.is_absolute is self.is_absolute
        assert type(self.reference.freeze()) is IRIReference


TestEditing = Editing.TestCase
