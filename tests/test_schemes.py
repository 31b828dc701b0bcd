"""What is known of particular schemes, from the outside."""

import re
from pathlib import Path

import pytest

from iriform import IRI
from tests.oracle.normalization import SCHEMES

PAGE = Path(__file__).parents[1] / "docs" / "schemes.md"


def table_of_ports() -> list[tuple[str, int, bool]]:
    """The rows of the table in the documentation: scheme, port, whether no path is the root."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z0-9.+-]+)` \| (\d+) \| (`/`)? ?\| \S.* \|$", text, re.MULTILINE)
    return [(scheme, int(port), bool(root)) for scheme, port, root in rows]


def test_the_table_is_whole() -> None:
    with_port = {name: known.default_port for name, known in SCHEMES.items() if known.default_port}
    assert {scheme: port for scheme, port, _ in table_of_ports()} == with_port


@pytest.mark.parametrize(("scheme", "port", "root"), table_of_ports())
def test_default_ports(scheme: str, port: int, *, root: bool) -> None:
    bare = IRI(f"{scheme}://h")
    normal = f"{scheme}://h/" if root else bare

    assert bare.port_or_default == port
    assert IRI(f"{scheme.upper()}://h:0{port}").normalized("scheme") == normal
    assert bare.equivalent(f"{scheme}://h:{port}", "scheme")
    assert not bare.equivalent(f"{scheme}://h:{port + 1}", "scheme")
    assert not bare.equivalent(f"{scheme}://h:{port}", "syntax")
    assert bare.equivalent(f"{scheme}://h/", "scheme") is root


@pytest.mark.parametrize("scheme", ["htt", "httpx", "foo", "svn+ssh", "tel", "news"])
def test_other_schemes_have_no_default_port(scheme: str) -> None:
    assert IRI(f"{scheme}://h").port_or_default is None
    assert IRI(f"{scheme}://h:80").normalized("scheme") == f"{scheme}://h:80"
