"""Removal of dot segments (RFC 3986 §5.2.4), for paths of any number of segments.

A stack is not a finite automaton. But each step of the RFC's loop looks at one segment only, which is
`.`, `..`, empty or a *name*. `STEPS` has all of them: there are fourteen. So a claim about all paths is
an induction over the steps of the loop, and every case is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple, TypeAlias

DOT, TWO_DOTS, EMPTY, NAME = "dot", "two dots", "empty", "name"

SPELLED = {DOT: ["."], TWO_DOTS: [".."], EMPTY: [""], NAME: ["a", "...", ".a", "a.", "..a"]}
"""Segments of each kind."""


class View(NamedTuple):
    """The beginning of the input buffer as a step sees it: the first segment."""

    before: str
    """A slash before the segment, or nothing."""
    kind: str
    behind: str
    """A slash after it, or nothing at the end of the buffer."""


class Step(NamedTuple):
    """The effect of a step."""

    rule: str
    """Its label in the RFC."""
    output: str
    """`push`: the segment and its slash move to the output. `pop`: the last one is removed. Or `keep`."""
    input: str
    """The next input: the `rest` from the next slash on, the text `after` it, or a `slash` alone."""


Steps: TypeAlias = Mapping[View, Step]


def _step(view: View) -> Step:
    if view.kind in {EMPTY, NAME}:
        return Step("2E", "push", "rest")
    if not view.before:
        return Step("2A", "keep", "after") if view.behind else Step("2D", "keep", "rest")
    rest = "rest" if view.behind else "slash"
    return Step("2B", "keep", rest) if view.kind == DOT else Step("2C", "pop", rest)


STEPS: Steps = {
    view: _step(view)
    for before, kind, behind in product(("", "/"), SPELLED, ("", "/"))
    # A buffer that begins with an empty segment begins with the slash after it.
    if (view := View(before, kind, behind)) and (before or kind != EMPTY)
}


def failures(steps: Steps = STEPS) -> Iterator[str]:
    """Yield the cases of the induction that do not hold.

    The invariant: the output is a sequence of *pieces*, each a slash and a segment other than a dot
    segment. Only the first piece may lack its slash. While the input begins without a slash, there is no
    piece.
    """
    for view, step in steps.items():
        is_dot = view.kind in {DOT, TWO_DOTS}
        # The pushed segment and the new beginning of the input keep the invariant. (`pop` removes a
        # piece.)
        if step.output == "push" and is_dot:
            yield f"{view}: a dot segment comes to the output"
        if step.input == "after" and (view.before or step.output == "push"):
            yield f"{view}: a piece could follow another one without a slash"
        # A path without dot segments is unchanged: each of its segments is pushed.
        if not is_dot and (step.output, step.input) != ("push", "rest"):
            yield f"{view}: a segment that is no dot segment does not stay"
        # A path that begins with a slash keeps one: it is in the output, or the input begins with it.
        kept = step.output == "push" or step.input == ("rest" if view.behind else "slash")
        if view.before and not kept:
            yield f"{view}: an absolute path loses its slash"
        # The loop ends: each step removes a segment; a slash alone is an empty segment, which is pushed.
        if step.input == "slash" and steps[View("/", EMPTY, "")].input != "rest":
            yield f"{view}: the loop does not end"


def view_of(buffer: str) -> tuple[View, str]:
    """Return the view of an input buffer that a step has, and the segment."""
    before = "/" if buffer.startswith("/") else ""
    segment, behind, _ = buffer.removeprefix("/").partition("/")
    kind = {".": DOT, "..": TWO_DOTS, "": EMPTY}.get(segment, NAME)
    return View(before, kind, behind), segment


def loop(path: str, steps: Steps = STEPS) -> Iterator[tuple[str, str, str]]:
    """Yield the label of each step, and the output and input buffers after it."""
    pieces: list[str] = []
    while path:
        view, segment = view_of(path)
        step = steps[view]
        piece = view.before + segment
        if step.output == "push":
            pieces.append(piece)
        elif step.output == "pop":
            pieces = pieces[:-1]
        rest = path[len(piece) :]
        path = {"rest": rest, "after": rest[1:], "slash": "/"}[step.input]
        yield step.rule, "".join(pieces), path


def paths(most: int) -> Iterator[str]:
    """Yield every path of at most `most` segments, in all spellings."""
    spelled = [text for texts in SPELLED.values() for text in texts]
    for count in range(most + 1):
        for segments in product(spelled, repeat=count):
            joined = "/".join(segments)
            yield joined
            yield "/" + joined
