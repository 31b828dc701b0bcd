"""The speed of finding links in text, compared with other packages, and the rate of false finds.

`python -m benchmarks.links` prints megabytes per second for texts of several scripts, with no link,
a few and many. Peers that are not installed are left out: linkify-it-py, urlextract, bleach,
turbohtml. The crate `linkify` is compared without Python, on the same texts, by
`cargo run --release --manifest-path lab/speed/Cargo.toml --bin links -- FILE…`, and
`python -m benchmarks.links --write FOLDER` writes them.

`python -m benchmarks.links --alarms FILE…` counts the links in files of any kind, with and without
names that have no scheme, and the names that end in a suffix of files.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from iriform.links import find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SENTENCES = {
    "English": "Nobody knows who wrote the letter, but everybody read it twice, and then once more",
    "German": "Ärger über größere Öfen führt zu übermäßig süßen Brötchen, sagt man in Köln",
    "Russian": "Никто не знает, кто написал это письмо, но все прочитали его дважды",
    "Japanese": "だれがその手紙を書いたのかはだれも知らないが、みんな二回読んだ",
    "Arabic": "لا أحد يعرف من كتب الرسالة ولكن الجميع قرأها مرتين ثم مرة أخرى",
    "Emoji": "Nobody knows \N{GRINNING FACE} who wrote the letter, but everybody read it twice",
}
LINKS = (
    "https://example.org/a/b(c)?d=e&f=%C3%A9#g",
    "www.example.com/path",
    "anna.b@example.net",
    "http://ja.wikipedia.org/wiki/植物学",
)
KINDS = (("no link", 0), ("few", 20), ("many", 1))
SIZE = 1_000_000
"""Characters of a text."""


def text(sentence: str, every: int) -> str:
    """Return a text with a link in one of `every` sentences; 0 for no link and no full stop."""
    if every == 0:
        return (sentence + ", ") * (SIZE // (len(sentence) + 2))
    parts = []
    size = number = 0
    while size < SIZE:
        link = f" {LINKS[number % len(LINKS)]}" if number % every == 0 else ""
        parts.append(f"{sentence}{link}. ")
        size += len(parts[-1])
        number += 1
    return "".join(parts)


def finders() -> dict[str, Callable[[str], int]]:
    """Return the functions that count links: ours, and those of installed packages."""

    def installed(name: str) -> Any:  # noqa: ANN401 - a module
        try:
            return import_module(name)
        except ImportError:
            return None

    found: dict[str, Callable[[str], int]] = {"iriform": lambda text: sum(1 for _ in find(text))}
    if module := installed("linkify_it"):
        it = module.LinkifyIt()
        found["linkify-it-py"] = lambda text: len(it.match(text) or [])
    if module := installed("urlextract"):
        extractor = module.URLExtract()
        found["URLExtract"] = lambda text: len(extractor.find_urls(text))
    if bleach := installed("bleach"):
        found["bleach"] = lambda text: bleach.linkify(text).count("<a ")
    if html := installed("turbohtml.clean"):
        detector = html.LinkDetector()
        found["turbohtml"] = lambda text: len(detector.find(text))
    return found


def rates(counts: Iterable[Callable[[str], int]], sample: str) -> list[float]:
    """Return megabytes of UTF-8 per second of each, the best of several rounds in turn."""
    counts = list(counts)
    best = [float("inf")] * len(counts)
    for _ in range(20):
        for i, count in enumerate(counts):
            end = time.perf_counter() + 0.03
            now = 0.0
            while now < end:
                start = time.perf_counter()
                count(sample)
                now = time.perf_counter()
                best[i] = min(best[i], now - start)
    return [len(sample.encode()) / 1e6 / seconds for seconds in best]


def show_speed() -> None:
    """Print the table of speed."""
    counts = finders()
    print(f"| text | links | {' | '.join(f'{name}, MB/s' for name in counts)} |")
    print(f"|---|---:|{'---:|' * len(counts)}")
    for script, sentence in SENTENCES.items():
        for label, every in KINDS:
            # A tenth, because some take seconds per megabyte.
            sample = text(sentence, every)[: SIZE // 10]
            links = counts["iriform"](sample)
            cells = " | ".join(f"{each:,.1f}" for each in rates(counts.values(), sample))
            print(f"| {script}, {label} | {links:,} | {cells} |")


def write(folder: Path) -> None:
    """Write each text to a file."""
    for script, sentence in SENTENCES.items():
        for label, every in KINDS:
            (folder / f"{script}, {label}.txt").write_text(text(sentence, every), encoding="utf-8")


def show_alarms(names: list[str]) -> None:
    """Print the number of links of each kind in files."""
    print(
        "| file | kB | with a scheme | names | of these like files | addresses | no IRI as it stands |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name in names:
        sample = Path(name).read_text(encoding="utf-8", errors="replace")
        kinds = Counter(found.kind for found in find(sample))
        files = kinds["domain"] - sum(f.kind == "domain" for f in find(sample, files=False))
        changed = sum(bool(found.changes) for found in find(sample, domains=False))
        size = len(sample.encode()) // 1000
        cells = (kinds["iri"], kinds["domain"], files, kinds["email"], changed)
        print(f"| {Path(name).name} | {size:,} | {' | '.join(f'{cell:,}' for cell in cells)} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--alarms"]:
        show_alarms(sys.argv[2:])
    elif sys.argv[1:2] == ["--write"]:
        write(Path(sys.argv[2]))
    else:
        show_speed()
