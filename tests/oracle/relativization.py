"""The inverse of resolution, by trying: no RFC has an algorithm, only `resolve(b, r) == t`."""

from collections.abc import Iterator

from .resolution import resolve
from .syntax import RFC3987, Parts, recompose, split

# The ladder: of equally short references the first in this order is taken.
FORMS = ("same document", "query", "relative path", "absolute path", "network path", "full")


def form_of(reference: str) -> int:
    """Return the rung on which a reference stands, as an index into FORMS."""
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
    """Shorter is better, and then the ladder."""
    return len(reference), form_of(reference)


def paths(segments: frozenset[str], longest: int) -> Iterator[str]:
    """Yield every path of those segments up to that length."""
    pending = [segment for segment in segments if len(segment) <= longest]
    while pending:
        path = pending.pop()
        yield path
        longer = (f"{path}/{segment}" for segment in segments)
        pending.extend(path for path in longer if len(path) <= longest)


def relativize(target: str, base: str) -> str | None:
    """Return the shortest reference that resolves back to the target; for small targets.

    A reference can only take its scheme, authority, query and fragment from the target, and the
    segments of its path from the target's or from the dots: any other segment has to be removed
    again, and is longer than what would do without it. Going up is never longer than starting
    from the root, but for the "./" that may have to stand before. So all candidates can be tried.
    """
    t = split(target)
    segments = frozenset({"", ".", "..", *t.path.split("/")})
    candidates = {target}
    for path in paths(segments, len(t.path) + 2):
        for parts in (
            Parts(None, None, path, None, t.fragment),
            Parts(None, None, path, t.query, t.fragment),
            Parts(None, t.authority, path, t.query, t.fragment),
            Parts(t.scheme, t.authority, path, t.query, t.fragment),
        ):
            candidate = recompose(parts)
            # What it is split into must be what was put together.
            if split(candidate) == parts and RFC3987.is_reference(candidate):
                candidates.add(candidate)
    found = [candidate for candidate in candidates if resolve(base, candidate) == target]
    return min(found, key=rank, default=None)


def tabulate(base: str, alphabet: str, longest: int) -> dict[str, str]:
    """Resolve every reference over an alphabet; return the best one for each target.

    This supposes nothing at all about what a shortest reference looks like.
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
