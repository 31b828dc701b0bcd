"""Report what this tree lacks for a release: `scripts/check_release.py vX.Y.Z [--absolute-links]`.

It exits with status 1 if anything is missing. With `--absolute-links` it then makes the links in
`README.md` absolute, because the package index has no other page of this tree; a release does that
in its own copy.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
# A link or a picture of Markdown whose address has no scheme and is not only an anchor.
RELATIVE = re.compile(r"(?<=\]\()(?![a-z]+:|#)(?=[^)]+\))")


def faults(root: Path, tag: str) -> list[str]:
    """List what a release with this tag lacks."""

    def read(name: str) -> str:
        return (root / name).read_text(encoding="utf-8")

    found = []
    version = re.search(r'^version = "(.+)"$', read("Cargo.toml"), re.MULTILINE)
    if not version or tag != f"v{version[1]}":
        found.append(f"Cargo.toml: the version is {version and version[1]}, and the tag is {tag}")
    if not re.search(rf"^## {re.escape(tag[1:])}\b", read("CHANGELOG.md"), re.MULTILINE):
        found.append(f"CHANGELOG.md: there is no heading for {tag[1:]}")
    if repository(root) is None:
        found.append("pyproject.toml: [project.urls] has no Repository")
    description = read("crates/duckdb/description.yml")
    if "OWNER" in description:
        found.append("crates/duckdb/description.yml: OWNER stands for the repository's owner")
    if not re.search(rf"^ *ref: {re.escape(tag)}$", description, re.MULTILINE):
        found.append(f"crates/duckdb/description.yml: ref is not {tag}")
    return found


def repository(root: Path) -> str | None:
    """Return the address of the repository, if there is one yet."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    urls = re.search(r"^\[project\.urls\]\n((?:.+\n)*)", text, re.MULTILINE)
    address = urls and re.search(r'^Repository = "(https://[^"]+?)/?"$', urls[1], re.MULTILINE)
    return address[1] if address else None


def with_absolute_links(text: str, address: str, tag: str) -> str:
    """Prefix every relative link with the address of this tag's tree."""
    return RELATIVE.sub(lambda _: f"{address}/blob/{tag}/", text)


def main() -> None:
    """Check the tree, and rewrite the links if requested."""
    tag, *options = sys.argv[1:] or sys.exit(__doc__)
    found = faults(ROOT, tag)
    if found:
        sys.exit("\n".join(["Not to be released:", *found]))
    address = repository(ROOT)
    if "--absolute-links" in options and address:
        readme = ROOT / "README.md"
        text = with_absolute_links(readme.read_text(encoding="utf-8"), address, tag)
        readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
