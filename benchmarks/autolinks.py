"""Compare the links that libraries find in text, for docs/other-software.md (`make autolinks`)."""

from __future__ import annotations

import html
import re
import subprocess
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from iriform import links

if TYPE_CHECKING:
    from collections.abc import Callable

TEXTS = [
    "https://a.example/c_(d)",
    "https://de.wikipedia.org/wiki/Köln",
    "https://例え.jp/x",
    "「https://a.example」",
    "www.example.org.",
    "HTTP://A.example",
    "http://[::1]/x",
    "http://x_y.example/",
    "https://a.example/v1.0...v2.0",
    "https://a.example/x~~y~~",
    "mailto:a@b.example?subject=x",
    "sip:anna@a.example",
    "https://u:p@a.example/",
]

_HREF = re.compile(r'<a\b[^>]*\bhref="([^"]*)"')


def _module(name: str) -> Any:  # noqa: ANN401 - `make autolinks` installs it elsewhere
    return import_module(name)


def _gfm(text: str) -> str:
    made: str = _module("cmarkgfm").github_flavored_markdown_to_html(text)
    return made


def _markdown_it(text: str) -> str:
    made: str = _module("markdown_it").MarkdownIt("gfm-like").render(text)
    return made


def _docutils(text: str) -> str:
    parts = _module("docutils.core").publish_parts(text, writer="html5")
    made: str = parts["html_body"]
    return made


def _pandoc(source: str) -> Callable[[str], str]:
    def render(text: str) -> str:
        made: str = _module("pypandoc").convert_text(text, "html", source)
        return made

    return render


def _of_asciidoctor(option: str, text: str = "") -> str:
    command = ["asciidoctor", option, "--out-file", "-", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603 - it is ours


def _asciidoctor(text: str) -> str:
    return _of_asciidoctor("--no-header-footer", text)


def _libraries() -> dict[str, Callable[[str], str]]:
    pandoc = f"pandoc {_module('pypandoc').get_pandoc_version()}"
    return {
        f"cmarkgfm {version('cmarkgfm')} (GFM)": _gfm,
        f"markdown-it-py {version('markdown-it-py')}": _markdown_it,
        f"docutils {version('docutils')}": _docutils,
        f"{pandoc}, gfm": _pandoc("gfm"),
        f"{pandoc}, markdown": _pandoc("markdown+autolink_bare_uris"),
        f"asciidoctor {_of_asciidoctor('--version').split()[1]}": _asciidoctor,
    }


def _cell(text: str, found: list[str]) -> str:
    """Describe the result: nothing, the text itself, or the links."""
    if found == [text]:
        return "="
    return ", ".join(f"`{each}`" for each in found) or "none"


def main() -> None:
    """Print the table."""
    libraries = _libraries()
    print("| text | iriform |", " | ".join(libraries), "|")
    print("|---|" + "---|" * (len(libraries) + 1))
    for text in TEXTS:
        own = [str(found.iri) for found in links.find(text, strict=True, prose=True)]
        others = [
            [html.unescape(href) for href in _HREF.findall(render(text))]
            for render in libraries.values()
        ]
        print(f"| `{text}` |", " | ".join(_cell(text, found) for found in (own, *others)), "|")


if __name__ == "__main__":
    main()
