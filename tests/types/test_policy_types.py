"""Classes with a policy or with their own constructor: `is_valid` decides what they accept."""

from __future__ import annotations

import copy
import enum
import gc
import pickle
import threading
import types
from typing import TYPE_CHECKING, Annotated, Any

import pyarrow as pa
import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from iriform import (
    HTTPSURI,
    HTTPURI,
    IRI,
    URI,
    Host,
    IRIReference,
    ParseError,
    Policy,
    PolicyError,
    columns,
)
from tests.errors import error_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Self

CALLBACKS = Policy(schemes={"https"}, hosts={"example.org", "*.example.org"}, fragment=False)
SHORT = Policy(max_length=30, addresses="any", profile="none")


class Callback(URI, policy=CALLBACKS):
    """A redirect URI of one of our clients."""


class ShortCallback(Callback, policy=SHORT):
    """A type to which both policies apply."""


class Plain(Callback):
    """A type to which the policy of its base applies."""


class Link(IRIReference, policy=Policy(production="IRI-reference", query=False)):
    """A type that accepts the empty text."""


def refused(cls: Any, text: str) -> list[str]:
    """Return the codes of an error, and check that every constructor refuses the text."""
    with pytest.raises(PolicyError) as caught:
        cls(text)
    makes: list[Callable[[], Any]] = [
        lambda: cls.from_bytes(text.encode(), "ascii"),
        lambda: cls.__new__(cls, text),
        lambda: URI.__new__(cls, text),
    ]
    for make in makes:
        with pytest.raises(PolicyError):
            make()
    assert not cls.is_valid(text)
    assert not cls.is_valid(text.encode())
    return [finding.code for finding in caught.value.refusals]


@pytest.mark.parametrize("cls", [Callback, ShortCallback, Plain])
def test_what_is_allowed(cls: Any) -> None:
    value = cls("https://example.org/cb")

    assert (type(value), value) == (cls, "https://example.org/cb")
    assert cls.is_valid(value)
    assert cls.is_valid(b"https://www.example.org/")
    for made in (
        copy.copy(value),
        copy.deepcopy(value),
        pickle.loads(pickle.dumps(value)),
        cls(value),
    ):
        assert (type(made), made) == (cls, value)
    # Another path may be refused, so operations return the base class.
    assert type(value.normalize()) is type(value.with_parts(fragment="a")) is URI


@pytest.mark.parametrize("cls", [Callback, ShortCallback, Plain])
def test_what_is_refused(cls: Any) -> None:
    assert refused(cls, "https://example.org/#x") == ["fragment-not-allowed"]
    assert refused(cls, "http://example.com/") == ["scheme-not-allowed", "host-not-allowed"]
    for text in ("https://é.example.org/", "a b", "/a", ""):
        caught = error_of(cls, text)
        assert not isinstance(caught, PolicyError)
        assert not cls.is_valid(text)


def test_policies_of_base_classes_hold() -> None:
    assert Callback.policies == Plain.policies == (CALLBACKS,)
    assert ShortCallback.policies == (CALLBACKS, SHORT)
    assert IRI.policies == ()
    assert refused(ShortCallback, "https://example.org/abcdefghijkl") == ["too-long"]

    class Both(Plain, HTTPURI):
        pass

    assert Both.policies == (CALLBACKS, *HTTPURI.policies)
    assert refused(Both, "https://example.com/") == ["host-not-allowed"]


def test_the_empty_text() -> None:
    assert Link() == ""

    class Some(IRIReference, policy=Policy(hosts={"*"}, production="IRI-reference")):
        pass

    with pytest.raises(PolicyError, match="no-host"):
        Some()


def test_a_pickle_is_checked_again() -> None:
    value = pickle.dumps(Callback("https://example.org/cb"))
    with pytest.raises(PolicyError):
        pickle.loads(value.replace(b"example.org", b"example.com"))


@pytest.mark.parametrize("policy", ["web", 5, {"schemes": ["https"]}, Policy])
def test_what_is_no_policy(policy: Any) -> None:
    with pytest.raises(TypeError, match="^policy must be a Policy, not "):

        class Odd(URI, policy=policy):
            pass


def test_what_has_no_policy() -> None:
    with pytest.raises(TypeError):

        class OwnHost(Host, policy=CALLBACKS):  # type: ignore[call-arg]
            pass

    with pytest.raises(TypeError, match="a type of iriform has no policy"):
        IRI.__init_subclass__(policy=CALLBACKS)
    assert IRI.policies == ()
    with pytest.raises(TypeError):
        IRI.policies = (CALLBACKS,)


def test_a_tuple_that_was_replaced_changes_nothing() -> None:
    class Mine(URI, policy=CALLBACKS):
        pass

    for odd in (None, [CALLBACKS], (5,)):
        Mine.policies = odd  # type: ignore[assignment]
        assert Mine("https://example.org/") == "https://example.org/"
        assert not Mine.is_valid("https://evil.example/")


class Own(IRI):
    def __new__(cls, text: str) -> Self:
        self = super().__new__(cls, text)
        if not self.has_scheme("urn"):
            raise ValueError("the scheme must be urn")
        return self


class Init(IRI):
    def __init__(self, text: str) -> None:
        if not text.startswith("urn:"):
            raise ValueError("the scheme must be urn")


class Meta(type):
    def __call__(cls, text: str) -> Any:
        if not text.startswith("urn:"):
            raise ValueError("the scheme must be urn")
        return super().__call__(text)


class Called(IRI, metaclass=Meta):
    pass


class Asking(IRI):
    """A type whose constructor calls `is_valid`."""

    def __new__(cls, text: str) -> Self:
        if not cls.is_valid(text) or not text.startswith("urn:"):
            raise ValueError("the scheme must be urn")
        return super().__new__(cls, text)


class Overriding(IRI):
    """A type that calls the inherited `is_valid`."""

    def __new__(cls, text: str) -> Self:
        if not cls.is_valid(text):
            raise ValueError("the scheme must be urn")
        return super().__new__(cls, text)

    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        return super().is_valid(text) and text.startswith("urn:")  # type: ignore[arg-type]


class Colour(IRI, enum.Enum):
    RED = "urn:red"


@pytest.mark.parametrize("cls", [Own, Init, Called, Asking, Overriding, Colour])
def test_is_valid_says_what_the_constructor_takes(cls: Any) -> None:
    for text in ("urn:red", "http://h/", "urn:a b", "urn:blue"):
        try:
            cls(text)
        except ValueError:
            assert not cls.is_valid(text)
        else:
            assert cls.is_valid(text)
    assert IRI.is_valid("http://h/")


def test_a_constructor_that_is_added_later_is_asked() -> None:
    class Late(IRI):
        pass

    assert Late.is_valid("http://h/")

    def made(_cls: Any, text: str) -> Any:
        raise ValueError(text)

    Late.__new__ = made  # type: ignore[method-assign, assignment]
    assert not Late.is_valid("http://h/")


def test_another_error_is_not_hidden() -> None:
    class Two(IRI):
        def __new__(cls, text: str, more: str) -> Self:
            return super().__new__(cls, text + more)

    with pytest.raises(TypeError):
        Two.is_valid("a:")


def test_threads_ask_constructors_at_once() -> None:
    answers: list[list[bool]] = []

    def ask() -> None:
        answers.append([Asking.is_valid(text) for text in ["urn:a", "http://h/"] * 200])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [[True, False] * 200] * 4


def test_columns_refuse_a_constructor_that_they_do_not_call() -> None:
    import pyarrow as pa

    with pytest.raises(TypeError, match="Own has a constructor of its own, which columns do not"):
        columns.is_valid(pa.array(["urn:a"]), as_=Own)


def test_https() -> None:
    assert type(HTTPSURI("HTTPS://example.org")) is HTTPSURI
    assert refused(HTTPSURI, "http://example.org/") == ["scheme-not-allowed"]
    with pytest.raises(PolicyError, match="the scheme “javascript” is not allowed; allowed: https"):
        HTTPSURI("javascript:alert(1)")
    with pytest.raises(ParseError, match="the host must not be empty"):
        HTTPSURI("https:///a")
    assert refused(HTTPURI, "http://1.2.3.4.5/") == ["no-host"]


class Client(BaseModel):
    callback: Callback
    other: Annotated[URI, CALLBACKS] | None = None
    text: Annotated[str, SHORT] = ""


def test_pydantic() -> None:
    text = "https://example.org/cb"
    client = Client(callback=text, other=text)  # type: ignore[arg-type]
    assert (type(client.callback), type(client.other)) == (Callback, URI)
    assert Client.model_validate_json(client.model_dump_json(exclude={"text"})) == client

    with pytest.raises(ValidationError) as caught:
        Client.model_validate(
            {
                "callback": "https://anna:SeCrEt@example.org/cb#x",
                "other": "https://anna:SeCrEt@example.com/",
                "text": "s://h/SeCrEt-and-too-long-for-it",
            }
        )
    errors = caught.value.errors(include_input=False, include_url=False)
    assert [error["ctx"]["refusals"] for error in errors] == [
        ["userinfo-not-allowed", "fragment-not-allowed", "password"],
        ["host-not-allowed", "userinfo-not-allowed", "password"],
        ["too-long"],
    ]
    assert errors[0]["msg"] == "a user name or password before the host is not allowed"
    assert "SeCrEt" not in str(errors)
    with pytest.raises(ValidationError, match="there is no scheme"):
        TypeAdapter(Annotated[str, SHORT]).validate_python("a")


def test_json_schema_says_what_it_can() -> None:
    of = TypeAdapter(ShortCallback).json_schema()
    pattern = "^(?:[hH][tT][tT][pP][sS])://[^/?#@]+(?:/[^?#]*)?(?:[?][^#]*)?$"
    assert of == {"type": "string", "format": "uri", "pattern": pattern, "maxLength": 30}
    annotated = TypeAdapter(Annotated[URI, CALLBACKS]).json_schema()
    assert annotated == {"type": "string", "format": "uri", "pattern": pattern}

    class Web(HTTPURI, policy=CALLBACKS):
        pass

    two = TypeAdapter(Web).json_schema()
    assert (len(two["allOf"]), two["allOf"][0]) == (1, {"pattern": pattern})


HTTPS = Policy(schemes={"https"}, profile="none")


def test_no_attribute_turns_a_policy_off() -> None:
    class Callback(URI, policy=HTTPS):
        pass

    class Below(Callback):
        pass

    for cls in (Callback, Below):
        for wrong in ((), (Policy(profile="none"),), None, "x"):
            cls.policies = wrong  # type: ignore[assignment]
            assert not cls.is_valid("http://example.org/")
            with pytest.raises(PolicyError):
                cls("http://example.org/")
            answer = columns.is_valid(pa.array(["http://a/", "https://a/"]), as_=cls)
            assert pa.array(answer).to_pylist() == [False, True]
        del cls.policies
        with pytest.raises(PolicyError):
            cls("http://example.org/")
    assert Callback("https://example.org/") == "https://example.org/"

    class Later(Callback):
        """Defined after the attribute of its base has changed."""

    with pytest.raises(PolicyError):
        Later("http://example.org/")


def test_a_class_that_does_not_call_init_subclass_has_the_policies_of_its_bases() -> None:
    class Callback(URI, policy=HTTPS):
        pass

    class Silent(Callback):
        def __init_subclass__(cls, **_: Any) -> None:
            pass

    class Below(Silent):
        pass

    with pytest.raises(PolicyError):
        Below("http://example.org/")


def test_an_instance_becomes_one_of_a_policys_class_only_if_it_is_allowed() -> None:
    class Plain(URI):
        pass

    class Callback(URI, policy=HTTPS):
        pass

    class Below(Callback):
        pass

    for cls in (Callback, Below):
        value: Any = Plain("http://example.org/")
        with pytest.raises(PolicyError):
            value.__class__ = cls
        assert type(value) is Plain
        with pytest.raises(PolicyError):
            object.__setattr__(value, "__class__", cls)
        good: Any = Plain("https://example.org/")
        good.__class__ = cls
        assert type(good) is cls
        setattr(good, "__class__", Plain)  # noqa: B010 - mypy would take it for a declaration
        assert type(good).__name__ == good.__class__.__name__ == "Plain"
        with pytest.raises(TypeError):
            setattr(good, "__class__", 5)  # noqa: B010 - as above
        with pytest.raises(TypeError):
            del good.__class__
    assert URI("https://example.org/").__class__ is URI
    with pytest.raises(TypeError):
        URI("https://example.org/").__class__ = Callback


def test_a_class_at_the_place_of_one_that_is_gone_has_its_own_policies() -> None:
    for number in range(300):
        policy = HTTPS if number % 2 else None
        cls: Any = (
            type(f"C{number}", (URI,), {})
            if policy is None
            else types.new_class(f"C{number}", (URI,), {"policy": policy})
        )
        assert cls.is_valid("http://example.org/") == (policy is None)
        del cls
        if number % 50 == 0:
            gc.collect()
