"""`iriform grammar`."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from iriform.grammar import ECMA427, RFC3986, RFC3987, RFC6570
from tests.cli.program import iriform


def test_all_rules_are_listed() -> None:
    run = iriform("grammar")
    assert run.status == 0
    assert {line.split()[0] for line in run.out.splitlines()} == {
        *RFC3986,
        *RFC3987,
        *RFC6570,
        *ECMA427,
    }
    assert "isegment            RFC 3987 §2.2    a path segment\n" in run.out
    records = iriform("grammar", "--json").records
    assert {record["rule"] for record in records} == {*RFC3986, *RFC3987, *RFC6570, *ECMA427}
    assert {"rule": "port", "rfc": "RFC 3986", "description": "a port"} in records
    assert {"rule": "varname", "rfc": "RFC 6570", "description": "a variable's name"} in records


@pytest.mark.parametrize("name", ["iauthority", "IAuthority"])
def test_abnf(name: str) -> None:
    run = iriform("grammar", name)
    assert run == (0, 'iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]\n', "")
    [record] = iriform("grammar", name, "--json").records
    assert record == {"rule": "iauthority", "rfc": "RFC 3987", "abnf": run.out.rstrip()}


def test_a_regular_expression_matches_what_the_rule_does() -> None:
    run = iriform("grammar", "IRI", "--as", "regex", "--anchored")
    assert re.match(run.out.rstrip("\n"), "http://例え.jp/道")
    assert not re.match(run.out.rstrip("\n"), "http://例え.jp/道 ")


@pytest.mark.parametrize("flavor", ["python", "ecmascript", "pcre", "re2", "xsd", "xpath"])
def test_every_flavor(flavor: str) -> None:
    run = iriform("grammar", "h16", "--as", "regex", "--flavor", flavor)
    assert run.out == f"{RFC3986['h16'].regex(flavor)}\n"  # type: ignore[arg-type]
    [record] = iriform("grammar", "h16", "--as=regex", f"--flavor={flavor}", "--json").records
    assert record == {
        "rule": "h16",
        "rfc": "RFC 3986",
        "flavor": flavor,
        "anchored": False,
        "regex": run.out.rstrip("\n"),
    }


def test_a_diagram_is_svg() -> None:
    run = iriform("grammar", "iauthority", "--as", "railroad")
    assert ET.fromstring(run.out).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - ours
    [record] = iriform("grammar", "iauthority", "--as", "railroad", "--json").records
    assert f"{record['railroad'].rstrip()}\n" == run.out


def test_trees() -> None:
    run = iriform("grammar", "authority", "me@h:80", "-", stdin=b"\n[::1]\n")
    assert run == (
        0,
        "authority 0:7 'me@h:80'\n"
        "  userinfo 0:2 'me'\n"
        "  2:3 '@'\n"
        "  host 3:4 'h'\n"
        "    reg-name 3:4 'h'\n"
        "  4:5 ':'\n"
        "  port 5:7 '80'\n"
        "\n"
        "authority 0:5 '[::1]'\n"
        "  host 0:5 '[::1]'\n"
        "    IP-literal 0:5 '[::1]'\n"
        "      0:1 '['\n"
        "      IPv6address 1:4 '::1'\n"
        "        1:3 '::'\n"
        "        h16 3:4 '1'\n"
        "      4:5 ']'\n",
        "",
    )


def test_trees_as_json() -> None:
    run = iriform("grammar", "port", "80", "-", "--json", stdin=b"8a\n")
    assert run.status == 1
    good, bad = run.records
    tree = {"rule": "port", "start": 0, "stop": 2, "text": "80", "children": []}
    assert good == {"file": None, "line": 1, "tree": tree}
    assert (bad["file"], bad["line"], bad["tree"]) == ("-", 1, None)
    assert (bad["position"], bad["reason"], bad["production"]) == (1, "invalid-character", "port")


def test_a_text_that_does_not_match() -> None:
    run = iriform("grammar", "isegment", "-", stdin=b"a\n\xff\nb/\n")
    assert run.status == 1
    assert "not a path segment: the bytes are not UTF-8" in run.out
    assert "  b/\n   ^ position 1" in run.out


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("IRI", "http://anna:s3cr3t@h/"),
        ("URI-reference", "//anna:s3cr3t@h/"),
        ("iauthority", "anna:s3cr3t@h"),
        ("userinfo", "anna:s3cr3t"),
        ("ihier-part", "//anna:s3cr3t@h/"),
        ("IRI", "http://anna:s3cr3t@h:x/"),
        ("authority", "anna:s3cr3t@h:x"),
    ],
)
def test_passwords_are_masked(rule: str, text: str) -> None:
    for option in ([], ["--json"]):
        run = iriform("grammar", rule, text, *option)
        assert "s3cr3t" not in run.out + run.err
        assert "***" in run.out


def test_what_looks_like_a_password_but_is_a_path_is_shown() -> None:
    assert "'/a//b:c@d'" in iriform("grammar", "ipath", "/a//b:c@d").out


def test_hostile_text_is_escaped() -> None:
    run = iriform("grammar", "isegment", "a\u202e")
    assert r"'a\u202e'" in run.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ipv4adress"], "did you mean IPv4address"),
        (["no"], "lists all"),
        (["port", "--as", "tree"], "needs a text"),
        (["port", "80", "--as", "regex"], "takes a rule, and no text"),
        (["port", "--as", "svg"], "railroad"),
        (["port", "--as", "regex", "--flavor", "perl"], "pcre"),
    ],
)
def test_usage(arguments: list[str], said: str) -> None:
    run = iriform("grammar", *arguments)
    assert (run.status, run.out) == (2, "")
    assert said in run.err
