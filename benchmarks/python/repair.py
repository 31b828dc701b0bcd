"""The results of `repair` and of a WHATWG parser (ada) for invalid text.

`python -m benchmarks.python.repair` prints the tables of docs/field-tests.md. Both receive each
invalid text. If both accept it, the WHATWG parser also reads the repaired text: is the result the
same as for the original?
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import ada_url

from benchmarks.python.texts import folder
from iriform import IRI, IRIReference, ParseError

SAME = "the same"
SPELLED = "the same, encoded"
OTHER = "another path or query"
OTHER_HOST = "another host"
ORDER = ("not-allowed", "trimmed", "bare-percent", "bracket", "second-hash")


class Outcome(NamedTuple):
    """The results of both for a text: a row of the table, and an example."""

    ours: str
    theirs: str
    text: str
    repaired: str | None
    href: str | None


def whatwg(text: str, base: str | None = None) -> str | None:
    """Return the href, or None if ada refuses the text."""
    try:
        return ada_url.URL(text, base=base).href
    except ValueError:
        return None


def key(href: str) -> str:
    """Return the same key for hrefs that differ only in percent-encoding.

    A serialized URL may have brackets and bare percent signs, which is what `repair` is for.
    """
    try:
        return IRIReference.repair(href).value.comparison_key()
    except ParseError:
        return href


def outcome(text: str, base: str | None = None) -> Outcome:
    """Return the results of both for one text."""
    href = whatwg(text, base)
    try:
        # As a reference if there is a base, else as an IRI with a scheme.
        repaired = (IRI if base is None else IRIReference).repair(text)
    except ParseError as error:
        return Outcome(f"refused: {error.reason} ({error.rule})", _theirs(href), text, None, href)
    causes = {change.cause for change in repaired.changes}
    ours = "repaired: " + ", ".join(cause for cause in ORDER if cause in causes)
    if href is None:
        return Outcome(ours, "refused", text, repaired.value, None)
    again = whatwg(repaired.value, base)
    if again == href:
        theirs = SAME
    elif again is None or ada_url.URL(again).host != ada_url.URL(href).host:
        theirs = OTHER_HOST
    else:
        theirs = SPELLED if key(again) == key(href) else OTHER
    return Outcome(ours, theirs, text, repaired.value, href)


def _theirs(href: str | None) -> str:
    return "refused" if href is None else "taken"


def kasztp() -> Iterator[Outcome]:
    """Yield the outcomes of the web links that are not IRIs."""
    corpora = folder()
    assert corpora is not None, "the corpora are not at hand"
    for line in (corpora / "kasztp.txt").read_text("utf-8").splitlines():
        if not IRI.is_valid(line):
            yield outcome(line)


def rows() -> Iterator[Outcome]:
    """Yield the outcomes of the rows of web-platform-tests that are not IRI references."""
    corpora = folder()
    assert corpora is not None, "the corpora are not at hand"
    with (corpora.parent / "vectors" / "whatwg.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            text, base = row["input"], row["base"]
            if text is not None and not (IRI if base is None else IRIReference).is_valid(text):
                yield outcome(text, base)


def table(outcomes: Iterable[Outcome]) -> str:
    """Count the outcomes, in Markdown."""
    everything = list(outcomes)
    counts = Counter((o.ours, o.theirs) for o in everything)
    lines = ["| `repair` | ada | texts | for example |", "|---|---|---:|---|"]
    for (ours, theirs), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1])):
        example = min(
            (o for o in everything if (o.ours, o.theirs) == (ours, theirs)),
            key=lambda o: (len(o.text), o.text),
        )
        lines.append(f"| {ours} | {theirs} | {count} | {_shown(example)} |")
    lines.append(f"| | | **{len(everything)}** | |")
    return "\n".join(lines)


def _shown(o: Outcome) -> str:
    made = "" if o.repaired is None else f" → {_code(o.repaired)}"
    read = "" if o.theirs in {SAME, "refused"} or o.href is None else f"; ada: {_code(o.href)}"
    return _code(o.text) + made + read


def _code(text: str) -> str:
    shown = text if len(text) <= 60 else f"{text[:40]}…{text[-15:]}"
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown)
    fence = "``" if "`" in shown else "`"
    return f"{fence}{shown}{fence}".replace("|", "\\|")


def main() -> None:
    """Print both tables."""
    for name, outcomes in (("kasztp.txt", kasztp()), ("whatwg.jsonl", rows())):
        print(f"### {name}\n\n{table(outcomes)}\n")


if __name__ == "__main__":
    main()
