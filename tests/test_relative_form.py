"""`relative_to` in a chosen form: what it gives, and that it leads to the target."""

from typing import Any

import pytest
from hypothesis import given

from iriform import IRI, URI

from .strategies import iris


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
        ("foo:a/b", "foo:a/c", "b", None),  # a rootless path is no absolute one
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


@given(iris(), iris())
def test_whatever_the_form_it_leads_to_the_target(target: str, base: str) -> None:
    forms: Any = {"path": "relative-path", "absolute-path": "absolute-path"}
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
        with pytest.raises(ValueError, match="form must be 'shortest', 'path' or 'absolute-path'"):
            IRI("a:b").relative_to("a:c", form=unknown)
    for unknown in (None, 1):
        with pytest.raises(TypeError, match="form must be str"):
            IRI("a:b").relative_to("a:c", form=unknown)
