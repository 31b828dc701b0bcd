"""The explorer is built from its sources and the library's data; `tests/explorer` tests the page."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
from pathlib import Path

import pytest
from scripts import explorer

from iriform import grammar

# A page with a dummy file as its module: these tests do not run it.
MODULE = b"\0asm\1\0\0\0"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Put one together."""
    folder = tmp_path_factory.mktemp("explorer")
    module = folder / "module.wasm"
    module.write_bytes(MODULE)
    explorer.main(module, folder / "page" / "index.html")
    return (folder / "page" / "index.html").read_text("utf-8")


def content(page: str, tag: str) -> str:
    """Return the content of the only element that begins with a tag."""
    name = tag.split(maxsplit=1)[0]
    [found] = re.findall(f"<{re.escape(tag)}>(.*?)</{name}>", page, re.DOTALL)
    return str(found)


def test_the_policy_allows_what_is_there(page: str) -> None:
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    for directive, tag in (("script-src", 'script type="module"'), ("style-src", "style")):
        digest = hashlib.sha256(content(page, tag).encode()).digest()
        assert f"{directive} 'sha256-{base64.b64encode(digest).decode()}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe-inline" not in policy


def test_it_holds_the_module_and_the_grammar(page: str) -> None:
    packed = content(page, 'script type="application/octet-stream" id="module"')
    assert gzip.decompress(base64.b64decode(packed)) == MODULE
    data = json.loads(content(page, 'script type="application/json" id="data"'))
    rules = {**grammar.RFC3987, **grammar.RFC3986}
    assert {name: rule["abnf"] for name, rule in data["rules"].items()} == {
        name: rule.abnf for name, rule in rules.items()
    }
    assert set(re.findall(r'<template id="diagram-([^"]*)">', page)) == set(rules)
    assert "{{" not in content(page, "body").partition("<script")[0]


def test_the_script_is_all_modules_each_once(page: str) -> None:
    script = content(page, 'script type="module"')
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    for source in explorer.SOURCE.glob("*.js"):
        for name in re.findall(
            r"^(?:export )?(?:async )?function\*? (\w+)", source.read_text("utf-8"), re.MULTILINE
        ):
            assert len(re.findall(rf"function\*? {name}\(", script)) >= 1, name


@pytest.mark.parametrize("source", sorted(explorer.SOURCE.glob("*.js")), ids=lambda path: path.name)
def test_no_script_makes_markup_or_asks_for_anything(source: Path) -> None:
    text = re.sub(r"//.*", "", source.read_text("utf-8"))
    words = "innerHTML outerHTML insertAdjacentHTML srcdoc DOMParser eval Function"
    requests = "fetch XMLHttpRequest WebSocket EventSource sendBeacon"
    assert not re.search(rf"\b({'|'.join([*words.split(), *requests.split()])}|import\()", text)
    assert "document.write" not in text


def test_a_large_page_is_refused(tmp_path: Path) -> None:
    module = tmp_path / "module.wasm"
    module.write_bytes(os.urandom(explorer.MOST_BYTES))
    with pytest.raises(SystemExit, match=f"more than {explorer.MOST_BYTES:,}"):
        explorer.main(module, tmp_path / "index.html")
