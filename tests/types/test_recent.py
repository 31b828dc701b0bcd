"""Recurring components are one object, and the right one; so are names in calls."""

import gc
import sys
import sysconfig
from contextlib import AbstractContextManager, nullcontext

import pytest

from iriform import IRI, Authority, Host, IRIReference, ParseError, Scheme

HAS_TABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")

# The same length, and the same first and last eight characters; the last two have wider storage.
ALIKE = [f"example-{middle}.example.org" for middle in ("1", "2", "é", "例", "😀")]


def again(times: int, iri: IRIReference, name: str = "host") -> object:
    """Read a component after it has already been read this number of times."""
    for _ in range(times):
        getattr(iri, name)
    return getattr(iri, name)


@pytest.mark.parametrize("times", range(8))
def test_hosts_that_look_alike_are_not_taken_for_each_other(times: int) -> None:
    for host in ALIKE * 2:
        for text in (f"http://{host}/a", f"http://{host}/é", f"http://{host}/道", f"//{host}?😀"):
            assert again(times, IRIReference(text)) == host


@pytest.mark.parametrize("times", range(8))
def test_the_same_text_has_the_type_of_its_component(times: int) -> None:
    iri = IRI("example.org://example.org/")
    for name, kind in 3 * [("host", Host), ("authority", Authority), ("scheme", Scheme)]:
        component = again(times, iri, name)
        assert (type(component), component) == (kind, "example.org")


@pytest.mark.parametrize("length", [0, 1, 3, 4, 7, 8, 9, 63, 64, 65, 200])
def test_texts_of_every_length(length: int) -> None:
    for letter in "ab" * 10:
        iri = IRI(f"x://{letter * length}/")
        assert again(5, iri) == letter * length


def test_a_subclass_of_the_reference_gives_the_same() -> None:
    class Link(IRI):
        pass

    for _ in range(8):
        assert type(Link("http://www.example.org/a").host) is Host
        assert Link("http://www.example.org/a").host == IRI("http://www.example.org/b").host


@pytest.mark.skipif(not HAS_TABLE, reason="without the GIL nothing is kept")
def test_what_is_met_often_is_one_object() -> None:
    host = again(8, IRI("http://www.example.org/a"))
    assert IRI("http://www.example.org/é").host is host
    scheme = again(8, IRI("http://www.example.org/a"), "scheme")
    assert IRI("http://other.example/").scheme is scheme


@pytest.mark.parametrize("times", [1, 8])
def test_few_are_kept(times: int) -> None:
    gc.collect()
    before = sys.getrefcount(Host)
    for i in range(20_000):
        again(times, IRI(f"http://{i}.example.org/"))
    # Each instance counts as a reference to its type.
    assert sys.getrefcount(Host) - before <= (64 if times > 3 and HAS_TABLE else 0)


def test_a_name_is_valid_only_as_what_it_was_found_to_be() -> None:
    iri = IRI("http://www.example.org/")
    for _ in range(3):
        for name in ("www.example.org", "a_b", "*.example.org", "1a", "é"):
            assert iri.host_matches(name) == (name == iri.host)
            with raises_for_scheme(name):
                assert not iri.has_scheme(name)
        with pytest.raises(ValueError, match="pattern"):
            iri.host_is_within("*.example.org")
        assert iri.has_scheme("http")
        with pytest.raises(ParseError):
            iri.host_matches("http:")


def raises_for_scheme(name: str) -> AbstractContextManager[object]:
    """Expect an error unless the text is also a scheme."""
    return nullcontext() if Scheme.is_valid(name) else pytest.raises(ParseError)


def test_names_that_are_made_for_one_call() -> None:
    iri = IRI("a7://n7.example.org/")
    for i in range(5_000):
        assert iri.has_scheme(f"A{i}") == (i == 7)
        assert iri.host_matches(f"n{i}.example.org") == (i == 7)
        assert iri.host_is_within(f"N{i}.example.org", f"e{i}") == (i == 7)


@pytest.mark.skipif(not HAS_TABLE, reason="without the GIL nothing is kept")
def test_few_names_are_kept() -> None:
    iri = IRI("http://www.example.org/")
    names = [f"n{i}.example.org" for i in range(20_000)]
    before = sum(map(sys.getrefcount, names))
    iri.host_is_within(*names)
    assert 0 < sum(map(sys.getrefcount, names)) - before <= 64
    long = "n" * 65
    before = sys.getrefcount(long)
    iri.host_matches(long)
    assert sys.getrefcount(long) == before
