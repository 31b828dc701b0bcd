"""Find the crates that are linked into the shipped files, from cargo's data on the locked crates.

Crates that only expand macros or build leave nothing in a file, nor do those of other platforms.
`sbom.py` lists the crates, and `notices.py` collects their licences.
"""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

# One target for each system that files are built for (.github/platforms.json): the crates that a
# target needs depend on the system, not on the processor.
TARGETS = ("x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
BROWSER = ("wasm32-unknown-unknown",)


@cache
def metadata(target: str) -> dict[str, Any]:
    """Return cargo's packages of a target, and their dependencies."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target]
    answer = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)  # noqa: S603
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def linked(name: str, targets: tuple[str, ...] = TARGETS) -> dict[str, dict[str, Any]]:
    """Return the packages that are linked into the package of this name on any target, by id."""
    found: dict[str, dict[str, Any]] = {}
    for target in targets:
        cargo = metadata(target)
        packages = {package["id"]: package for package in cargo["packages"]}
        needs = {node["id"]: node["deps"] for node in cargo["resolve"]["nodes"]}
        waiting = [each for each, package in packages.items() if package["name"] == name]
        seen: set[str] = set()
        while waiting:
            each = waiting.pop()
            if each in seen or expands_macros(packages[each]):
                continue
            seen.add(each)
            waiting += [
                dependency["pkg"]
                for dependency in needs[each]
                if any(kind["kind"] is None for kind in dependency["dep_kinds"])
            ]
        for each in seen:
            inner = found.setdefault(each, {**packages[each], "needs": set()})["needs"]
            inner |= {dependency["pkg"] for dependency in needs[each] if dependency["pkg"] in seen}
    return found


def expands_macros(package: dict[str, Any]) -> bool:
    """Return True if the compiler runs the package and links none of it."""
    return any("proc-macro" in target["kind"] for target in package["targets"])
