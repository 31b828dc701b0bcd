"""The recorded figures of the benchmarks, a JSON file each, with the machine, versions and date."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
WIDTH = 200


def machine() -> dict[str, Any]:
    """Describe the machine as far as it matters."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [
            line.partition(":")[2].strip()
            for line in info.read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ]
        cpu = models[0] if models else cpu
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def versions(*packages: str) -> dict[str, str]:
    """Tell the installed versions of `packages`."""
    installed = {}
    for package in packages:
        try:
            installed[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            installed[package] = "not installed"
    return installed


def tables(results: list[Any]) -> dict[str, Any]:
    """Make what is recorded of the results of tables: what pages print."""
    made = [asdict(result) for result in results]
    for table in made:
        for goal in table["goals"]:
            del goal["against"]
        for name in ("note", "missing"):
            del table[name]
        table["rows"] = [{k: v for k, v in row.items() if v} for row in table["rows"]]
    return {"tables": [{k: v for k, v in table.items() if v} for table in made]}


def save(name: str, command: str, results: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Write `results` to `name`.json, with what a reader needs to judge them."""
    record = {
        "command": command,
        "date": datetime.now(tz=timezone.utc).date().isoformat(),
        "machine": machine(),
        "results": results,
    }
    (FOLDER / f"{name}.json").write_text(written(record) + "\n", encoding="utf-8")


def written(value: Any, indent: int = 0) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Write JSON with a row of a table in a line, so that a comparison of two runs shows rows."""
    flat = json.dumps(value)
    if len(flat) <= WIDTH or not isinstance(value, (dict, list)):
        return flat
    before, margin = "\n" + " " * (indent + 1), "\n" + " " * indent
    if isinstance(value, dict):
        items = [f"{json.dumps(k)}: {written(v, indent + 1)}" for k, v in value.items()]
        return f"{{{before}{f',{before}'.join(items)}{margin}}}"
    return f"[{before}{f',{before}'.join(written(v, indent + 1) for v in value)}{margin}]"


def load(name: str) -> dict[str, Any]:
    """Read what `save` wrote."""
    record: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return record
