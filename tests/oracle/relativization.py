"""The inverse of resolution, by search: no RFC has an algorithm, only `resolve(b, r) == t`."""

import re
from collections.abc import Iterator

from .resolution import resolve
from .syntax import RFC3987, Parts, recompose, split

# The ladder: of equally short references, the first in this order is used.
FORMS = ("same document", "query", "relative path", "absolute path", "network path", "full")


def form_of(reference: str) -> int:
    """Return the rung of a reference, as an index into FORMS."""
    scheme, authority, path, query, _ = split(reference)
    if scheme is not None:
        return 5
    if authority is not None:
        return 4
    if path.startswith("/"):
        return 3
    if path:
        return 2
    return 1 if query is not None else 0


def rank(reference: str) -> tuple[int, int]:
    """Return a sort key: a shorter reference comes first, then the ladder decides."""
    return len(reference), form_of(reference)


def paths(target: str, base: str) -> Iterator[str]:
    """Yield the paths that a shortest reference could have: a way up, and the end of the target.

    Any other segment would have to be removed again. `tabulate`, which assumes nothing, shows that this
    leaves nothing out.
    """
    ups = ["../" * count for count in range(base.count("/") + 2)]
    starts = ["", "./", ".", "/", "/.", *ups, *(up[:-1] for up in ups)]
    ends = [0, len(target), *(i + 1 for i, character in enumerate(target) if character == "/")]
    ends += [i for i, character in enumerate(target) if character == "/"]
    for start in starts:
        for end in ends:
            yield start + target[end:]


def relativize(target: str, base: str) -> str | None:
    """Return the shortest reference that resolves back to the target, by trying all candidates.

    A reference can only take its scheme, authority, query and fragment from the target.
    """
    t = split(target)
    candidates = {target}
    for path in {"", *paths(t.path, split(base).path)}:
        for parts in (
            Parts(None, None, path, None, t.fragment),
            Parts(None, None, path, t.query, t.fragment),
            Parts(None, t.authority, path, t.query, t.fragment),
            Parts(t.scheme, t.authority, path, t.query, t.fragment),
        ):
            candidate = recompose(parts)
            # Splitting must return the parts that were composed.
            if split(candidate) == parts and RFC3987.is_reference(candidate):
                candidates.add(candidate)
    found = [candidate for candidate in candidates if resolve(base, candidate) == target]
    best = min(found, key=rank, default=None)
    # A text that JSON-LD reads as a keyword gets a dot segment before it.
    return f"./{best}" if best and re.fullmatch("@[A-Za-z]+", best) else best


def tabulate(base: str, alphabet: str, longest: int) -> dict[str, str]:
    """Resolve every reference over an alphabet; return the best one for each target.

    This assumes nothing about the form of a shortest reference.
    """
    best: dict[str, str] = {}
    strings = [""]
    for _ in range(longest + 1):
        for reference in strings:
            if RFC3987.is_reference(reference):
                target = resolve(base, reference)
                if target not in best or rank(reference) < rank(best[target]):
                    best[target] = reference
        strings = [string + character for string in strings for character in alphabet]
    return best
