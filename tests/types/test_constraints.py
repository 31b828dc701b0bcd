"""`HTTPIRI` and `HTTPURI`: a web scheme and a host, and no other new requirement."""

import copy
import pickle
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from iriform import HTTPIRI, HTTPSURI, HTTPURI, IRI, URI, IRIReference, ParseError
from iriform.jsonschema import format_checker
from tests.errors import error_of

CLASSES: list[type[Any]] = [HTTPIRI, HTTPURI]


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize(
    "text", ["http://h", "HTTPS://h:/?#", "hTTp://u:p@[::1]:80/a", b"https://h/", URI("http://h/")]
)
def test_what_is_taken(cls: Any, text: str | bytes) -> None:
    value = cls(text)

    assert (type(value), value) == (cls, text.decode() if isinstance(text, bytes) else text)
    assert cls.is_valid(text)
    assert (type(copy.copy(value)), type(pickle.loads(pickle.dumps(value)))) == (cls, cls)


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ftp://h/", "the scheme must be http or https"),
        ("httpx://h/", "the scheme must be http or https"),
        ("javascript://h/%0Aalert(1)", "the scheme must be http or https"),
        ("http:", "the host must not be empty"),
        ("http:/h", "the host must not be empty"),
        ("http:///h", "the host must not be empty"),  # browsers find the host h
        ("https://:80/", "the host must not be empty"),
        ("https://u:SeCrEt@/", "the host must not be empty"),
    ],
)
def test_what_else_is_asked(cls: Any, text: str, message: str) -> None:
    with pytest.raises(ParseError, match=f"^not a web address: {message}") as caught:
        cls(text)

    error = caught.value
    assert error.reason == ("empty-host" if "host" in message else "scheme-not-http")
    assert error.details()["message"] == error.message
    assert (error.text, error.production) == (text, "URI" if cls is HTTPURI else "IRI")
    assert "SeCrEt" not in f"{error}{error.details()}"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert not cls.is_valid(text)


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize(
    "text", ["h:", "f:", "http0:", "httpsx://h", "http:a", "http:/a", "http:///a", "https://u@:8#"]
)
def test_nothing_behind_the_position_would_help(cls: Any, text: str) -> None:
    """The position is the end of the longest prefix that a value of the type can have."""
    caught = error_of(cls, text)
    position = caught.position
    endings = [f"{start}{end}" for start in ("", "p:", "ps:", "tp:", "ttp:", "http:", "s:", ":", "h")
               for end in ("", "/h", "//h", "h", "h@h", "@h")]  # fmt: skip

    assert any(cls.is_valid(text[:position] + ending) for ending in endings)
    if position < len(text):
        assert not any(cls.is_valid(text[: position + 1] + ending) for ending in endings)


@pytest.mark.parametrize("cls", CLASSES)
def test_what_the_grammar_asks(cls: Any) -> None:
    for text in ("", "//h/", "http://h h/", "\ud800"):
        with pytest.raises(ParseError):
            cls(text)
        assert not cls.is_valid(text)
    for value in (5, None, ["http://h/"]):
        with pytest.raises(TypeError):
            cls.is_valid(value)
    assert (HTTPIRI.is_valid("http://é/"), HTTPURI.is_valid("http://é/")) == (True, False)


@pytest.mark.parametrize(("cls", "base"), [(HTTPIRI, IRI), (HTTPURI, URI)])
def test_operations_give_the_class_below(cls: Any, base: Any) -> None:
    value = cls("http://h/a")

    assert isinstance(value, base)
    for result in (
        value.normalize(),
        value.with_parts(path="/b"),
        value / "b",
        value.resolve("s:"),
    ):
        assert type(result) is base


@pytest.mark.parametrize("cls", CLASSES)
def test_every_constructor_asks(cls: Any) -> None:
    assert type(cls.from_bytes(b"http://h/", "ascii")) is cls
    assert type(cls.repair("http://h/a b").value) is cls
    refused = pytest.raises(ParseError, match="the scheme must be http or https")
    with refused:
        cls.from_bytes(b"ftp://h/", "ascii")
    with refused:
        cls.repair("ftp://h/a b")
    with refused:
        cls.from_file_path("/a")


@pytest.mark.parametrize(("cls", "name"), [(HTTPIRI, "iri"), (HTTPURI, "uri")])
def test_they_are_fields(cls: Any, name: str) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(cls)

    assert type(adapter.validate_python("http://h/")) is cls
    pattern = (
        "^(?:[hH][tT][tT][pP]|[hH][tT][tT][pP][sS])://[^/?#]+(?:/[^?#]*)?(?:[?][^#]*)?(?:#.*)?$"
    )
    assert adapter.json_schema() == {"type": "string", "format": name, "pattern": pattern}
    with pytest.raises(ValidationError) as caught:
        adapter.validate_python("s:SeCrEt")
    (error,) = caught.value.errors(include_input=False)
    assert (error["type"], error["msg"]) == ("iriform", "the scheme must be http or https")
    assert error["ctx"]["reason"] == "scheme-not-http"
    assert "SeCrEt" not in str(error)


def test_they_change_no_format() -> None:
    """JSON Schema's `uri` is any URI."""
    assert format_checker().conforms("ftp://h/", "uri")
    assert IRIReference.is_valid("ftp://h/")


@pytest.mark.parametrize("text", ["htps://h/", "http://h/", "mailto:a@h", "httpss://h/"])
def test_https_alone_asks_for_https(text: str) -> None:
    scheme = text.partition(":")[0]
    said = f"not allowed: the scheme “{scheme}” is not allowed; allowed: https (scheme-not-allowed)"
    error = error_of(HTTPSURI, text)
    assert (error.message, error.reason) == (said, "refused-by-policy")
