"""The claims of docs/review.md about the native module."""

import json
import re
import sys
from pathlib import Path

import pytest

from iriform import _core

from .test_ending import symbols

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/review.md").read_text("utf-8")

# Functions with which a C library opens connections and looks names up.
NETWORK = re.compile(
    r"_*(socket(pair)?|connect|bind|listen|accept4?|send(to|msg|mmsg)?|recv(from|msg|mmsg)?|getaddrinfo"
    r"|getnameinfo|gethostby\w+|get(sock|peer)name|[gs]etsockopt|res_\w+|inet_\w+|curl_\w+|SSL_\w+)(_chk)?"
)


@pytest.mark.skipif(sys.platform != "linux", reason="reads ELF")
def test_the_module_imports_no_function_of_the_network() -> None:
    _, imported = symbols(Path(_core.__file__).read_bytes())
    assert {"malloc", "memcpy"} <= imported, "the table of symbols was read"
    assert [name for name in imported if NETWORK.fullmatch(name)] == []
    for name in ("socket", "connect", "__recv_chk", "getaddrinfo", "gethostbyname_r", "res_query"):
        assert NETWORK.fullmatch(name), name


def test_the_page_counts_the_crates_of_the_sbom() -> None:
    bill = json.loads((ROOT / "crates/python/sbom.cdx.json").read_text("utf-8"))
    crates = [c for c in bill["components"] if c.get("purl", "").startswith("pkg:cargo/")]
    others = [crate for crate in crates if not crate["name"].startswith("iriform")]
    assert f"| Linked crates | {len(others)} of others" in PAGE


def test_the_page_says_where_unsafe_stands() -> None:
    """The compiler refuses it in the crates that the page names."""
    for crate in ("core", "audit"):
        manifest = (ROOT / f"crates/{crate}/Cargo.toml").read_text("utf-8")
        library = (ROOT / f"crates/{crate}/src/lib.rs").read_text("utf-8")
        assert 'unsafe_code = "forbid"' in manifest or "#![forbid(unsafe_code)]" in library, crate


def test_the_page_weighs_what_was_measured() -> None:
    weight = json.loads((ROOT / "benchmarks/record/weight.json").read_text("utf-8"))["results"]
    megabytes = {name: f"{size / 1024 / 1024:.1f} MB" for name, size in weight.items()}
    assert (
        f"one wheel of {megabytes['wheel']} with a native module of {megabytes['native']}" in PAGE
    )
