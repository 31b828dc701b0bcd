"""Write the repository's address into all files that need it: `scripts/set_repository.py ADDRESS`.

The address is `https://FORGE/OWNER/iriform`. The project has none yet; this script is the only
place that sets it. `scripts/check_release.py` refuses a release without it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ADDRESS = r"https://[^/\s\"]+/[^/\s\"]+/iriform(?=[\"/\s])"


def places(address: str) -> dict[str, tuple[str, str]]:
    """Return, for each file, a pattern of the text to replace, and the new text."""
    owner = address.split("/")[-2]
    urls = [
        "[project.urls]",
        f'Repository = "{address}"',
        f'Issues = "{address}/issues"',
        f'Changelog = "{address}/blob/main/CHANGELOG.md"',
        f'Documentation = "{address}/tree/main/docs"',
    ]
    return {
        "pyproject.toml": (
            r"(?:\[project\.urls\]\n(?:.+\n)*\n)?(?=\[project\.scripts\]\n)",
            "\n".join(urls) + "\n\n",
        ),
        "Cargo.toml": (
            r"(?<=\[workspace\.package\]\n)(?:repository = .+\n)?",
            f'repository = "{address}"\n',
        ),
        "crates/core/Cargo.toml": (
            r"(?<=license\.workspace = true\n)(?:repository\.workspace = true\n)?",
            "repository.workspace = true\n",
        ),
        "crates/macros/Cargo.toml": (
            r'(?<=license = "MIT OR Apache-2\.0"\n)(?:repository\.workspace = true\n)?',
            "repository.workspace = true\n",
        ),
        "CITATION.cff": (
            r"(?:repository-code: .+\n)?(?=keywords: )",
            f'repository-code: "{address}"\n',
        ),
        "crates/duckdb/description.yml": (r"(?<=github: )[^/\s]+(?=/)", owner),
        "packaging/recipe.yaml": (ADDRESS, address),
        "packaging/iriform.rb": (ADDRESS, address),
        "docs/ci.md": (r"(?<=- uses: )[^/\s]+(?=/iriform@)", owner),
    }


def write(root: Path, address: str) -> None:
    """Write the address into each file."""
    address = address.rstrip("/")
    for name, (pattern, text) in places(address).items():
        file = root / name
        old = file.read_text(encoding="utf-8")
        new, found = re.subn(
            pattern, lambda _, text=text: text, old, count=0 if pattern == ADDRESS else 1
        )
        if not found:
            sys.exit(f"{name}: there is no place for the address")
        file.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not re.fullmatch(r"https://[^/\s]+/[^/\s]+/[^/\s]+/?", sys.argv[1]):  # noqa: PLR2004
        sys.exit(__doc__)
    write(ROOT, sys.argv[1])
