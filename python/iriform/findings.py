"""Findings: facts about a valid reference beyond its grammar.

`RULES` is the table of the rules. The method `check()` of a reference applies those of a profile.

>>> from iriform import IRI
>>> [finding.code for finding in IRI("http://0x7f.1:99999/").check()]
['port-out-of-range', 'ipv4-lookalike']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

from ._core import UNICODE_VERSION, IRIReference, finding_rules, finding_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Never

__all__ = [
    "RULES",
    "UNICODE_VERSION",
    "Finding",
    "Profile",
    "Rule",
    "Severity",
    "fixed",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Never:
        if name == "__path__":  # the import system asks each module for it
            raise AttributeError(name)
        from ._did_you_mean import missing

        raise missing(__name__, name)


Reference = TypeVar("Reference", bound=IRIReference)

Severity: TypeAlias = Literal["error", "warning", "info"]
Profile: TypeAlias = Literal["default", "norm", "rdf", "untrusted"]


class Finding(NamedTuple):
    r"""Something to know about a valid reference.

    `code` is stable and names the rule in `RULES`. `span` is the range, in code points of the text.
    `message` and `clause` come from the rule. `suggestion` is the reference without any finding of
    this rule, if only one correction is possible. `evidence` is the detail that the rule found,
    such as the address that a name stands for. A suggestion keeps the secrets of the text; its
    `repr` masks a password, and `masked` masks all secrets.

    >>> finding, = IRI("http://example.org/\u202egnp.exe").check()
    >>> finding.code, finding.severity, finding.span, finding.clause, finding.evidence
    ('bidi-formatting', 'error', (19, 20), 'RFC 3987 §4.1', 'U+202E')
    >>> finding, = IRI("http://example.org:99999/").check()
    >>> finding.sentence
    'a port has 16 bits, so it is at most 65535 (RFC 9293 §3.1)'
    """

    code: str
    severity: Severity
    span: tuple[int, int]
    message: str
    clause: str
    suggestion: IRIReference | None = None
    evidence: str | None = None

    @property
    def sentence(self) -> str:
        """`message`, `evidence` and `clause` in one line."""
        return finding_sentence(self.message, self.evidence, self.clause)


class Rule(NamedTuple):
    """A rule, with its topic, code, severity, profiles, clause, message, and two examples.

    `profiles` is empty for a rule that applies only if its code is named. The rule finds
    something in the text `bad_example`, and nothing in the text `good_example`.

    >>> rule, = [rule for rule in RULES if rule.code == "port-out-of-range"]
    >>> rule.topic, rule.severity, rule.profiles, rule.bad_example
    ('Authority', 'error', ('default', 'untrusted'), 'http://example.org:99999/')
    """

    topic: str
    code: str
    severity: Severity
    profiles: tuple[Profile, ...]
    clause: str
    message: str
    bad_example: str
    good_example: str


# Every rule, in the order in which `check()` returns findings.
RULES: tuple[Rule, ...] = tuple(
    Rule(topic, code, severity, tuple(profiles), clause, message, bad_example, good_example)
    for topic, code, severity, profiles, clause, message, bad_example, good_example in finding_rules()
)


def fixed(
    reference: Reference,
    /,
    profile: Profile = "default",
    *,
    severities: Mapping[str, Severity | Literal["ignore"]] | None = None,
) -> Reference:
    """Follow the suggestions of the findings that do not change what the reference identifies.

    `profile` and `severities` are those of `check()`. A suggestion is followed if it is equivalent
    to the reference by the rules of its scheme (RFC 3986 §6.2.3, `equivalent(level="scheme")`) and
    has the same class. Findings without such a suggestion remain. A reference with the finding
    `file-authority` is unchanged, because the normal form of `file://C:/a` is another file (RFC
    3986 §6.2.2.1, RFC 8089 §2).

    >>> fixed(IRI("HTTP://Example.org:80/%7Eanna/../b?a=1&amp;c"), "norm")
    IRI('http://example.org/b?a=1&amp;c')
    >>> fixed(IRI("http://example.org/a/../b")), fixed(IRI("http://0x7f.1/"))
    (IRI('http://example.org/b'), IRI('http://0x7f.1/'))
    """
    _refuse_text(reference)
    if reference.has_finding("file-authority"):
        return reference
    # Each suggestion is free of the findings of its rule. A bound in case two rules disagree.
    for _ in range(2 * len(RULES)):
        found = reference.check(profile, severities)
        # The findings of a rule share one suggestion.
        suggested = {id(f.suggestion): f.suggestion for f in found}.values()
        ours = (s for s in suggested if isinstance(s, type(reference)))
        followed = next((s for s in ours if s.equivalent(reference, level="scheme")), None)
        if followed is None:
            break
        reference = followed
    return reference


def _refuse_text(reference: object) -> None:
    """Refuse text that has not been parsed."""
    if not isinstance(reference, IRIReference):
        raise TypeError(
            f"reference must be an IRIReference, not {type(reference).__name__}: IRIReference(text)"
            " parses text"
        )
