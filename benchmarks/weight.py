"""`python -m benchmarks.weight [WHEEL]`: the size of the wheel, packed and installed.

It is compared with `benchmarks/record/weight.json`, and more than 10 % above that is a failure, so
a dependency or a generic function that adds a megabyte is noticed. The commit that adds it on
purpose rewrites the file with `--record`. Without WHEEL, maturin builds one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

from benchmarks import record

LIMIT = 1.10


def built(folder: str) -> Path:
    """Build a wheel, optimized, in `folder`."""
    command = [sys.executable, "-m", "maturin", "build", "--release", "--quiet", "--out", folder]
    subprocess.run(command, check=True)  # noqa: S603
    (wheel,) = Path(folder).glob("*.whl")
    return wheel


def weigh(wheel: Path) -> dict[str, int]:
    """Return the bytes of a wheel, of its files, and of the native module among them."""
    with ZipFile(wheel) as archive:
        files = {info.filename: info.file_size for info in archive.infolist()}
    native = sum(size for name, size in files.items() if name.endswith((".so", ".pyd")))
    return {"wheel": wheel.stat().st_size, "installed": sum(files.values()), "native": native}


def compare(old: dict[str, int], new: dict[str, int]) -> int:
    """Print old and new sizes in bytes; return the number of sizes above the limit."""
    failed = 0
    print(f"{'':12}{'recorded':>12}{'now':>12}{'now / recorded':>16}")
    for name, now in new.items():
        is_heavy = now > old[name] * LIMIT
        failed += is_heavy
        print(
            f"{name:12}{old[name]:12,}{now:12,}{now / old[name]:16.3f}"
            f"{'  MORE THAN ALLOWED' if is_heavy else ''}"
        )
    return failed


def main() -> None:
    """Measure, and compare or record."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weight")
    parser.add_argument("wheel", nargs="?", type=Path, metavar="WHEEL")
    parser.add_argument("--record", action="store_true", help="write benchmarks/record")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        new = weigh(arguments.wheel or built(folder))
    if arguments.record:
        record.save("weight", "python -m benchmarks.weight", new)
    elif compare(record.load("weight")["results"], new):
        sys.exit(
            "the wheel is heavier than recorded; if on purpose: python -m benchmarks.weight --record"
        )


if __name__ == "__main__":
    main()
