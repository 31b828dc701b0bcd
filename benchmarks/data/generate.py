"""Generate the sample that the benchmarks use if the corpora of real data are missing.

    python benchmarks/data/generate.py

The words are invented; lengths, depth and the share of queries are those of the real corpora.
"""

from __future__ import annotations

import random
from pathlib import Path

COUNT = 6000
# Measured on the links of 50 to 70 characters among 48 000 links from web pages.
SHARE_OF_QUERIES = 0.08
SHARE_OF_ESCAPES = 0.005
SHARE_OF_FRAGMENTS = 0.01
SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "ne",
    "ru",
    "ta",
    "vo",
    "be",
    "di",
    "fu",
    "ga",
    "ho",
    "ju",
    "pe",
    "sy",
    "za",
    "in",
    "or",
    "an",
    "el",
]
KANA = "アイウエオカキクケコサシスセソタチツテトナニヌネノ日本国東京都市山川田中大小新学"
LATIN = "àéîöüßçñøåæ"


def word(rng: random.Random, low: int, high: int) -> str:
    """Return a word of `low` to `high` syllables."""
    return "".join(rng.choice(SYLLABLES) for _ in range(rng.randint(low, high)))


def web(rng: random.Random) -> str:
    """Return a link like those in web pages."""
    host = f"{rng.choice(['www.', '', 'm.'])}{word(rng, 2, 5)}.{rng.choice(['com', 'org', 'net'])}"
    path = "".join(f"/{word(rng, 2, 7)}" for _ in range(rng.randint(0, 4)))
    suffix = rng.choice(["", "/", ".html", ""])
    query = fragment = ""
    if rng.random() < SHARE_OF_QUERIES:
        query = f"?{word(rng, 1, 2)}={rng.randint(1, 99999)}&q={word(rng, 1, 3)}"
    if rng.random() < SHARE_OF_ESCAPES:
        path += f"/{word(rng, 1, 2)}%20{word(rng, 1, 2)}"
    if rng.random() < SHARE_OF_FRAGMENTS:
        fragment = f"#{word(rng, 1, 3)}"
    return f"{rng.choice(['http', 'https', 'https'])}://{host}{path}{suffix}{query}{fragment}"


def dbpedia(rng: random.Random) -> str:
    """Return the IRI of an encyclopedia's article, in kana and kanji."""
    name = "".join(rng.choice(KANA) for _ in range(rng.randint(2, 12)))
    return f"http://ja.dbpedia.example/resource/{name}"


def latin(rng: random.Random) -> str:
    """Return the IRI of an article whose name has letters of Latin-1."""
    name = "_".join(f"{word(rng, 1, 3)}{rng.choice(LATIN)}" for _ in range(rng.randint(1, 4)))
    return f"http://fr.dbpedia.example/resource/{name.capitalize()}"


def file(rng: random.Random) -> str:
    """Return a file's URI."""
    return f"file:///home{''.join(f'/{word(rng, 1, 5)}' for _ in range(rng.randint(3, 9)))}.js"


def main() -> None:
    """Write every sample."""
    for make in (web, dbpedia, latin, file):
        rng = random.Random(make.__name__)  # noqa: S311 - the same sample every time
        lines = "".join(f"{make(rng)}\n" for _ in range(COUNT))
        Path(__file__).with_name(f"{make.__name__}.txt").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
