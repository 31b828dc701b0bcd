"""Check the types of the recipes in the documentation: `python scripts/typed_pages.py`.

The examples of a page become a module with the line numbers of the page, which `mypy --strict`
checks. Two errors are expected: the accessor `.iri` of Polars, which only exists at run time, as
docs/typing.md says, and an `IRI` as a graph's term, a trap that docs/integrations.md shows.
"""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "target" / "typed-pages"
# Pages whose examples are meant to be copied.
RECIPES = [
    "README.md",
    "docs/constraints.md",
    "docs/guard.md",
    "docs/index.md",
    "docs/integrations.md",
    "docs/links.md",
    "docs/policy.md",
    "docs/security.md",
    "docs/tables.md",
    "docs/tutorial.md",
]
CONFIGURATION = """
[mypy]
strict = true
plugins = pydantic.mypy
[mypy-lxml.*,pyarrow.*,pandas.*]
ignore_missing_imports = true
"""
MEANT = re.compile(r'"Expr" has no attribute "iri"|"tuple\[IRI, None, None\]" and "Graph"')


def module_of(page: Path) -> str:
    """Return the examples of a page, each at its line of the page."""
    lines: list[str] = []
    for example in doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8")):
        lines += [""] * (example.lineno - len(lines))
        lines += example.source.rstrip("\n").split("\n")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the modules, run mypy, and print its output with the names of the pages."""
    MODULES.mkdir(parents=True, exist_ok=True)
    (MODULES / "mypy.ini").write_text(CONFIGURATION, encoding="utf-8")
    names = {page: f"page_{Path(page).stem}.py" for page in RECIPES}
    for page, name in names.items():
        (MODULES / name).write_text(module_of(ROOT / page), encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own modules
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            "mypy.ini",
            "--no-error-summary",
            *names.values(),
        ],
        cwd=MODULES,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stdout.splitlines() if not MEANT.search(line)]
    for page, name in names.items():
        said = [line.replace(f"{name}:", f"{page}:", 1) for line in said]
    wrong = [line for line in said if ": error:" in line]
    sys.stdout.write("\n".join([*said, f"{len(RECIPES)} pages, {len(wrong)} errors", ""]))
    sys.stderr.write(done.stderr)
    return bool(wrong or done.stderr)


if __name__ == "__main__":
    sys.exit(main())
