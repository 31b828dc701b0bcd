"""The questions: a number of lines from each corpus, evenly spaced."""

import csv
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from iriform import IRI, IRIReference

ROOT = Path(__file__).resolve().parents[2]
OF_EACH_CORPUS = 2_000
# Bases for the relative references of the test data of RDF libraries: hierarchical, with empty
# segments, with dots, without an authority, rootless.
BASES = [
    "http://example.org/a/b/c?d",
    "file:///a//b/",
    "http://example.org/a/../b/..",
    "s3:/a",
    "urn:example:x",
]


class Question(NamedTuple):
    """An operation and its operands."""

    operation: str
    a: str
    b: str = ""


def corpora() -> Path | None:
    """Return the folder of the corpora, which may be next to the project."""
    folders = (parent / "shared" / "corpora" for parent in ROOT.parents)
    return next((folder for folder in folders if folder.is_dir()), None)


def carried(name: str) -> Iterator[dict[str, Any]]:
    """Read the rows of a public suite that every clone has."""
    with (ROOT / "tests" / "vectors" / "data" / f"{name}.jsonl").open(encoding="utf-8") as table:
        yield from map(json.loads, table)


def lines() -> list[str]:
    """Return lines of every corpus, or the texts that every clone has if there are no corpora."""
    found: list[str] = []
    folder = corpora()
    if folder is None:
        found += (ROOT / "examples" / "identifiers.txt").read_text("utf-8").splitlines()
        found += [row["input"] for row in carried("components")]
        found += [row["input"] for row in carried("normalize")]
        return found
    for file in sorted(folder.glob("*.txt")):
        if file.stem == "INDEX" or "hosts" in file.stem:
            continue
        text = file.read_text("utf-8").split("\n")
        text = [line for line in text if line and "\t" not in line and "\r" not in line]
        found += text[:: max(1, len(text) // OF_EACH_CORPUS)][:OF_EACH_CORPUS]
    return found


def pairs() -> Iterator[tuple[str, str]]:
    """Yield bases and references, all valid."""
    folder = corpora()
    if folder is None:
        given = [(row["base"], row["reference"]) for row in carried("resolve")]
    else:
        with (folder / "relative_urls_cc_10k.csv").open(encoding="utf-8", newline="") as table:
            given = [(row["base"], row["relative"]) for row in csv.DictReader(table)]
    for base, reference in given:
        if IRI.is_valid(base) and IRIReference.is_valid(reference):
            yield base, reference
    relative = [line for line in lines() if IRIReference.is_valid(line) and not IRI.is_valid(line)]
    for reference in dict.fromkeys(relative):
        for base in BASES:
            yield base, reference


def spoiled(text: str, rng: random.Random) -> str:
    """Return another form of a valid IRI, with roughly the same normal form."""
    position = rng.randrange(len(text))
    choices = [
        lambda: text.replace("://", "://U@", 1).replace("U@", "u:@", 1),
        lambda: text[:4].upper() + text[4:],
        lambda: text + "/%7e/../%c3%a9",
        lambda: text + "/./x//y/..",
        lambda: text.replace("/", "//", 3),
        lambda: text + "?",
        lambda: text + "#",
        lambda: text[:position] + f"%{ord(text[position]) & 127:02x}" + text[position + 1 :],
        lambda: text[:position] + "%C3%A9%2F%E2%80%AE" + text[position:],
        lambda: text.split("/", 3)[0] + "//EXAMPLE.Org:80",
    ]
    return rng.choice(choices)()


def questions() -> Iterator[Question]:
    """Yield all questions."""
    rng = random.Random(3986)
    for base, reference in pairs():
        yield Question("resolve", base, reference)
        target = IRI(base).resolve(reference)
        yield Question("relativize", base, str(target))
    for line in lines():
        yield Question("is_iri", line)
        if IRI.is_valid(line):
            text = spoiled(line, rng)
            for each in (line, text) if IRI.is_valid(text) else (line,):
                yield Question("normalize", each)
                yield Question("to_uri", each)
                yield Question("to_iri", str(IRI(each).to_uri()))
