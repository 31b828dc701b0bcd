"""`check()`: its arguments, its results, and the table of rules."""

import importlib.util
import pickle
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given

import iriform
from iriform import IRI, URI, Finding, IRIReference, Policy, URIReference
from iriform.findings import RULES, Rule, fixed
from tests.effort import OF_FINDINGS
from tests.growth import assert_grows_at_most

from .strategies import iri_references, notations
from .tables import ROOT
from .test_findings_rules import SEVERITIES

PROFILES = ["default", "norm", "rdf", "untrusted"]


# The policy for the table's examples of texts that a policy refuses.
POLICY = Policy(
    schemes={"https"},
    hosts={"example.org", "*.example.org"},
    ports={443, 8443},
    origins={"https://example.org"},
    userinfo=False,
    path=True,
    dot_segments=False,
    query=False,
    fragment=False,
    max_length=41,
    profile="none",
)


def only(rule: Rule) -> Any:
    """Return the severities that select one rule."""
    return {other.code: "ignore" for other in RULES if other != rule} | {rule.code: rule.severity}


def found(text: str, rule: Rule) -> list[Finding]:
    """The findings of one rule."""
    if rule.topic == "Policies":
        policy = POLICY.replace(hosts=["*"]) if rule.code == "no-host" else POLICY
        return [finding for finding in policy.refusals(text) if finding.code == rule.code]
    check: Any = IRIReference(text).check
    findings: list[Finding] = check(
        "default",
        only(rule),
        protected=["paypal.example"] if rule.topic == "Protected names" else (),
    )
    return [finding for finding in findings if finding.code == rule.code]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_examples_of_the_table(rule: Rule) -> None:
    assert found(rule.bad_example, rule)
    assert not found(rule.good_example, rule)
    for finding in found(rule.bad_example, rule):
        assert finding[:2] + finding[4:5] == (rule.code, rule.severity, rule.clause)
        # A refusal by a policy also names what it allows: tests/test_oauth.py.
        assert finding.message == rule.message or rule.topic == "Policies"
        if finding.suggestion is not None:
            assert not found(finding.suggestion, rule)


@example("s3://http://ex:ab")
@example("http:https:http://h/")
@given(notations().filter(IRIReference.is_valid))
def test_a_suggestion_is_a_reference_without_the_finding(text: str) -> None:
    for finding in IRIReference(text).check(severities=SEVERITIES):
        if (suggested := finding.suggestion) is not None:
            assert type(suggested).is_valid(str(suggested))
            left = IRIReference(suggested).check(severities=SEVERITIES)
            assert finding.code not in {other.code for other in left}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_has_its_rules(profile: Any) -> None:
    for rule in RULES:
        codes = [finding.code for finding in IRIReference(rule.bad_example).check(profile)]
        assert (rule.code in codes) == (profile in rule.profiles), rule.code


def test_what_a_policy_refuses_is_found_by_nothing_else() -> None:
    for rule in [rule for rule in RULES if rule.topic == "Policies"]:
        codes = [
            finding.code for finding in IRIReference(rule.bad_example).check(severities=SEVERITIES)
        ]
        assert rule.code not in codes


def test_spans_count_code_points() -> None:
    [finding] = IRIReference("//é\U0001f600.example/é/../é").check()
    assert (finding.code, finding.span) == ("dot-segment", (15, 17))


def test_suggestions_are_of_the_class_that_can_have_them() -> None:
    for asked, suggested in [
        (URI("http://h.example/%7E"), URI),
        (IRI("http://h.example/%7E"), IRI),
        (URIReference("/%7E"), URIReference),
        (IRIReference("/%7E"), IRIReference),
    ]:
        assert [type(f.suggestion) for f in asked.check("norm")] == [suggested]
    # An IRI has the characters unencoded that a URI percent-encodes.
    [finding] = URI("http://h.example/%C3%A9").check("rdf")
    assert (type(finding.suggestion), finding.suggestion) == (IRI, "http://h.example/é")


def test_passwords_are_in_no_repr() -> None:
    for profile in PROFILES:
        profile_: Any = profile
        findings = IRI("HTTP://anna:hunter2@0x7F.1:80/%7e?a&amp;b").check(profile_)
        assert findings
        assert "hunter2" not in repr(findings)


def test_severities() -> None:
    iri = IRI("http://anna@h.example//a")

    assert [(f.code, f.severity) for f in iri.check()] == [("userinfo", "warning")]
    assert iri.check(severities={"userinfo": "ignore"}) == []
    assert [f.severity for f in iri.check(severities={"userinfo": "error"})] == ["error"]
    added = iri.check("default", {"segment-empty": "info"})
    assert [f.code for f in added] == ["userinfo", "segment-empty"]
    assert iri.check(severities=None) == iri.check(severities={}) == iri.check()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"profile": "strict"}, ValueError, "profile must be 'default', 'norm', 'rdf' or"),
        ({"severities": {"no-rule": "error"}}, ValueError, 'no rule has the code "no-rule"'),
        ({"severities": {"userinfo": "fatal"}}, ValueError, "a severity must be 'error', 'warn"),
        ({"severities": ["userinfo"]}, ValueError, "dictionary"),
        ({"severities": {1: "error"}}, TypeError, "the code of a rule must be str, not int"),
        (
            {"protected": "a.example"},
            TypeError,
            "protected must be a list of host names, as in ['example.org'], not str",
        ),
        ({"protected": [1]}, TypeError, "a protected name must be str, not int"),
        ({"level": "syntax"}, TypeError, "unexpected keyword argument 'level'"),
        ({"profile": 1}, TypeError, "profile must be str, not int"),
    ],
)
def test_bad_arguments(arguments: Mapping[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        IRI("http://anna@h.example/").check(**arguments)
    assert message in str(caught.value)


def test_protected_names() -> None:
    names = ("paypal.example", "Example.ORG")

    def found(text: str) -> list[tuple[str, str | None]]:
        return [(f.code, f.evidence) for f in IRI(text).check("norm", {}, protected=names)]

    assert found("http://\u0440aypal.example/") == [("host-confusable-with", "paypal.example")]
    # The same host as an A-label.
    assert found("http://xn--aypal-uye.example/") == [("host-confusable-with", "paypal.example")]
    assert found("http://paypa1.example/") == [("host-font-confusable-with", "paypal.example")]
    assert found("http://exarnple.org/") == [("host-font-confusable-with", "example.org")]
    assert found("http://paypal-login.example/") == [("host-contains-name", "paypal.example")]
    assert found("http://exmaple.org/") == [("host-edit-of-name", "example.org")]
    assert found("http://example.test/") == [("host-suffix-of-name", "example.org")]
    for own in ["paypal.example/", "www.example.org/a", "example.org/paypa1.example"]:
        assert found(f"http://{own}") == []


def test_protected_names_and_severities() -> None:
    check = IRI("http://paypa1.example/").check
    [finding] = check(
        severities={"host-font-confusable-with": "error"}, protected=["paypal.example"]
    )
    assert (finding.severity, finding.span) == ("error", (7, 21))
    ignored: Any = {"host-font-confusable-with": "ignore"}
    assert check(severities=ignored, protected=["paypal.example"]) == []


def test_names_of_a_tuple_are_those_of_that_tuple() -> None:
    """A tuple is prepared once; another one, and a list that changes, are read again."""
    iri = IRI("http://paypa1.example/")
    names = ["paypal.example"]
    first, second = tuple(names), ("other.example",)
    for _ in range(2):
        assert len(iri.check(protected=first)) == 1
        assert iri.check(protected=second) == []
    assert len(iri.check(protected=names)) == 1
    names.clear()
    assert iri.check(protected=names) == iri.check(protected=()) == []


def test_rdf_reference_iris() -> None:
    """RDF 1.2 Concepts §3.3.1, sentence by sentence."""
    for text in [
        "HTTP://example/",  # use lowercase characters in scheme names
        "http://example/%41",  # only use percent-encoding where required by the IRI syntax
        "http://example/%C3%A9",
        "http://example:80/",  # omit the HTTP or HTTPS default port
        "https://example:443/",
        "http://example/%3f",  # use uppercase hexadecimal letters
        "http://example",  # an empty path in an HTTP IRI is preferred over no path
        "http://example/a/./b",  # remove "/./" and "/../"
        "https://example/path/../data",
        "http://EXAMPLE/",  # use lowercase characters in domain names
        "http://\u00c9xample/",
        "http://xn--r8jz45g.example/",  # avoid using the A-label
        "http://example/re\u0301",  # Normalization Form C
        "http:abcd",  # invalid because they do not satisfy the HTTP URI scheme definition
        "http:///abcd",
        "did:Example:1",  # and the DID syntax
    ]:
        assert not IRI(text).is_rdf_reference, text
    for text in ["http://example/%3F", "http://example/é", "urn:x-foo:a", "mailto:a", "s:A%2F"]:
        assert IRI(text).is_rdf_reference, text
    assert not hasattr(IRIReference, "is_rdf_reference")  # a relative reference is not one


@given(iri_references())
def test_findings_of_any_text(text: str) -> None:
    reference = IRIReference(text)
    for profile in PROFILES:
        profile_: Any = profile
        findings = reference.check(profile_)
        for finding in findings:
            start, stop = finding.span
            assert 0 <= start < stop <= len(text), finding
        assert pickle.loads(pickle.dumps(findings)) == findings


@example("urn:%0a/:")
@given(iri_references())
def test_what_is_fixed_is_equivalent_and_stays(text: str) -> None:
    reference = IRIReference(text)
    for profile in PROFILES:
        profile_: Any = profile
        made = fixed(reference, profile_)
        assert made.equivalent(reference, level="scheme")
        assert fixed(made, profile_) == made
        if made.has_finding("file-authority"):
            continue  # the equivalent by the RFC is another file
        for finding in made.check(profile_):
            suggestion = finding.suggestion
            assert suggestion is None or not suggestion.equivalent(made, level="scheme")


def test_what_is_fixed_of_the_examples() -> None:
    """Text stays if the fault is elsewhere, or if another reader reads it differently."""
    followed = {
        rule.code
        for rule in RULES
        if fixed(IRIReference(rule.bad_example), severities=only(rule))
        != IRIReference(rule.bad_example)
    }
    assert followed == {
        "dot-segment",
        "host-not-lowercase",
        "host-percent-encoded",
        "idna-a-label",
        "idna-mapped",
        "ipv6-not-canonical",
        "path-empty",
        "percent-encoded-dot-segment",
        "percent-encoded-ucschar",
        "percent-encoded-unreserved",
        "percent-not-uppercase",
        "port-default",
        "port-empty",
        "purl-not-canonical",
        "purl-syntax",
        "scheme-not-lowercase",
        "urn-non-ascii",
        "urn-not-normal",
        "uuid-not-lowercase",
    }


def test_fixed_keeps_the_class() -> None:
    made = fixed(URI("HTTP://h.example/%C3%A9%7E"), "rdf")
    assert (type(made), made) == (URI, "http://h.example/%C3%A9~")


# The start of a text, the repeated part, and the end.
HOSTILE = {
    "triplets": ("http://a.example/", "%7e", ""),
    "not UTF-8": ("http://a.example/", "%ff%41", ""),
    "encoded twice": ("http://a.example/", "%2541", ""),
    "encoded dot segments": ("http://a.example/", "%2e%2E/", ""),
    "dot segments": ("http://a.example", "/a/..", ""),
    "slashes": ("http://a.example", "/", ""),
    "labels": ("http://", "a.", ""),
    "international labels": ("http://", "é.", ""),
    "labels of other scripts": ("http://", "аб.", "рф/"),
    "A-labels": ("http://", "xn--a.", ""),
    "one label": ("http://", "é", ""),
    "one triplet after the other": ("http://", "%C3%A9", ""),
    "numbers": ("http://", "1.", ""),
    "a number": ("http://", "1", ""),
    "marks": ("http://a.example/e", "\u0301", ""),
    "two orders of marks": ("http://a.example/e", "\u0301\u0327", ""),
    "right to left": ("http://a.example/", "\u05d01/", ""),
    "invisible": ("http://a.example/", "a\u200b", ""),
    "spaces": ("http://a.example/", "\u3000", ""),
    "private": ("http://a.example/?", "\ue000", ""),
    "entities": ("http://a.example/?", "&amp;", ""),
    "ampersands": ("http://a.example/?", "&", ""),
    "parentheses": ("http://a.example/", "()", ")"),
    "closing": ("http://a.example/", ")", ""),
    "recipients": ("mailto:", "a,", ""),
    "headers": ("mailto:a@b.example?", "to=a&", ""),
    "a name": ("urn:", "a", ""),
    "arcs": ("urn:oid:", "1.", "1"),
    "base64": ("data:;base64,", "AAAA", "A"),
    "parameters": ("tel:1", ";a", ""),
    "a tag": ("tag:", "a.", ",2020:a"),
    "a DID": ("did:a:", "b:", ""),
    "a scheme": ("a", ".b", ":1"),
    "fields": ("http://a.example/?", "token=a&", ""),
    "userinfo": ("http://", "a.", "@b.example/"),
    "a port": ("http://a.example:", "1", "/"),
    "deviations": ("http://", "ß", ".example/"),
    "hyphens": ("http://", "-.", "example/"),
    "underscores": ("http://", "_", ".example/"),
    "full stops": ("http://", "a\u3002", "example/"),
}


@OF_FINDINGS
@pytest.mark.parametrize("shape", HOSTILE)
def test_every_rule_is_linear(shape: str) -> None:
    """Every rule runs on a quarter of a megabyte and on a whole one, in UTF-8."""
    begin, again, end = HOSTILE[shape]

    def work(octets: int) -> None:
        reference = IRIReference(begin + again * (octets // len(again.encode())) + end)
        reference.check(severities=SEVERITIES, protected=["paypal.example"])

    # Four times the text takes four times as long, not sixteen times.
    assert_grows_at_most(10, work, 250_000, 1_000_000, fast=0.1)


def test_the_version_of_unicode() -> None:
    assert iriform.UNICODE_VERSION == "18.0.0"


def test_the_page_is_made_from_the_table() -> None:
    path = ROOT / "scripts" / "findings_page.py"
    spec = importlib.util.spec_from_file_location("findings_page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = module.PAGE.read_text(encoding="utf-8")

    assert module.written(page) == page, f"run {path.name}"
    assert module.written(page.replace("ipv4-lookalike`", "x`")) != page.replace("## The", "##")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # Placeholders in manuals are not names or passwords.
        ("https://user:password@docs.example/3", []),
        ("https://USER:PASS@Docs.example./", []),
        ("http://username:passwd@a.例え.com/", []),
        ("https://$USER:$PASSWORD@a.example/", []),
        ("https://your-login:your-password@a.example/", []),
        ("postgres://usr:pwd@db.example/x", []),
        ("https://anna:***@a.example/", ["userinfo", "password"]),
        ("https://anna:@a.example/", ["userinfo"]),
        ("http://user:hunter2@a.example/", ["userinfo", "password"]),
        ("http://anna:password@a.example/", ["userinfo", "password"]),
        ("http://admin:admin@a.example/", ["userinfo", "password"]),
        # On a private network it may be the login.
        ("http://user:password@localhost/", ["userinfo", "password"]),
        ("http://user:password@db.internal/", ["userinfo", "password"]),
        ("http://user:password@10.0.0.1/", ["userinfo", "password"]),
    ],
)
def test_a_password_is_one_of_somebody(text: str, codes: list[str]) -> None:
    found = [finding.code for finding in IRI(text).check()]
    assert [code for code in found if code in {"userinfo", "password"}] == codes
