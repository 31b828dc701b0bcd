"""The command line of iriform.

It needs the extra `iriform[cli]`; importing `iriform` itself never imports any of it.
"""

from __future__ import annotations

import os
import sys

from . import signals

# What the extras bring. If one of these is missing, its extra is; if anything else is missing,
# that is a fault of ours and must not be hidden.
_EXTRAS = {
    "typer": "cli",
    "rich": "cli",
    "duckdb": "cli",
    "pyarrow": "cli",
    "jinja2": "cli",
    "pyspark": "cli,spark",
}


def main() -> None:
    """Run the command line: the entry point of the `iriform` program."""
    signals.install()
    # A shell closes them with `2>&-` and `>&-`. Messages may be unwanted; results are not.
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - till the end
    if sys.stdout is None:
        sys.stderr.write("iriform: standard output is closed\n")
        sys.exit(2)
    try:
        from .app import run

        run()
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRAS:
            raise
        command = f"pip install 'iriform[{_EXTRAS[missing]}]'"
        sys.stderr.write(f"iriform: {missing} is not installed; it comes with: {command}\n")
        sys.exit(2)
