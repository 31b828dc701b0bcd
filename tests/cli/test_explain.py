"""`iriform explain`."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from iriform import IRIReference
from iriform.cli.anatomy import crop, drawing
from tests.cli.program import iriform

BRACKETS = "╭╮╰╯┴┬"


def test_the_drawing_of_the_rfc() -> None:
    run = iriform("explain", "foo://example.com:8042/over/there?name=ferret#nose")
    assert run.status == 0
    assert run.out == (
        "            host    port\n"
        "        ╭────┴────╮ ╭┴─╮\n"
        "  foo://example.com:8042/over/there?name=ferret#nose\n"
        "  ╰┬╯   ╰──────┬───────╯╰────┬────╯ ╰────┬────╯ ╰┬─╯\n"
        "  scheme   authority        path       query  fragment\n"
        "\n"
        "  a URI (RFC 3986)\n"
        "  scheme      foo\n"
        "  authority   example.com:8042\n"
        "  ├ host      example.com  reg-name\n"
        "  ╰ port      8042\n"
        "  path        /over/there\n"
        "  ├ segment   over\n"
        "  ╰ segment   there\n"
        "  query       name=ferret\n"
        "  fragment    nose\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "https://user@例え.jp:8042/道/の駅?名=前#鼻",  # wide
        "https://실례.테스트/한글#끝",
        "http://e\u0301.org/e\u0301e\u0301?e\u0301#e\u0301",  # combining
        "https://hi.wikipedia.org/wiki/नई_दिल्ली#हिन्दी",
        "https://th.wikipedia.org/wiki/ภาษาไทย?ก็=กำ",
        "https://example.org/👍🏽?mood=😀#🎉",  # emoji with a modifier
        "https://example.org/👩\u200d🚀#x",  # zero width, shown as an escape
        "https://he.wikipedia.org/wiki/עִבְרִית?א=ב",
        "http://a:b@c:1/d?e#f",  # one cell each: the labels make a staircase
    ],
)
def test_brackets_stand_under_their_component(text: str) -> None:
    value = IRIReference(IRIReference(text).masked("password"))
    lines = drawing(value, 200).plain.split("\n")
    where = next(i for i, line in enumerate(lines) if line[:1] in {"╰", "┬"}) - 1
    # The text begins with the scheme, which is ASCII: its bracket has the same length.
    below = lines[where + 1]
    assert lines[where].startswith("http")
    expected = []
    position = 0
    for delimiter, component in [
        ("", value.scheme),
        ("://", value.authority),
        ("", value.path),
        ("?", value.query),
        ("#", value.fragment),
    ]:
        if component is not None:
            position += cell_len(delimiter)
            expected.append(range(position, position + cell_len(crop(component, 200))))
            position += len(expected[-1])
    marked = {i for i, character in enumerate(below) if character != " "}
    assert marked == {i for cells in expected for i in cells}
    assert cell_len(lines[where]) == position


def test_kinds() -> None:
    kinds = {"http://a/": "URI", "http://é/": "IRI", "a/b": "URI-reference", "é": "IRI-reference"}
    run = iriform("explain", "--json", *kinds)
    assert [record["kind"] for record in run.records] == list(kinds.values())
    assert run.status == 0


def test_json() -> None:
    run = iriform("explain", "--json", "http://anna:secret@[::1]:80/a//b?#")
    assert run.records == [
        {
            "valid": True,
            "kind": "URI",
            "text": "http://anna:***@[::1]:80/a//b?#",
            "scheme": "http",
            "authority": "anna:***@[::1]:80",
            "userinfo": "anna:***",
            "host": "[::1]",
            "host_kind": "IPv6address",
            "host_ascii": "[::1]",
            "port": "80",
            "path": "/a//b",
            "segments": ["a", "", "b"],
            "query": "",
            "fragment": "",
            "findings": [
                {
                    "code": "userinfo",
                    "severity": "warning",
                    "span": [7, 15],
                    "message": "a userinfo in a web link must not be sent, and can hide which host is"
                    " meant",
                    "clause": "RFC 9110 §4.2.4",
                    "suggestion": None,
                    "evidence": None,
                },
                {
                    "code": "password",
                    "severity": "error",
                    "span": [12, 15],
                    "message": "the password can be read by everyone who sees the text",
                    "clause": "RFC 3986 §3.2.1",
                    "suggestion": None,
                    "evidence": None,
                },
            ],
        }
    ]


def test_json_of_what_is_not_valid() -> None:
    run = iriform("explain", "--json", "http://h/a b")
    assert run.status == 1
    [record] = run.records
    assert record.pop("message").startswith("not an IRI reference: U+0020 SPACE")
    assert record == {
        "valid": False,
        "column": 11,
        "position": 10,
        "span": [10, 11],
        "production": "IRI-reference",
        "rule": "isegment",
        "reason": "invalid-character",
        "hint": "percent-encode it as %20",
        "text": "http://h/a b",
    }


def test_what_is_not_valid_is_drawn_and_the_rest_goes_on() -> None:
    run = iriform("explain", "http://h/a b", "urn:x:y")
    assert run.status == 1
    assert "  http://h/a b\n            ^ position 10" in run.out
    assert "a URI (RFC 3986)" in run.out


def test_as() -> None:
    assert iriform("explain", "a/b").status == 0
    run = iriform("explain", "--as", "iri", "a/b")
    assert (run.status, run.out.split(":")[0]) == (1, "not an IRI")


def test_standard_input() -> None:
    run = iriform("explain", "--json", "-", stdin=b"http://a/\r\n\nhttp://b/")
    assert [record["host"] for record in run.records] == ["a", "b"]
    assert iriform("explain", "-", stdin=b"http://a/\xff").status == 1


def test_no_password_is_shown() -> None:
    for text in ("http://anna:s3cr3t@h/", "http://anna:s3cr3t@h/ ", "http://anna:s3c r3t@h/"):
        for option in ("--json", "--as=IRI"):
            run = iriform("explain", option, text)
            assert "r3t" not in run.out + run.err


def test_hostile_text_is_escaped() -> None:
    run = iriform("explain", "http://a/\u202ecod.exe", "http://a/\x1b[31m\n")
    assert "\u202e" not in run.out
    assert "\x1b" not in run.out
    assert r"\u202ecod.exe" in run.out
    assert r"\x1b[31m\n" in run.out


def test_percent_encoding_is_explained() -> None:
    run = iriform("explain", "http://a/%E6%9D%B1/%FF/%0A")
    assert "%E6%9D%B1  = 東" in run.out
    assert "%FF\n" in run.out
    assert r"%0A  = \n" in run.out


@pytest.mark.parametrize("width", [40, 80, 200])
def test_long_input_is_cropped_to_the_terminal(width: int) -> None:
    text = f"https://{'a' * 300}@{'b' * 300}:1/{'道' * 50_000}/c?{'d' * 300}#{'e' * 300}"
    run = iriform("explain", "-", stdin=text.encode(), COLUMNS=str(width))
    assert run.status == 0
    drawn, _, findings = run.out.rpartition("\n\n")
    assert max(map(cell_len, drawn.splitlines())) <= width
    # Sentences are not wrapped; the terminal breaks them.
    assert max(map(len, findings.splitlines())) < 200
    assert "…" in run.out


def test_many_segments_are_counted() -> None:
    run = iriform("explain", "-", stdin=b"http://a" + b"/b" * 100_000)
    assert "and 99,980 more segments" in run.out


@pytest.mark.parametrize("width", [1, 2, 3, 5, 8, 13])
@pytest.mark.parametrize(
    "text", ["", "a", "道道道道道道道道道", "e\u0301" * 9, "\u202e" * 9, "a" * 99]
)
def test_crop_keeps_to_the_width(text: str, width: int) -> None:
    assert cell_len(crop(text, width)) <= width


def test_usage() -> None:
    assert iriform("explain").status == 2
    assert iriform("explain", "--as", "url", "http://a/").status == 2
    assert iriform("explain", "--help").status == 0


def test_findings_stand_below() -> None:
    run = iriform("explain", "http://0177.0.0.1/")
    assert run.status == 0
    assert "  ╰ host      0177.0.0.1  reg-name; browsers read 127.0.0.1 here\n" in run.out
    assert run.out.splitlines()[-1] == (
        "  position 7: error: the host looks like a name, but browsers and name look-up read it"
        " as an IPv4 address: 127.0.0.1 (RFC 3986 §7.4) [ipv4-lookalike]"
    )
    assert "position" not in iriform("explain", "http://localhost/").out
    run = iriform("explain", "--profile", "untrusted", "http://localhost/")
    assert "[host-special-use]" in run.out


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("//例え.jp", "╰ host      例え.jp  reg-name = xn--r8jz45g.jp"),
        ("//xn--R8JZ45G.jp", "╰ host      xn--R8JZ45G.jp  reg-name = 例え.jp"),
        ("//%E4%BE%8B", "╰ host      %E4%BE%8B  reg-name = 例 = xn--fsq"),
        ("//xn--a", "╰ host      xn--a  reg-name"),
        ("//a_b", "╰ host      a_b  reg-name"),
        ("//[::1]", "╰ host      [::1]  IPv6address"),
        ("s://0x7f.1", "╰ host      0x7f.1  reg-name"),  # not a web scheme
    ],
)
def test_other_forms_of_a_host(text: str, line: str) -> None:
    assert line in [shown.strip() for shown in iriform("explain", text).out.splitlines()]


def test_what_a_host_looks_like_has_a_line_of_its_own() -> None:
    """If there is no room next to the host, nothing of it is left out."""
    run = iriform("explain", "https://p%D0%B0yp%D0%B0l.com:80/x")
    shown = [
        "  ├ host      p%D0%B0yp%D0%B0l.com  reg-name = p\u0430yp\u0430l.com = xn--pypl-53dc.com",
        "  │           p\u0430yp\u0430l (Latin, Cyrillic) looks like paypal",
        "  ╰ port      80",
    ]
    assert "\n".join(shown) in run.out
    run = iriform("explain", "https://www.xn--80ak6aa92e.com/")
    shown = [
        "  ╰ host      www.xn--80ak6aa92e.com  reg-name = www.\u0430\u0440\u0440\u04cf\u0435.com",
        "              \u0430\u0440\u0440\u04cf\u0435 (Cyrillic) looks like apple",
    ]
    assert "\n".join(shown) in run.out


def test_of_many_findings_some_are_shown() -> None:
    run = iriform("explain", "http://h.example" + "/a/.." * 1000)
    assert run.out.count("[dot-segment]") == 20
    assert run.out.splitlines()[-1] == "  and 980 more findings"
