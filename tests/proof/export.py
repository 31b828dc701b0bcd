"""Writes the machines for `make prove`: `python -m tests.proof.export FILE`.

The file is text. Code points are hexadecimal and joined by "." within a text; an empty text is "-".

    rule NAME
    letter FIRST-LAST ... ; CHARACTER ...    one per letter: its ranges, the characters that tell
    state OUTPUT TEXT ; STATE ... ; TEXT ... one per state: a text that leads to it, where each letter
                                             leads, the texts that identify it
    cover STATE TEXT                         one per place in the grammar
    pad CHARACTER TEXT TEXT STATE            the character any number of times between the texts
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from .machine import RULES, Machine, Word, machine
from .suites import identifiers, padded_paths
from .texts import PADDING


def main(target: str) -> None:
    """Write the machines of all rules to the file `target`."""
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    lines = [line for rule in RULES for line in lines_of(rule)]
    Path(target).write_text("\n".join(lines) + "\n", encoding="ascii")


def lines_of(rule: str) -> Iterator[str]:
    """The lines for one rule."""
    whole = machine(rule)
    yield f"rule {rule}"
    for ranges, characters in zip(whole.alphabet.classes, whole.characters, strict=True):
        spans = " ".join(f"{first:x}-{last:x}" for first, last in ranges)
        yield f"letter {spans} ; {' '.join(f'{ord(c):x}' for c in characters)}"
    for state, row in enumerate(whole.table):
        own = " ".join(spelled(whole, word) for word in identifiers(whole)[state])
        path = spelled(whole, whole.access[state])
        yield f"state {whole.output[state]} {path} ; {' '.join(map(str, row))} ; {own}"
    for state, word in whole.cover:
        yield f"cover {state} {spelled(whole, word)}"
    for pad in PADDING:
        for before, after, state in padded_paths(whole, whole.alphabet.class_of(ord(pad))):
            yield f"pad {ord(pad):x} {spelled(whole, before)} {spelled(whole, after)} {state}"


def spelled(whole: Machine, word: Word) -> str:
    """Spell a word with one character for each letter."""
    return ".".join(f"{whole.alphabet.classes[x][0][0]:x}" for x in word) or "-"


if __name__ == "__main__":
    main(sys.argv[1])
