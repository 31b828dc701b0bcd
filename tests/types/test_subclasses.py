"""Subclasses, metaclasses and namespaces of users: no instance has a text that its type forbids.

Code that rewrites the bases of its own subclass of `IRIReference` can make it claim to be a `URI`;
the library's results are still right.
"""

from __future__ import annotations

import copy
import enum
import pickle
from typing import TYPE_CHECKING, Any

import pytest

from iriform import IRI, URI, Host, IRIReference, ParseError, Path, Query, Scheme, URIReference
from tests.invariant import BAD, NAMES, TEXT, TYPES, refused

if TYPE_CHECKING:
    from typing_extensions import Self


class Slotted(IRI):
    __slots__ = ("note",)
    note: str


class Attributed(URI):
    note: str


class Overriding(IRI):
    def __new__(cls, text: str, note: str = "") -> Self:
        self = super().__new__(cls, text.strip())
        self.note = note
        return self

    note: str


class Colour(IRI, enum.Enum):
    RED = "urn:red"
    BLUE = "urn:blue"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_subclasses_with_attributes(protocol: int) -> None:
    for cls in (Slotted, Attributed, Overriding):
        instance = cls("a:b")
        instance.note = "kept"
        for made in (
            pickle.loads(pickle.dumps(instance, protocol)),
            copy.copy(instance),
            copy.deepcopy(instance),
        ):
            assert (type(made), made, made.note) == (cls, "a:b", "kept")
        with refused(ParseError):
            cls(BAD)
        assert type(IRI(instance)) is IRI
        assert type(instance.path) is Path
        assert repr(instance) == f"{cls.__name__}('a:b')"
        assert cls(instance) is not instance


def test_subclasses_are_checked_whatever_they_override() -> None:
    assert Overriding("  a:b ") == "a:b"

    class Around(IRI):
        def __new__(cls, text: str) -> Self:
            return str.__new__(cls, text)

    class Init(IRI):
        def __init__(self, text: str) -> None:
            self.text = text

    class Str(IRI):
        def __str__(self) -> str:
            return BAD

    with refused():
        Around("a:b")
    with refused(ParseError):
        Init(BAD)
    assert Init("a:b").text == "a:b"
    assert type(IRI(Str("a:b"))) is IRI
    assert "".join(IRI(Str("a:b"))) == "a:b"


def test_enums_of_ours() -> None:
    assert Colour("urn:red") is Colour.RED
    assert Colour.RED.path == "red"
    assert str.__eq__(Colour.RED, "urn:red")
    with refused(ParseError):
        enum.Enum("Bad", [("BAD", BAD)], type=IRI)


class Silent:
    """A base that prevents `__init_subclass__` of the bases after it from running."""

    def __init_subclass__(cls, **_: object) -> None:
        pass


class Making(str):
    """A string whose own constructor accepts any text."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        return str.__new__(cls, text)


class Kept(str):  # noqa: SLOT000 - with a dict, as a class that derives from one of ours has it
    def __new__(cls, text: str) -> Self:
        return str.__new__(cls, text)


class Chosen(type):
    """A metaclass whose classes claim to derive from the classes in `bases`."""

    bases: tuple[type, ...] = ()

    def mro(cls) -> list[type]:
        first, *others = super().mro()
        return [first, *Chosen.bases, *(c for c in others if c not in Chosen.bases)]


class Caller(type):
    """A metaclass that makes instances without calling the class."""

    def __call__(cls, text: str) -> Any:
        return str.__new__(cls, text)  # type: ignore[arg-type]


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("bases", [(Making,), (Kept,), (Silent, Making), (Silent, Kept)])
def test_no_constructor_of_another_base_makes_one(t: Any, bases: tuple[type, ...]) -> None:
    mixed: Any = type("Mixed", (*bases, t), {})
    with refused(TypeError):
        mixed(BAD)
    makers: list[Any] = [str.__new__, object.__new__, Making.__new__, Kept.__new__]
    for make in makers:
        with refused(TypeError):
            make(mixed, BAD)


def no_init(_: object, text: str) -> None:
    assert text == BAD


def bare_object(cls: type, _: str) -> object:
    return object.__new__(cls)


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize(
    "namespace",
    [
        {"__new__": str.__new__},
        {"__new__": staticmethod(str.__new__)},
        {"__new__": bare_object},
        {"__new__": object.__new__},
        {"__init__": no_init},
        {"__class_getitem__": classmethod(str.__new__)},
    ],
    ids=["str", "static", "bare", "object", "init", "item"],
)
def test_no_namespace_makes_one(t: Any, namespace: dict[str, Any]) -> None:
    mine: Any = type("Mine", (t,), namespace)
    with refused(TypeError, ParseError):
        mine(BAD)
    with refused(TypeError):
        mine[BAD]


class Text(str):  # noqa: SLOT000 - with a dict, as a class that derives from one of ours has it
    pass


@pytest.mark.parametrize("t", TYPES)
def test_no_metaclass_makes_one(t: Any) -> None:
    with refused(TypeError):
        Caller("Mine", (t,), {})(BAD)
    with refused(ParseError):
        type.__call__(t, BAD)
    with refused(ParseError):
        type.__call__(type("Mine", (t,), {}), BAD)


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("__reduce_ex__", lambda self, _: (str.__new__, (type(self), BAD))),
        ("__reduce_ex__", lambda self, _: (object.__new__, (type(self),))),
        ("__reduce__", lambda self: (type(self), (BAD,))),
        ("__getnewargs__", lambda _: (BAD,)),
        ("__getnewargs_ex__", lambda _: ((BAD,), {})),
    ],
)
def test_no_copy_makes_one(t: Any, name: str, answer: Any) -> None:
    mine: Any = type("Mine", (t,), {name: answer})
    if name == "__reduce__":
        mine.__reduce_ex__ = lambda self, _: self.__reduce__()
    for again in (copy.copy, copy.deepcopy):
        with refused(TypeError, ParseError):
            again(mine(TEXT[t]))


class Derived(IRI):
    pass


@pytest.mark.parametrize(
    "bases",
    [(Query, IRI), (Scheme, Host), (IRI, Path), (Silent, Query, IRI), (Silent, IRI, Host)],
    ids=str,
)
def test_no_class_derives_from_two_components(bases: tuple[type, ...]) -> None:
    with pytest.raises(TypeError, match="lay-out conflict"):
        type("Mixed", bases, {})


@pytest.mark.parametrize(
    "bases", [(IRI, URIReference), (URIReference, IRI), (Silent, URIReference, IRI)], ids=str
)
def test_what_is_both_and_no_uri_is_refused(bases: tuple[type, ...]) -> None:
    mixed: Any = type("Mixed", bases, {})
    with pytest.raises(TypeError, match="derive it from URI"):
        mixed("a:b")
    with pytest.raises(TypeError, match="derive it from URI"):
        mixed.build(scheme="a")


@pytest.mark.parametrize(
    "bases", [(Derived, URI), (Slotted, URI), (Silent, Derived, URI), (URI, Derived)], ids=str
)
def test_the_narrowest_of_the_bases_says_what_is_valid(bases: tuple[type, ...]) -> None:
    mixed: Any = type("Mixed", bases, {})
    with refused(ParseError):
        mixed("a:é")
    assert type(mixed("a:b").resolve("c")) is URI


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("base", [str, Making, Kept, *TYPES])
def test_no_metaclass_names_a_base_that_is_none(base: Any, t: Any) -> None:
    if issubclass(base, t) or (issubclass(t, IRIReference) and issubclass(base, IRIReference)):
        return
    Chosen.bases = t.__mro__[: t.__mro__.index(str)]
    try:
        with pytest.raises(TypeError, match="layout"):
            Chosen("Mine", (base,), {})
    finally:
        Chosen.bases = ()


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("base", [Text, Making, Kept])
def test_no_class_of_a_user_becomes_one(t: Any, base: Any) -> None:
    derived: Any = type("Derived", (base,), {})
    mixed: Any = type("Mixed", (Silent, base, t), {})
    with refused():
        derived.__bases__ = (t,)
    with refused():
        derived.__bases__ = (mixed,)
    for text in (base(BAD), derived(BAD)):
        with refused():
            text.__class__ = mixed
        assert not isinstance(text, t)


@pytest.mark.parametrize("t", [t for t in TYPES if not issubclass(t, IRIReference)])
@pytest.mark.parametrize("other", [t for t in TYPES if not issubclass(t, IRIReference)])
def test_no_component_becomes_another(t: Any, other: Any) -> None:
    if t is other:
        return
    mine: Any = type("Mine", (t,), {})
    with refused():
        mine.__bases__ = (other,)
    with refused():
        mine("a").__class__ = type("Mine", (other,), {})


def claimed_by_bases() -> Any:
    class Mine(IRIReference):
        pass

    mine = Mine("relativé")
    Mine.__bases__ = (URI,)
    return mine


def claimed_by_class() -> Any:
    class Mine(IRIReference):
        pass

    mine: Any = Mine("relativé")
    mine.__class__ = type("Both", (Mine, URI), {})
    return mine


def claimed_by_mro() -> Any:
    mine: Any = Chosen("Mine", (IRIReference,), {})
    instance = mine("relativé")
    Chosen.bases = (URI, IRI, URIReference)
    try:
        mine.__bases__ = mine.__bases__
    finally:
        Chosen.bases = ()
    return instance


@pytest.mark.parametrize("claimed", [claimed_by_bases, claimed_by_class, claimed_by_mro])
def test_what_a_rewritten_class_claims_is_checked_where_it_matters(claimed: Any) -> None:
    """The false claim is the user's; operations on it give a right result or raise."""
    liar = claimed()
    assert isinstance(liar, URI)
    assert repr(liar).endswith("('relativé')")

    for name in NAMES[URI]:
        try:
            value = getattr(liar, name)
        except ParseError:
            continue
        arguments: list[Any] = [(), ("http://h/",), ("x",)] if callable(value) else []
        made = [value]
        for given in arguments:
            try:
                made.append(value(*given))
            except (ParseError, TypeError, ValueError, UnicodeError):
                continue
        for answer in made:
            assert type(answer) not in TYPES or type(answer).is_valid(str(answer)), name
    operations: list[Any] = [
        liar.normalize,
        liar.to_uri,
        liar.mutable,
        lambda: liar.resolve("x"),
        lambda: liar / "x",
        lambda: liar.directory,
        lambda: liar.with_parts(query="x"),
        lambda: IRI("http://h/").relative_to(liar),
        lambda: IRI("http://h/").without_prefix(liar),
        lambda: IRIReference("x").is_same_document(liar),
        lambda: URI(liar),
    ]
    for operation in operations:
        with refused(ParseError):
            operation()


def test_bases_that_are_checked_are_allowed() -> None:
    class Mixin:
        pass

    class Bare(IRI):
        __slots__ = ()

    for bases in [
        (URI, Bare), (Bare, URI), (IRI, Text), (Text, IRI), (Mixin, IRI), (Overriding, Mixin),
        (Text, Overriding), (Attributed,),
    ]:  # fmt: skip
        mixed: Any = type("Mixed", bases, {})
        assert mixed("a:b") == "a:b"
        with refused(ParseError):
            mixed(BAD)
        with refused(TypeError):
            str.__new__(mixed, BAD)


def test_init_subclass_is_passed_on() -> None:
    seen = []

    class Registered:
        def __init_subclass__(cls, *, name: str, **keywords: Any) -> None:
            super().__init_subclass__(**keywords)
            seen.append((cls.__name__, name))

    class Named(IRI, Registered, name="x"):
        pass

    class More(Named, name="y"):
        pass

    assert seen == [("Named", "x"), ("More", "y")]
    assert More("a:b") == "a:b"
    with refused():
        type("Odd", (IRI,), {}, unknown=1)
