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
        (["/{a}", "--values", "["], "--values must be JSON"),
        (["/{a}", "--values", "[]"], "--values must be a JSON object"),
        (["/{a}", "--values", '{"a": [[]]}'], "the value of a must be"),
        (["/{a:1}", "a=1", "a=2"], "prefix modifier"),
        (
            ["{a}:b", "a=1"],
            "iriform: of these values the result is not a URI reference: the first segment of a "
            "relative path must not contain a colon (segment-nz-nc, RFC 3986 §3.3)\n",
        ),
        (["{?a,b}", "--partial", "b=1"], "no template is {?a,b}"),
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
