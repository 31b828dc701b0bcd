"""The recorded figures of the benchmarks, a JSON file each, with the machine, versions and date."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from dataclasses import asdict
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent
WIDTH = 200


def machine() -> dict[str, Any]:
    """Describe the relevant properties of the machine."""
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
    """Return the installed versions of `packages`."""
    installed = {}
    for package in packages:
        try:
            installed[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            installed[package] = "not installed"
    return installed


def tables(results: list[Any]) -> dict[str, Any]:
    """Return the parts of tables that are recorded, because pages print them."""
    made = [asdict(result) for result in results]
    for table in made:
        for goal in table["goals"]:
            del goal["against"]
        for name in ("note", "missing"):
            del table[name]
        table["rows"] = [{k: v for k, v in row.items() if v} for row in table["rows"]]
    return {"tables": [{k: v for k, v in table.items() if v} for table in made]}


def save(name: str, command: str, results: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Write `results` to `name`.json, with the command, date and machine."""
    record = {
        "command": command,
        "date": datetime.now(tz=timezone.utc).date().isoformat(),
        "machine": machine(),
        "results": results,
    }
    (FOLDER / f"{name}.json").write_text(written(record) + "\n", encoding="utf-8")


def written(value: Any, indent: int = 0) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Return JSON with one row of a table per line, so a diff of two runs shows rows."""
    flat = json.dumps(value)
    if len(flat) <= WIDTH or not isinstance(value, (dict, list)):
        return flat
    before, margin = "\n" + " " * (indent + 1), "\n" + " " * indent
    if isinstance(value, dict):
        items = [f"{json.dumps(k)}: {written(v, indent + 1)}" for k, v in value.items()]
        return f"{{{before}{f',{before}'.join(items)}{margin}}}"
    return f"[{before}{f',{before}'.join(written(v, indent + 1) for v in value)}{margin}]"


def program(
    name: str, measure: Callable[[], Any], one: Callable[..., Any] | None = None, before: str = ""
) -> None:
    """Run the main module: `--record` writes the result of `measure`.

    `before` precedes the command. `--one` prints the result of `one`, for `of_fresh_process`.
    """
    command = f"{before}python -m {_module()}"
    parser = argparse.ArgumentParser(prog=command, description=sys.modules["__main__"].__doc__)
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    if one is not None and arguments.one:
        print(*one(*arguments.one))
        return
    results = measure()
    if arguments.record:
        save(name, command, results)


def of_fresh_process(*arguments: object) -> list[float]:
    """Return the figures that the main module measures with `--one` in a fresh process."""
    command = [sys.executable, "-m", _module(), "--one", *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - itself
    return [float(figure) for figure in done.stdout.split()]


def _module() -> str:
    """Return the name of the main module."""
    spec: Any = sys.modules["__main__"].__spec__
    return str(spec.name)


def memory(field: str) -> int:
    """Read a figure of /proc/self/status, in bytes: `VmRSS` is resident, `VmHWM` its peak."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition(f"{field}:")[2].split()[0]) * 1024


def begin_peak() -> None:
    """Reset the memory peak of this process."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def load(name: str) -> dict[str, Any]:
    """Read a record that `save` wrote."""
    record: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return record
