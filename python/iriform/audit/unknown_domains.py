"""Hosts under a top-level domain that does not exist, by the list of `find`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from iriform import IRI

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .figures import Count


def unknown_domains(hosts: Sequence[Count]) -> list[Count]:
    """List the hosts whose names end neither in a top-level domain of IANA nor in a special-use name."""
    return [host for host in hosts if _is_unknown(host.name)]


def _is_unknown(host: str) -> bool:
    url = IRI(f"http://{host}/")
    # The suffix of a name that the list does not have is its last label; an address has none.
    suffix = url.public_suffix()
    if suffix is None or _is_top_level(suffix.rpartition(".")[2]):
        return False
    return all(found.code != "host-special-use" for found in url.check("untrusted"))


@lru_cache(maxsize=4096)
def _is_top_level(label: str) -> bool:
    from iriform.links import find  # which other audits do not need

    return any(find(f"a.{label}", emails=False))
