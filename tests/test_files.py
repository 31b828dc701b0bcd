r"""File paths converted to `file:` references and back (RFC 8089), on POSIX and on Windows."""

import os
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from iriform import IRI, URI, IRIReference, ParseError, URIReference

ABSOLUTE = "a file reference needs an absolute path"

POSIX = {
    "/": "file:///",
    "/a/b": "file:///a/b",
    "/a b?c#d%20": "file:///a%20b%3Fc%23d%2520",  # plain data, quoted once
    "/a/": "file:///a/",  # a trailing slash stays
    "/a//b": "file:///a//b",
    "//a": "file:////a",
    "/a/../b": "file:///a/../b",  # a link may make it another file than /b
    "/C:/a": "file:///C:/a",
    "/a\\b": "file:///a%5Cb",  # no separator here
    "/~": "file:///~",
    "/é": "file:///%C3%A9",
    "/\udcff": "file:///%FF",  # an octet that is not UTF-8, as Python names it
}


@pytest.mark.parametrize(("path", "uri"), POSIX.items())
def test_posix(path: str, uri: str) -> None:
    assert URI.from_file_path(path, windows=False) == uri
    assert URI(uri).to_file_path(windows=False) == PurePosixPath(path)


WINDOWS = {
    "C:\\": "file:///C:/",
    "C:\\a b\\c": "file:///C:/a%20b/c",
    "c:/a/b": "file:///c:/a/b",  # the letter's case stays
    "C:\\a\\": "file:///C:/a/",
    "C:\\..\\a": "file:///C:/../a",
    "C:\\é%": "file:///C:/%C3%A9%25",
    "C:\\a:stream": "file:///C:/a:stream",
    "\\\\host\\share\\a b": "file://host/share/a%20b",  # RFC 8089 E.3.1
    "\\\\host\\share": "file://host/share",
    "\\\\host_1\\c$\\a": "file://host_1/c$/a",
}


@pytest.mark.parametrize(("path", "uri"), WINDOWS.items())
def test_windows(path: str, uri: str) -> None:
    assert URI.from_file_path(path, windows=True) == uri
    assert URI(uri).to_file_path(windows=True) == PureWindowsPath(path)


# path, on Windows, reference; why
RELATIVE = [
    ("a b/c", False, "a%20b/c", "names"),
    ("a", True, "a", "one name"),
    ("a\\b/c", True, "a/b/c", "both separators"),
    ("a\\b", False, "a%5Cb", "no separator here"),
    ("../a", False, "../a", "the directory above"),
    ("a:b", False, "./a:b", "no scheme (RFC 3986 §4.2)"),
    (".", False, ".", "here"),
    ("a/", False, "a/", "a trailing slash stays"),
    ("50%", False, "50%25", "quoted once"),
    ("\udcff", False, "%FF", "an octet that is not UTF-8"),
]


@pytest.mark.parametrize(("path", "windows", "reference", "why"), RELATIVE)
def test_relative_paths(path: str, windows: bool, reference: str, why: str) -> None:
    made = URIReference.from_file_path(path, windows=windows)
    assert made == reference, why
    assert type(made) is URIReference
    assert IRIReference(reference).to_file_path(windows=windows) == (
        PureWindowsPath(path) if windows else PurePosixPath(path)
    )
    for absolute in (URI, IRI):
        with pytest.raises(ValueError, match=ABSOLUTE):
            absolute.from_file_path(path, windows=windows)


@pytest.mark.parametrize("path", ["", "\\a", "C:a", "C:", "/a"])
def test_what_is_neither_relative_nor_absolute_on_windows(path: str) -> None:
    with pytest.raises(ValueError, match=ABSOLUTE):
        IRIReference.from_file_path(path, windows=True)
    with pytest.raises(ValueError, match=ABSOLUTE):
        IRIReference.from_file_path("", windows=False)


@pytest.mark.parametrize(
    ("text", "windows", "message"),
    [
        ("a%2Fb", False, "an encoded separator or NUL"),
        ("a%5Cb", True, "an encoded separator or NUL"),
        ("a%00", False, "an encoded separator or NUL"),
        ("./c:/a", True, "must not have a colon"),  # which would be a drive
        ("a:b/c", True, "only a file reference"),
        ("a?q", False, "neither query nor fragment"),
        ("/a", False, "only a file reference"),  # of which host?
        ("//h/a", False, "only a file reference"),
        ("", False, "only a file reference"),
    ],
)
def test_relative_references_that_are_no_path(text: str, windows: bool, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        IRIReference(text).to_file_path(windows=windows)


def test_the_rule_of_the_class_quotes() -> None:
    assert IRI.from_file_path("/é", windows=False) == "file:///é"
    assert IRI.from_file_path(b"/\xff\xc3\xa9/\xc3\xa9", windows=False) == "file:///%FF%C3%A9/é"
    assert IRI.from_file_path("/\u202e\ufffd", windows=False) == "file:///%E2%80%AE%EF%BF%BD"


@pytest.mark.parametrize("cls", [IRIReference, IRI, URIReference, URI])
def test_the_class_is_that_it_is_called_on(cls: type[IRIReference]) -> None:
    assert type(cls.from_file_path("/a", windows=False)) is cls


def test_the_flavour_is_that_of_the_path_or_of_the_system() -> None:
    assert URI.from_file_path(PurePosixPath("/a")) == "file:///a"
    assert URI.from_file_path(PureWindowsPath("C:/a")) == "file:///C:/a"
    assert type(URI("file:///C:/a").to_file_path()) is type(Path())
    if os.name == "posix":
        assert URI.from_file_path("/a") == "file:///a"
        assert URI.from_file_path(b"/a") == "file:///a"
        assert URI("file:///a").to_file_path() == Path("/a")


@pytest.mark.parametrize(
    ("path", "windows", "message"),
    [
        ("a", False, ABSOLUTE),
        ("", False, ABSOLUTE),
        ("/a\0b", False, "a file path must not contain NUL"),
        ("\\a", True, ABSOLUTE),  # on which drive?
        ("C:a", True, ABSOLUTE),  # in which directory?
        ("1:\\a", True, ABSOLUTE),  # a drive is a letter,
        ("é:\\a", True, ABSOLUTE),  # of ASCII
        ("C:\\a\0b", True, "a file path must not contain NUL"),
        ("\\\\?\\C:\\a", True, "a device path has no file reference"),
        ("\\\\.\\pipe\\a", True, "a device path has no file reference"),
        ("\\\\a host\\share", True, "the server of the path is not a host"),
        ("C:\\\ud800", True, "'utf-8' codec can't encode character '\\ud800' in position 3"),
    ],
)
def test_paths_that_have_no_reference(path: str, windows: bool, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message follows
        URI.from_file_path(path, windows=windows)
    assert str(caught.value).startswith(message)


def test_only_paths() -> None:
    path: Any = 5
    with pytest.raises(TypeError):
        URI.from_file_path(path)


@pytest.mark.parametrize(
    "text",
    [
        "file:///a/b",
        "file:/a/b",  # the minimal form (RFC 8089, appendix B)
        "file://localhost/a/b",
        "FILE://LocalHost/a/b",
        "file:///a/%62",
    ],
)
def test_forms_of_one_path(text: str) -> None:
    assert IRI(text).to_file_path(windows=False) == PurePosixPath("/a/b")


def test_forms_of_one_path_on_windows() -> None:
    for text in (
        "file:///C:/a",
        "file:/C:/a",
        "file://localhost/C:/a",
        "file:///C%7C/a",
        "file:C:/a",  # E.2: without a slash
        "file:C%7C/a",
    ):
        assert IRI(text).to_file_path(windows=True) == PureWindowsPath("C:/a")
    for text in ("file://host/share/a", "file://///host/share/a", "file://localhost//host/share/a"):
        assert IRI(text).to_file_path(windows=True) == PureWindowsPath("//host/share/a")
    assert IRI("file:///C:").to_file_path(windows=True) == PureWindowsPath("C:/")


SEPARATOR = "an encoded separator or NUL cannot be in a file name"
UNC = "the host and the path are not a UNC name (RFC 8089 E.3)"
DRIVE = "the path has no drive letter (RFC 8089 E.2)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("http:///a", "only a file reference has a file path"),
        ("/a", "only a file reference has a file path"),
        ("file:a", "a file reference needs an absolute path (RFC 8089 §2)"),
        ("file:", "a file reference needs an absolute path (RFC 8089 §2)"),
        ("file:///a?q", "a file path has neither query nor fragment"),
        ("file:///a#", "a file path has neither query nor fragment"),
        ("file://u@/a", "a file reference has neither userinfo nor port (RFC 8089 §2)"),
        ("file://:80/a", "a file reference has neither userinfo nor port (RFC 8089 §2)"),
        ("file:///a%2Fb", SEPARATOR),  # it would be another file
        ("file:///a%00", SEPARATOR),
    ],
)
def test_references_that_have_no_path(text: str, message: str) -> None:
    for windows in (False, True):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            IRIReference(text).to_file_path(windows=windows)
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "windows", "message"),
    [
        ("file://host/a", False, "the file is on another host"),
        ("file:///a", True, DRIVE),
        ("file:C:/a", False, "a file reference needs an absolute path (RFC 8089 §2)"),
        ("file:////host", True, UNC),
        ("file://////host/share", True, DRIVE),  # one slash too many
        ("file:////", True, DRIVE),
        ("file:////C:/a", True, DRIVE),
        ("file:////./pipe/a", True, UNC),  # a device
        ("file:////%3F/C:/a", True, UNC),
        ("file:///%C3%A9:/a", True, DRIVE),
        ("file:///C:/a%5Cb", True, SEPARATOR),
        ("file://host/", True, UNC),
        ("file://host//a", True, UNC),
        ("file://a%2Fb/c", True, UNC),
        ("file://a%5Cb/c", True, UNC),
        ("file://./pipe/a", True, UNC),  # a device
        ("file://%3F/C:/a", True, UNC),
        # Probably a drive, or a server that cannot exist.
        ("file://C%3A/foo", True, UNC),
        ("file://c%3a/foo/bar", True, UNC),
        ("file://%43%3A/foo", True, UNC),
        ("file://C%7C/foo", True, UNC),
        ("file://C%3A./foo", True, UNC),
        ("file://ab%3A/foo", True, UNC),
        ("file://C%3A%5Cfoo/bar", True, UNC),
        ("file:////ab%3A/foo", True, UNC),
        ("file://%2E%2E/foo", True, UNC),
        ("file://a%2Ab/foo", True, UNC),
        ("file://%3Ca%3E/foo", True, UNC),
        ("file://[::1]/foo", True, UNC),
    ],
)
def test_references_that_have_no_path_on_one_of_them(
    text: str, windows: bool, message: str
) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        IRI(text).to_file_path(windows=windows)
    assert str(caught.value) == message


def test_octets_that_are_not_utf_8() -> None:
    assert os.fsencode(IRI("file:///%FF").to_file_path(windows=False)) == b"/\xff"
    with pytest.raises(UnicodeDecodeError):
        IRI("file:///C:/%FF").to_file_path(windows=True)


def test_a_parse_error_is_a_value_error() -> None:
    assert issubclass(ParseError, ValueError)


# --- Round trips

NAMES = st.binary(min_size=1, max_size=6).filter(
    lambda name: not {b"/", b"\0"} & {bytes([c]) for c in name} and name != b"."
)


@given(st.lists(NAMES), st.sampled_from([URI, IRI]))
def test_every_posix_path_comes_back(names: list[bytes], cls: type[IRI]) -> None:
    path = b"/" + b"/".join(names)
    reference = cls.from_file_path(path, windows=False)

    assert reference.has_scheme("file")
    assert os.fsencode(reference.to_file_path(windows=False)) == path


@given(
    st.sampled_from(["C:\\", "z:\\", "\\\\host\\share\\", "\\\\127.0.0.1\\c$\\"]),
    st.lists(st.text(min_size=1, max_size=6)),
    st.sampled_from([URI, IRI]),
)
def test_every_windows_path_comes_back(drive: str, names: list[str], cls: type[IRI]) -> None:
    path = PureWindowsPath(drive + "\\".join(names))
    assume("\0" not in str(path))
    assume(path.is_absolute())
    reference = cls.from_file_path(path)

    assert reference.to_file_path(windows=True) == path


@given(st.text())
def test_pathlib_agrees_on_posix_paths(text: str) -> None:
    path = PurePosixPath("/" + text)
    assume("\0" not in text)

    uri = URI.from_file_path(path)
    # pathlib may encode "@", ":" and others or not; the results are equivalent by syntax.
    assert uri.to_file_path(windows=False) == path
    assert isinstance(uri.to_file_path(windows=False), PurePath)
