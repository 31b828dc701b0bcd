"""`iriform expand` and `iriform match`."""

from __future__ import annotations

import pytest

from tests.cli.program import iriform


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["/{a}", "a=b=c"], "/b%3Dc"),
        (["/{a}", "a=é"], "/%C3%A9"),
        (["/{a}", "a=é", "--iri"], "/é"),
        (["{?a*}", "a=1", "a=2"], "?a=1&a=2"),
        (["{?a*}", "--values", '{"a": {"b": 1, "c": null}}'], "?b=1"),
        (["{?a,b}", "--values", '{"a": 1, "b": true}', "a=2"], "?a=2&b=true"),
        (["{?a,b}", "--partial", "a=1"], "?a=1{&b}"),
        (["/x"], "/x"),
        (["/{a}", "a=1", "b=2", "--lenient"], "/1"),
        (["/{a}{b}", "a=1", "c=2", "--partial", "--lenient"], "/1{b}"),
    ],
)
def test_expand(arguments: list[str], expected: str) -> None:
    assert iriform("expand", *arguments) == (0, f"{expected}\n", "")
    [record] = iriform("expand", *arguments, "--json").records
    assert record == {"template": arguments[0], "result": expected}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["/{a"], "TEMPLATE:2: not a URI template: “{” is never closed"),
        (["/{a}", "b"], "'b' is not NAME=VALUE"),
        (["/{a}", "--values", "["], "--values must be a JSON object, as in '{\"id\": 5}'"),
        (["/{a}", "--values", "[]"], "--values must be a JSON object"),
        (["/{a}", "--values", '{"a": [[]]}'], "the value of a must be"),
        (["/{a:1}", "a=1", "a=2"], "prefix modifier"),
        (
            ["{a}:b", "a=1"],
            "iriform: with these values the result is not a URI reference: the first segment of a "
            "relative path must not contain a colon (segment-nz-nc, RFC 3986 §3.3)\n",
        ),
        (["{?a,b}", "--partial", "b=1"], "no template expresses {?a,b}"),
        (["/{user}", "usr=a"], "the template has no variable 'usr'; its only one is user\n"),
        (["/{a}{b}", "c=1", "--partial"], "the template has no variable 'c'; it has a, b\n"),
    ],
)
def test_expand_refuses(arguments: list[str], said: str) -> None:
    run = iriform("expand", *arguments)
    assert (run.status, run.out) == (2, "")
    assert said in run.err


def test_match() -> None:
    run = iriform("match", "/{user}{?q*}", "/anna?q=1&q=2", "/é", "/a/b", "a b")
    assert (run.status, run.out) == (1, 'user="anna" q=["1", "2"]\nuser="é"\n\n\n')
    assert "argument 3: no match" in run.err
    assert "argument 4:2: not an IRI reference" in run.err
    assert iriform("match", "/{user}", "/a%2Fb").status == 1
    run = iriform("match", "--allow-encoded-separators", "/{user}", "/a%2Fb")
    assert run == (0, 'user="a/b"\n', "")
    [record] = iriform("match", "--json", "/{user}", "/anna").records
    assert record["values"] == {"user": "anna"}
    assert record["spans"] == {"user": [1, 5]}
    assert iriform("match", "/{", "/anna").status == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["/s{?q,page}", "/s?page=2&utm=x&q=a+b"], 'q="a+b" page="2"'),
        (["/s{?q,page}", "/s?page=2&utm=x&q=a+b", "--plus"], 'q="a b" page="2"'),
        (["/s{?q,page}", "/s?page=2", "--type", "page=int", "--extra", "refuse"], "page=2"),
        (
            ["/{lang}{?x}", "/en?y&x=1", "--type", "lang=en|de", "--type", "x=float"],
            'lang="en" x=1.0',
        ),
    ],
)
def test_match_takes_requests_as_they_come(arguments: list[str], expected: str) -> None:
    assert iriform("match", *arguments, "--query", "any-order") == (0, f"{expected}\n", "")


def test_match_refuses_what_is_asked_to_be_refused() -> None:
    refused = ["/s{?q}", "/s?q=1&x=2", "/s?q=a", "--type", "q=int", "--extra", "refuse"]
    shown = iriform("match", *refused, "--query=any-order")
    assert (shown.status, shown.out) == (1, "\n\n")
    assert iriform("match", "/s{?q}", "/s?x=2&q=a", "--query=any-order", "--json").records == [
        {
            "file": None,
            "line": 1,
            "text": "/s?x=2&q=a",
            "result": 'q="a"',
            "values": {"q": "a"},
            "spans": {"q": [9, 10]},
            "extra": [["x", "2"]],
        }
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--type", "q"], "--type takes NAME=TYPE, each name once, not q"),
        (["--type", "q=int", "--type", "q=float"], "each name once, not q=float"),
        (["--type", "q=("], "the type of q: missing ), unterminated subpattern"),
        (["--type", "r=int"], "r"),
        (["--query", "any"], "any"),
    ],
)
def test_match_refuses_options(options: list[str], said: str) -> None:
    shown = iriform("match", "/s{?q}", "/s?q=1", *options)
    assert shown.status == 2
    assert said in shown.err


def test_a_template_whose_query_has_an_order_is_refused() -> None:
    shown = iriform("match", "/s?{+q}", "/s?q=1", "--query", "any-order")
    assert shown.status == 2
