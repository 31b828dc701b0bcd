"""Links in plain text: found by UTS #58, converted to HTML, and written for detection.

>>> from iriform import links
>>> text = "See https://ja.wikipedia.org/wiki/植物学, or mail anna@example.org (or example.org/a_(b))."
>>> for found in links.find(text):
...     print(found.span, found.kind, found.iri)
(4, 37) iri https://ja.wikipedia.org/wiki/植物学
(47, 63) email mailto:anna@example.org
(68, 85) domain https://example.org/a_(b)

The Unicode Technical Standard #58, version `UTS58_VERSION`, defines what a link is and where it ends;
a name without a scheme must end in a top-level domain of IANA's list of `TOP_LEVEL_DOMAINS_DATE`. The
time is linear in the length of the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core import TOP_LEVEL_DOMAINS_DATE, UTS58_VERSION
from ._web.given import Given
from ._web.linkify import HTML, linkify
from ._web.links import Found, find
from ._web.markup import find_in_html, find_in_markdown

if TYPE_CHECKING:
    from typing_extensions import Never

__all__ = [
    "HTML",
    "TOP_LEVEL_DOMAINS_DATE",
    "UTS58_VERSION",
    "Found",
    "Given",
    "find",
    "find_in_html",
    "find_in_markdown",
    "linkify",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Never:
        if name == "__path__":  # the import system asks each module for it
            raise AttributeError(name)
        from ._did_you_mean import missing

        raise missing(__name__, name)


for _each in (HTML, Found, Given, find, find_in_html, find_in_markdown, linkify):
    _each.__module__ = __name__  # where they are imported from
