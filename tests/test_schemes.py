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


EXAMPLE = "urn:example:a123,z456"


@pytest.mark.parametrize(
    ("other", "equivalent"),
    [
        # RFC 8141 §3.2, in its order.
        ("URN:example:a123,z456", True),
        ("urn:EXAMPLE:a123,z456", True),
        ("urn:example:a123,z456?+abc", True),
        ("urn:example:a123,z456?=xyz", True),
        ("urn:example:a123,z456#789", True),
        ("urn:example:a123,z456/foo", False),
        ("urn:example:a123%2Cz456", False),
        ("urn:example:A123,z456", False),
        ("urn:example:a123,Z456", False),
        ("urn:example:%D0%B0123,z456", False),
        # RFC 3986 §2.3 makes these equivalent by syntax, and no level is finer than that (Q28).
        ("urn:example:%61123,z456", True),
        ("urn:%65xample:a123,z456", True),
        # Reserved for the future (§2): no URN.
        ("urn:example:a123,z456?abc", False),
        ("urn:example:a123,z456?", False),
    ],
)
def test_urn_equivalence(other: str, *, equivalent: bool) -> None:
    urn = IRI(EXAMPLE)

    assert urn.equivalent(other, "scheme") is equivalent
    assert (urn.comparison_key("scheme") == IRI(other).comparison_key("scheme")) is equivalent


def test_urn_equivalence_among_others() -> None:
    """RFC 8141 §3.2: equivalent to each other, not to the name without escapes."""
    assert IRI("urn:example:a123%2Cz456").equivalent("URN:EXAMPLE:a123%2cz456", "scheme")
    # RFC 9562 §4: "case insensitive on input". Other namespaces have rules that we do not know.
    uuid = IRI("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
    assert uuid.equivalent("URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "scheme")
    assert not IRI("urn:foo:a").equivalent("urn:foo:A", "scheme")


def test_urn_normal_form_keeps_its_components() -> None:
    assert IRI("URN:ISBN:0-x?+R?=Q#F").normalized("scheme") == "urn:isbn:0-x?+R?=Q#F"
    assert IRI("URN:ISBN:0-x").normalized() == "urn:ISBN:0-x"
