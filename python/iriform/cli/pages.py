"""The addresses of documentation pages, for users without the source."""

from __future__ import annotations

import re
from functools import cache

_PAGE = re.compile(r"\bdocs/(?=[a-z-]+\.md)")


def addressed(text: str) -> str:
    """Add the address of each page that a text cites, if the package was built with one."""
    folder = _folder()
    return text if folder is None else _PAGE.sub(lambda _: f"{folder}/", text)


def where() -> str:
    """Return the location of the pages."""
    folder = _folder()
    if folder is not None:
        return f"The documentation is at {folder}."
    return (
        "The documentation is in the source of iriform, in `docs/`;"
        " `make docs-serve` shows it there as a site, with a search."
    )


@cache
def _folder() -> str | None:
    """Find the address of the folder in the package's metadata, if they have one."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("iriform").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    return dict(url.split(", ", 1) for url in urls).get("Documentation")
