"""The tests of docs/first-issues.md fail, and the page has a row for each."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from iriform import IRI, ParseError, PrefixMap, links

from .cli.program import iriform

PAGE = (Path(__file__).parents[1] / "docs/first-issues.md").read_text("utf-8")
# A test that passes fails: remove its mark, and its row from the page.
wanted = pytest.mark.xfail(strict=True, reason="a first issue")


@wanted
def test_links_of_html_without_slashes() -> None:
    html = '<a href="https:foo">'
    [found] = links.find_in_html(html, base="https://example.org/d/")
    assert found.iri == "https://example.org/d/foo"


@wanted
def test_codes_of_severities_are_completed() -> None:
    words = {"COMP_WORDS": "iriform check --severity bidi", "COMP_CWORD": "3"}
    shell = {"_IRIFORM_COMPLETE": "bash_complete", **words}
    program = [sys.executable, "-c", "from iriform.cli.app import app; app(prog_name='iriform')"]
    done = subprocess.run(  # noqa: S603 - it is our own program
        program, env={**os.environ, **shell}, capture_output=True, check=False
    )
    assert b"bidi-formatting=" in done.stdout


@wanted
def test_a_file_without_columns_of_text() -> None:
    run = iriform("check", "--format", "jsonl", "--column", "outer.inner", "-", stdin=b'{"a": 1}\n')
    assert not run.err.rstrip().endswith(":")


@wanted
def test_hint_of_a_prefix_map() -> None:
    with pytest.raises(AttributeError, match="compress"):
        PrefixMap({"ex": "http://example.org/"}).contract  # type: ignore[attr-defined]  # noqa: B018


@wanted
def test_a_repair_names_its_option() -> None:
    with pytest.raises(ParseError, match="default_scheme"):
        IRI.repair("www.example.org")


@wanted
def test_prefix_of_obo() -> None:
    assert PrefixMap.well_known()["obo"] == "http://purl.obolibrary.org/obo/"


def test_the_page_has_a_row_for_each() -> None:
    rows = re.findall(r"\| `(test_\w+)` \|$", PAGE, re.MULTILINE)
    here = [name for name, value in globals().items() if hasattr(value, "pytestmark")]
    assert rows == [name for name in here if name.startswith("test_")]
