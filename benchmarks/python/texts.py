"""The texts of the measurements: real IRIs if the corpora exist, else the sample of benchmarks/data."""

from __future__ import annotations

import csv
import os
from functools import cache
from pathlib import Path

from benchmarks.data import generate
from iriform import IRI, IRIReference

COUNT = 2000
REPOSITORY = Path(__file__).parents[2]


def folder() -> Path | None:
    """Find the corpora: `IRIFORM_CORPORA`, else next to the repository."""
    if named := os.environ.get("IRIFORM_CORPORA"):
        return Path(named)
    beside = REPOSITORY.parent / "shared" / "corpora"
    return beside if beside.is_dir() else None


@cache
def lines(corpus: str, sample: str) -> tuple[str, ...]:
    """Read a corpus, or generate the `sample` that replaces it."""
    corpora = folder()
    if corpora is not None:
        text = (corpora / corpus).read_text(encoding="utf-8")
    else:
        path = Path(generate.__file__).with_name(f"{sample}.txt")
        if not path.exists():
            generate.main()
        text = path.read_text(encoding="utf-8")
    return tuple(text.splitlines())


def _some(texts: list[str], count: int) -> list[str]:
    """Return `count` distinct texts, evenly spaced in the whole list."""
    different = list(dict.fromkeys(texts))
    step = max(1, len(different) // count)
    return different[::step][:count]


def _web(low: int, high: int) -> list[str]:
    return [
        text
        for text in lines("kasztp.txt", "web")
        if text.isascii() and text.startswith(("http:", "https:")) and low <= len(text) <= high
    ]


def ascii_(count: int = COUNT) -> list[str]:
    """Read links from web pages, 50 to 70 characters."""
    return _some([text for text in _web(50, 70) if IRI.is_valid(text)], count)


def different_hosts(count: int = COUNT) -> list[str]:
    """Return links with distinct hosts, more than a table of recent hosts would hold."""
    return [text.replace("://", f"://h{i}.", 1) for i, text in enumerate(ascii_(count))]


def long(count: int = COUNT) -> list[str]:
    """Return links of 150 to 210 characters, each joined from three links."""
    # Real ones are too few: they would fit into the caches of some peers, with a few hundred entries.
    short = [text for text in _web(50, 70) if IRI.is_valid(text) and not set("?#") & set(text)]
    paths = [text.partition("//")[2] for text in short]
    texts = ["/".join(group) for group in zip(short, paths[1:], paths[2:], strict=False)]
    return _some(texts, count)


def invalid(count: int = COUNT) -> list[str]:
    """Read links that are not IRIs."""
    texts = [text for text in _web(1, 400) if not IRI.is_valid(text)]
    return _some(texts or [f"{text} {i}" for i, text in enumerate(ascii_(count))], count)


def latin1(count: int = COUNT) -> list[str]:
    """Read IRIs with letters of Latin-1, one byte per character in CPython."""
    texts = lines("dbp15k_fr_en.txt", "latin")
    return _some([t for t in texts if not t.isascii() and max(t) < "\u0100"], count)


def bmp(count: int = COUNT) -> list[str]:
    """Read IRIs with Japanese, two bytes per character in CPython."""
    return _some([t for t in lines("dbp15k_ja_en.txt", "dbpedia") if not t.isascii()], count)


def astral(count: int = COUNT) -> list[str]:
    """Return IRIs with an emoji, four bytes per character in CPython."""
    return [f"{text}_\U0001f600" for text in bmp(count)]


def escaped(count: int = COUNT) -> list[str]:
    """Return URIs with percent-encoded letters and spaces."""
    letters = [str(IRI(text).to_uri()) for text in latin1(count)]
    return [text.replace("_", "%20") for text in letters]


def hosts(count: int = COUNT) -> list[str]:
    """Return IRIs whose hosts have a Latin or a Japanese word."""
    words = [text.rpartition("/")[2].lower() for text in (*latin1(count), *bmp(count))]
    words = [word for word in words if word.isalpha() and not word.isascii()]
    return _some([f"http://www.{word}.example/a/b" for word in words], count)


def pairs(count: int = COUNT) -> list[tuple[str, str]]:
    """Read bases from the web with references from their pages."""
    corpora = folder()
    if corpora is None:  # the sample has none
        bases = ascii_(count)
        references = ["../a/b", "c?d=e", "/", "/f/g/h.html", "#i", "./../j", "//k.example/l"]
        return [(base, references[i % len(references)]) for i, base in enumerate(bases)]
    with (corpora / "relative_urls_cc_10k.csv").open(encoding="utf-8", newline="") as file:
        rows = [(base, reference) for base, reference in csv.reader(file)][1:]
    usable = [row for row in rows if IRI.is_valid(row[0]) and IRIReference.is_valid(row[1])]
    return usable[:: max(1, len(usable) // count)][:count]


STORAGES = {
    "ASCII": ascii_,
    "Latin-1": latin1,
    "BMP": bmp,
    "astral": astral,
}
