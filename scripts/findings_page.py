"""Write the reference of the rules in docs/findings.md from the rules of the native module.

Everything below the mark is generated: `python scripts/findings_page.py` rewrites it.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from unicodedata import normalize

from iriform import UNICODE_VERSION
from iriform.findings import RULES, Rule

PAGE = Path(__file__).parents[1] / "docs" / "findings.md"
# Letters of the examples that look like Latin ones, or like a digit.
LOOKALIKES = "\u0430\u0435\u043e\u0437\u01c3\u0440\u04cf"
ASKED_BY = {
    "Policies": "a [policy](policy.md) asks",
    "Protected names": "`check(protected=…)` asks",
}
MARK = "<!-- Below this line everything is made by scripts/findings_page.py. -->\n"


def written(page: str) -> str:
    """Replace the text below the mark."""
    before, _, _ = page.partition(MARK)
    return before + MARK + reference()


def reference() -> str:
    """Return a list of the rules, then every rule, by topic."""
    topics = [(topic, list(rules)) for topic, rules in groupby(RULES, lambda rule: rule.topic)]
    parts = [f"\n{len(RULES)} rules, by the data of Unicode {UNICODE_VERSION}:\n"]
    parts += [f"* **{topic}:** {', '.join(map(link, rules))}" for topic, rules in topics]
    parts.append("")
    for topic, rules in topics:
        parts += [f"### {topic}\n", *map(section, rules)]
    return "\n".join(parts)


def link(rule: Rule) -> str:
    """Return a link to the section of a rule."""
    return f"[`{rule.code}`](#{rule.code})"


def section(rule: Rule) -> str:
    """Return the section of a rule, with its own heading as the target of links."""
    none = ASKED_BY.get(rule.topic, "ask for it by its code")
    profiles = ", ".join(f"`{name}`" for name in rule.profiles) or f"none: {none}"
    return f"""#### `{rule.code}`

{_sentence(rule.message)} ({rule.clause}).

* Severity: {rule.severity}. Profiles: {profiles}.
* Found in `{visible(rule.bad_example)}`, not in `{visible(rule.good_example)}`.
"""


def _sentence(message: str) -> str:
    return message[0].upper() + message[1:]


def visible(text: str) -> str:
    r"""Escape characters that look like others, or like nothing, as Python does: `\u200b`."""

    def one(c: str) -> str:
        is_plain = c.isascii() or (
            c.isalnum() and c == normalize("NFKC", c) and c not in LOOKALIKES
        )
        return c if is_plain else c.encode("unicode-escape").decode()

    return "".join(map(one, text))


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
