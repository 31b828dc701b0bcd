"""Build the explorer: `python -m scripts.explorer MODULE.wasm PAGE.html`.

The page is one file: the module of WebAssembly, the scripts and the style of `site/explorer`, and the
library's own data: rules and diagrams. `make explorer` runs this.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from iriform import UNICODE_VERSION, __version__, grammar
from iriform._core import described

from .linked import BROWSER
from .notices import crates, data_notices

SOURCE = Path(__file__).parents[1] / "site" / "explorer"
# A larger page loads slowly over a phone's connection. More than half of it are tables that the
# answers need (docs/explorer.md lists them), and 9,000 bytes are the notices of linked code. Links
# in text took 33,000 of them: the classes of UTS #58, the top-level domains, the finder.
MOST_BYTES = 545_000


def main(module: Path, page: Path) -> None:
    """Write the page, and print its size."""
    style = (SOURCE / "style.css").read_text("utf-8")
    script = bundled("main")
    written = filled(
        (SOURCE / "index.html").read_text("utf-8"),
        policy=policy(script, style),
        style=style,
        script=script,
        data=json.dumps(data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        diagrams="\n".join(diagrams()),
        module=base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode(),
        version=__version__,
        unicode=UNICODE_VERSION,
        notices=html.escape(notices()),
    )
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(written, "utf-8")
    size = len(gzip.compress(written.encode(), 9))
    sys.stdout.write(f"{page}: {len(written.encode()):,} bytes, {size:,} compressed\n")
    if size > MOST_BYTES:
        sys.exit(f"that is more than {MOST_BYTES:,}")


def filled(template: str, **values: str) -> str:
    """Replace the names in the template with their values."""
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values[place[1]], template)


def policy(script: str, style: str) -> str:
    """Return a policy that allows this script, this style and the module, and no request."""

    def digest(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {digest(script)} 'wasm-unsafe-eval'",
            f"style-src {digest(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+|\{[^}]*\}))", re.MULTILINE)


def bundled(main: str) -> str:
    """Join a module and its imports into one script, because a page from a file cannot import."""
    order: list[str] = []

    def visit(name: str) -> None:
        for _, imported in _IMPORT.findall(read(name)):
            visit(imported)
        if name not in order:
            order.append(name)

    def read(name: str) -> str:
        return (SOURCE / f"{name}.js").read_text("utf-8")

    def wrapped(name: str) -> str:
        text = read(name)
        exported = ", ".join(names.strip("{} ") for names in _EXPORT.findall(text))
        body = _EXPORT.sub("", _IMPORT.sub(r"const \1 = \2_js;\n", text))
        return (
            body
            if name == main
            else f"const {name}_js = (() => {{\n{body}return {{ {exported} }};\n}})();\n"
        )

    visit(main)
    return "".join(map(wrapped, order))


def rules() -> dict[str, grammar.Rule]:
    """Return the rules of both RFCs. A rule that RFC 3987 adopts is the same in both."""
    return {**grammar.RFC3987, **grammar.RFC3986}


def diagrams() -> Iterator[str]:
    """Draw each rule. The page has its own style, and allows none in an element."""
    for name, rule in rules().items():
        svg = re.sub(r"<style>.*?</style>", "", rule.railroad(), flags=re.DOTALL)
        svg = svg.replace('style="text-anchor:start"', 'class="label"').replace("\n", "")
        svg = svg.replace("<svg", '<svg aria-hidden="true"', 1)
        yield f'<template id="diagram-{name}">{svg}</template>'


def notices() -> str:
    """Collect the licences of the code and data in the module."""
    return "\n".join([*data_notices(), *crates(("iriform-wasm",), BROWSER)])


def data() -> dict[str, Any]:
    """Collect the data about rules that the page shows."""
    described_rules = {
        name: dict(zip(("noun", "clause"), described(name), strict=True)) | {"abnf": rule.abnf}
        for name, rule in rules().items()
    }
    return {"rules": described_rules}


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
