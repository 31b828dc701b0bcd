"""The links that an agent was given, which are the only ones it may open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._core import IRI
from iriform._types.errors import ParseError

from .links import find
from .oauth import Comparison

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .links import Found


class Given:
    """The links from a person or a tool, which are the only ones that an agent may open.

    A program that reads pages for a model follows the links of its user and its sources, but none
    that the model made up: the query of a made-up link can leak the text that the model has read.
    Two links are the same if they are equivalent by `IRI.comparison_key("scheme")`, fragment
    included. `iriform.guard` controls where a link leads when it is opened.

    `given` are texts, in which `find` finds the links, and IRIs.

    >>> from iriform.links import Given
    >>> given = Given("Please sum up https://bank.example/report?id=7, and example.org/a.")
    >>> bool(given.allows("HTTPS://bank.example:443/report?id=7"))
    True
    >>> given.allows("https://bank.example/report?id=7&key=s3cret").why
    'the query was changed: key= was added'
    >>> given.allows("https://other.example/").why
    'this link was not given'
    """

    def __init__(self, *given: str) -> None:
        self._links: dict[str, IRI] = {}
        for each in given:
            self.add(each)

    def add(self, given: str, /) -> None:
        """Add an IRI, or the links of a text."""
        if not isinstance(given, str):
            raise TypeError(f"given must be a text or an IRI, not {type(given).__name__}")
        links = [given] if isinstance(given, IRI) else [each.iri for each in _links(given)]
        for iri in links:
            self._links.setdefault(iri.comparison_key("scheme"), iri)

    def allows(self, link: str, /) -> Comparison:
        """Compare a link with the given ones. A false answer has the reason in `why`.

        Text that is not an IRI is not allowed.
        """
        try:
            iri = IRI(link)
        except ParseError as error:
            return Comparison("text", why=f"this is not a link: {error.message}")
        if iri.comparison_key("scheme") in self._links:
            return Comparison()
        near = [given for given in self if _place(given) == _place(iri)]
        if near:
            return self._changed(near[0], iri)
        hosts = {given.host_key for given in self if given.host_key}
        for finding in iri.check("untrusted", protected=sorted(hosts)) if hosts else ():
            if finding.code.endswith("confusable-with") or finding.code == "host-edit-of-name":
                why = f"the host looks like {finding.evidence}"
                return Comparison("host", str(finding.evidence), iri.host_key, why)
        return Comparison("text", why="this link was not given")

    @staticmethod
    def _changed(given: IRI, iri: IRI) -> Comparison:
        """Say how a link differs from a given one to the same place."""
        if given.query == iri.query:
            return Comparison("fragment", why="the fragment was changed")
        old, new = ({name for name, _ in each.pairs()} for each in (given, iri))
        added, gone = sorted(new - old), sorted(old - new)
        parts = [
            *([f"{', '.join(f'{name}=' for name in added)} was added"] if added else ()),
            *([f"{', '.join(f'{name}=' for name in gone)} was removed"] if gone else ()),
        ]
        why = f"the query was changed: {' and '.join(parts) or 'its values'}"
        return Comparison("query", why=why)

    def __contains__(self, link: object) -> bool:
        return isinstance(link, str) and bool(self.allows(link))

    def __iter__(self) -> Iterator[IRI]:
        return iter(self._links.values())

    def __len__(self) -> int:
        return len(self._links)

    def __repr__(self) -> str:
        return f"<Given: {len(self)} links>"


def _links(text: str) -> Iterator[Found]:
    return find(text, strict=True)


def _place(iri: IRI) -> str:
    return iri.with_parts(query=None, fragment=None).comparison_key("scheme")
