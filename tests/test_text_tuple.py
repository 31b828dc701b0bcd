"""Tuples of pieces: made from pieces, by position or name, and never from a text."""

import copy
import inspect
import pickle
from typing import Any

import pytest

from iriform import IRI, URN, Data, Parts

PIECES = {
    "parts": (Parts, IRI("http://example.org/?a#b").parts),
    "urn": (URN, IRI("urn:example:weather?=op=map#north").urn),
    "data": (Data, IRI("data:,A%20brief%20note").data),
}


@pytest.mark.parametrize("name", PIECES)
def test_a_text_is_refused_with_the_name_of_what_takes_it_apart(name: str) -> None:
    cls: Any
    cls, _ = PIECES[name]
    with pytest.raises(TypeError, match=rf"^{cls.__name__} is made from .*: IRI\(text\)\.{name} "):
        cls("http://example.org/")
    with pytest.raises(TypeError, match="missing"):
        cls()
    with pytest.raises(TypeError, match="missing"):
        cls("a", "b")


@pytest.mark.parametrize("name", PIECES)
def test_pieces_make_the_same_again(name: str) -> None:
    cls: Any
    given: Any
    cls, given = PIECES[name]
    made = [
        cls(*given),
        cls(**given._asdict()),
        cls._make(given),
        given._replace(),
        copy.deepcopy(given),
        pickle.loads(pickle.dumps(given)),
    ]
    assert all(type(one) is cls and one == given for one in made)
    assert [*inspect.signature(cls).parameters] == [*given._fields]
