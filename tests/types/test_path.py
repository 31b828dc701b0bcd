"""Paths as sequences of segments."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import Path, Segment
from tests.growth import assert_grows_at_most
from tests.oracle.resolution import remove_dot_segments

# path: segments, first, name, parent, directory
PATHS: dict[str, tuple[list[str], Any, Any, Any, str]] = {
    "": ([], None, None, None, ""),
    "/": ([], None, None, None, "/"),
    "a": (["a"], "a", "a", None, ""),
    "/a": (["a"], "a", "a", "/", "/"),
    "a/": (["a", ""], "a", None, "a", "a/"),
    "/a/": (["a", ""], "a", None, "/a", "/a/"),
    "a/b": (["a", "b"], "a", "b", "a", "a/"),
    "/a/b": (["a", "b"], "a", "b", "/a", "/a/"),
    "a//b": (["a", "", "b"], "a", "b", "a/", "a//"),
    "//": (["", ""], "", None, "/./", "//"),
    "//a": (["", "a"], "", "a", "/./", "//"),  # "/" has no segment, and the parent has one
    "/./": ([".", ""], ".", None, "/.", "/./"),
    "/.": (["."], ".", ".", "/", "/"),
    "//a/b": (["", "a", "b"], "", "b", "//a", "//a/"),
    "..": ([".."], "..", "..", None, ""),
    "a:b/c": (["a:b", "c"], "a:b", "c", "a:b", "a:b/"),
    "/道/%2F": (["道", "%2F"], "道", "%2F", "/道", "/道/"),
    "\U0001f600/é": (["\U0001f600", "é"], "\U0001f600", "é", "\U0001f600", "\U0001f600/"),
}


@pytest.mark.parametrize("text", PATHS)
def test_properties(text: str) -> None:
    path = Path(text)
    segments, first, name, parent, directory = PATHS[text]

    assert list(path.segments) == segments
    assert all(type(segment) is Segment for segment in path.segments)
    assert (path.first, path.name, path.parent, path.directory) == (first, name, parent, directory)
    assert path.is_absolute is text.startswith("/")
    assert type(path.directory) is Path
    assert {type(path.first), type(path.name)} <= {Segment, type(None)}
    assert type(path.parent) in {Path, type(None)}


@given(st.booleans(), st.lists(st.text("ab.:é", max_size=3), min_size=1))
def test_segments_joined_are_the_path(absolute: bool, segments: list[str]) -> None:
    text = "/" * absolute + "/".join(segments)

    if text in {"", "/"}:
        assert Path(text).segments == ()
    else:
        path = Path(text)
        assert "/" * path.is_absolute + "/".join(path.segments) == text
        assert path.directory + (path.name or "") == text


def test_a_long_path_takes_linear_time() -> None:
    def work(length: int) -> None:
        path = Path("/a" * length)
        assert len(path.segments) == length
        assert path.name == "a"
        assert path.parent is not None
        assert len(path.parent) == len(path) - 2

    work(1000)
    assert_grows_at_most(20, work, 50_000, 500_000, fast=0)


@pytest.mark.parametrize(
    ("text", "stem", "suffix"),
    [
        ("/a/b.txt", "b", ".txt"),
        ("b.tar.gz", "b.tar", ".gz"),
        ("/a.b/c", "c", ""),
        ("/.profile", ".profile", ""),
        ("/a.", "a.", ""),
        ("/é%2E.x", "é%2E", ".x"),  # an encoded dot is not a dot
        ("..", "..", ""),
        ("/a.b/", None, ""),
        ("", None, ""),
    ],
)
def test_stem_and_suffix(text: str, stem: str | None, suffix: str) -> None:
    assert (Path(text).stem, Path(text).suffix) == (stem, suffix)
    assert type(Path(text).suffix) is Segment


def test_another_name_or_suffix() -> None:
    assert Path("/a/b.txt").with_name("c/d".replace("/", " ")) == "/a/c%20d"
    assert Path("b").with_name(Segment("%2F")) == "%2F"
    assert Path("//é").with_name("è") == "//è"
    assert Path("/é.txt").with_suffix(".a b") == "/é.a%20b"
    assert Path("/a").with_suffix(".txt") == "/a.txt"
    assert Path("/a.txt").with_suffix("") == "/a"
    for text in ("", "/", "/a/", "..", "/."):
        with pytest.raises(ValueError, match="the path has no name"):
            Path(text).with_name("a")
        with pytest.raises(ValueError, match="the path has no name"):
            Path(text).with_suffix(".a")
    for name in ("", ".", "..", "a/b"):
        with pytest.raises(ValueError, match=r"name must not be empty|path's structure"):
            Path("/a").with_name(name)
    for suffix in ("a", ".", ".a/b"):
        with pytest.raises(ValueError, match="a suffix must be empty or a dot and more"):
            Path("/a").with_suffix(suffix)


@given(st.text("a/.%2E", max_size=9).filter(Path.is_valid))
def test_dots_are_resolved_as_the_rfc_has_it(text: str) -> None:
    assert Path(text).resolve_dots() == remove_dot_segments(text)
