"""Hosts that look like a commoner host of the same data, by the search of `check`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from iriform import IRI

from .figures import LookAlike

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .figures import Count

# The number of the most frequent domains that the others are compared with.
_MOST_NAMES = 10_000

# The smallest ratio of the two counts, for each rule. Independent names are often one edit apart;
# docs/field-tests.md has the results.
_FACTORS = {
    "host-confusable-with": 10,
    "host-font-confusable-with": 10,
    "host-edit-of-name": 100,
}
_DIGITS = str.maketrans("", "", "0123456789")


def look_alikes(hosts: Sequence[Count]) -> list[LookAlike]:
    """List the registrable domains of hosts that look like another one, the most frequent first."""
    counts = Counter[str]()
    for host in hosts:
        domain = _domain(host.name)
        if domain is not None:
            counts[domain] += host.count
    names = tuple(
        name for name, n in counts.most_common(_MOST_NAMES) if n >= min(_FACTORS.values())
    )
    return [*_found(counts, names)] if names else []


def _domain(host: str) -> str | None:
    """Return the registrable domain of a host, as people see it."""
    domain = IRI(f"http://{host}/").to_iri().registrable_domain()
    return None if domain is None else str(domain)


def _found(counts: Counter[str], names: tuple[str, ...]) -> Iterator[LookAlike]:
    for domain, count in counts.most_common():
        for code, other in _resembled(domain, names):
            if counts[other] >= _FACTORS[code] * count and _is_meant(code, domain, other):
                yield LookAlike(domain, count, other, counts[other])


def _resembled(domain: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    found = IRI(f"http://{domain}/").check("norm", protected=names)
    return [(each.code, each.evidence or "") for each in found if each.code in _FACTORS]


def _is_meant(code: str, domain: str, other: str) -> bool:
    """Return True if one may be a mistake for the other, rather than a name of its own.

    Independent names differ in the first letter (`ipython.org`), in a number (`example1.org`), or
    in the suffix.
    """
    (label, _, suffix), (its_label, _, its_suffix) = domain.partition("."), other.partition(".")
    if code != "host-edit-of-name":
        return label == its_label or suffix == its_suffix
    is_number = label.translate(_DIGITS) == its_label.translate(_DIGITS)
    return label[0] == its_label[0] and not is_number
