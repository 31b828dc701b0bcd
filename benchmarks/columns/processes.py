"""The time and memory of a process and its children, because engines start many."""

from __future__ import annotations

import os
from pathlib import Path

TICK = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGESIZE")


def _family(root: int) -> dict[int, list[str]]:
    """Read the fields after the name in /proc/PID/stat, by process."""
    fields = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, ProcessLookupError):  # it is gone
            continue
        fields[int(stat.parent.name)] = text.rpartition(")")[2].split()

    def descends(pid: int) -> bool:
        while pid > 1 and pid != root:
            pid = int(fields[pid][1]) if pid in fields else 0
        return pid == root

    return {pid: found for pid, found in fields.items() if descends(pid)}


def processor_time(root: int | None = None) -> int:
    """Add up nanoseconds of processor time, including those of children that have ended."""
    family = _family(root or os.getpid())
    return TICK * sum(sum(map(int, fields[11:15])) for fields in family.values())


def memory(root: int | None = None) -> int:
    """Add up bytes of resident memory; memory that processes share is counted in each."""
    family = _family(root or os.getpid())
    return PAGE * sum(int(fields[21]) for fields in family.values())


def largest_child(root: int, name: str) -> int:
    """Return the resident memory, in bytes, of the largest child whose name starts with `name`."""
    family = _family(root)
    named = [
        int(fields[21])
        for pid, fields in family.items()
        if pid != root
        and Path(f"/proc/{pid}/comm").exists()
        and Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").startswith(name)
    ]
    return PAGE * max(named, default=0)
