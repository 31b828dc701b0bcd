"""Follow every link inside the built site: `python scripts/check_site.py target/site`.

It fails for a link to a missing page, file or anchor, for an anchor that a page has twice, and for
anything that a page would load from another host. Links to other sites are not followed.
"""

from __future__ import annotations

import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "source": "srcset", "iframe": "src"}
FOLLOWED = {"a": "href", **LOADED}
# A `link` to the page's own address, or to a search engine's description of it, loads nothing.
NOT_LOADED = {"canonical", "search", "next", "prev", "index", "author", "copyright"}


class Page(HTMLParser):
    """The anchors and the links of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the anchors and the links of one tag."""
        given = dict(attrs)
        self.anchors += [value for value in [given.get("id")] if value]
        link = given.get(FOLLOWED.get(tag, ""))
        if link is None:
            return
        self.links.append(link)
        if tag in LOADED and given.get("rel") not in NOT_LOADED:
            self.loaded.append(link)


def problems(site: Path) -> list[str]:
    """List the faults, in the order of the pages."""
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        name = file.relative_to(site)
        twice = [anchor for anchor, count in Counter(page.anchors).items() if count > 1]
        found += [f"{name}: the anchor #{anchor} occurs twice" for anchor in twice]
        found += [f"{name}: loads {link}" for link in page.loaded if urlsplit(link).netloc]
        for link in page.links:
            reason = _broken(link, file, pages)
            if reason:
                found.append(f"{name}: {link}: {reason}")
    return found


def _broken(link: str, file: Path, pages: dict[Path, Page]) -> str | None:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.is_file():
        return "no such file"
    if target.parent.name == "explorer":
        return None  # its fragment holds a text
    anchor = unquote(parts.fragment)
    # `#` alone is the top of a page; the theme's own buttons have it.
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "no such anchor"
    return None


def main() -> None:
    """Check the site, and print the faults."""
    site = Path(sys.argv[1]).resolve()
    found = problems(site)
    for problem in found:
        print(problem)  # noqa: T201 - a program
    if found or not any(site.rglob("*.html")):
        sys.exit(f"{len(found)} problems in {site}")


if __name__ == "__main__":
    main()
