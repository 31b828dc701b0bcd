"""Tells whether an installed iriform works: what a release tests of each file that it publishes."""

import sys

import iriform
from iriform import IRI, URI, ParseError

iri = IRI("http://例え.jp:8042/a/../b?q=1#f")
assert iri.host == "例え.jp", iri.host
assert iri.resolve("../c") == "http://例え.jp:8042/c", iri.resolve("../c")
assert iri.to_uri(idna=True).host == "xn--r8jz45g.jp", iri.to_uri(idna=True)
assert isinstance(iri, str)
assert not URI.is_valid(iri)
try:
    IRI("http://example.com/a b")
    raise AssertionError("a space was accepted")
except ParseError as error:
    position = error.position
assert position == len("http://example.com/a")
assert [finding.code for finding in IRI("http://0x7f.1/").check()] == ["ipv4-lookalike"]
sys.stdout.write(f"iriform {iriform.__version__} works\n")
