"""Draw docs/pictures/types.svg, the lattice of the four types: `python scripts/types_picture.py`.

The colours are chosen to be read on a light page and on a dark one.
"""

from __future__ import annotations

from pathlib import Path

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "types.svg"

MONO = 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace'
SANS = 'system-ui, "DejaVu Sans", sans-serif'
# Left, top, name, what it is, two examples, colour.
BOXES = [
    (205, 10, "IRIReference", "the widest", ("../résumé", "#détails"), "#5b4b8a"),
    (15, 177, "IRI", "has a scheme", ("https://example.org/café", "urn:example:résumé"), "#1f6f8b"),
    (395, 177, "URIReference", "ASCII only", ("../r%C3%A9sum%C3%A9", "#details"), "#8a5a1f"),
    (
        205,
        344,
        "URI",
        "both",
        ("https://example.org/caf%C3%A9", "mailto:anna@example.org"),
        "#2f6f3e",
    ),
]
ARROWS = ["M180 177 270 100", "M520 177 430 100", "M270 344 180 267", "M430 344 520 267"]
LABELS = [(140, "each of these is an IRIReference"), (308, "a URI is both")]


def box(row: tuple[int, int, str, str, tuple[str, str], str]) -> str:
    """Draw one type."""
    left, top, name, what, examples, colour = row
    lines = [
        f'<rect x="{left}" y="{top}" width="290" height="86" rx="10" fill="{colour}"/>',
        f'<text x="{left + 16}" y="{top + 29}" class="name">{name}</text>',
        f'<text x="{left + 274}" y="{top + 29}" class="what" text-anchor="end">{what}</text>',
    ]
    for i, example in enumerate(examples):
        y = top + 54 + 20 * i
        lines.append(f'<text x="{left + 16}" y="{y}" class="example">{example}</text>')
    return "\n".join(lines)


def picture() -> str:
    """Draw all of it."""
    arrows = "\n".join(f'<path class="arrow" d="{path}"/>' for path in ARROWS)
    labels = "\n".join(
        f'<text x="350" y="{y}" class="label" text-anchor="middle">{text}</text>'
        for y, text in LABELS
    )
    boxes = "\n".join(box(row) for row in BOXES)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 440" width="700" height="440">
<title>A URI is an IRI and a URIReference, and each of these is an IRIReference</title>
<style>
.name {{ font: 700 19px {MONO}; fill: #fff }}
.what {{ font: 14px {SANS}; fill: #fff }}
.example {{ font: 12.5px {MONO}; fill: #fff }}
.label {{ font: 14px {SANS}; fill: #7d8590 }}
.arrow {{ stroke: #7d8590; stroke-width: 2; fill: none; marker-end: url(#head) }}
</style>
<defs>
<marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">
<path d="M0 0 10 5 0 10z" fill="#7d8590"/>
</marker>
</defs>
{boxes}
{arrows}
{labels}
</svg>
"""


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
