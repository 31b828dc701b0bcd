"""The command line of iriform.

It needs the extra `iriform[cli]`; importing `iriform` itself never imports any of it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

# What the extra brings. If one of these is missing, the extra is; if anything else is missing,
# that is a fault of ours and must not be hidden.
_EXTRA = {"typer", "rich", "duckdb", "pyarrow", "numpy", "pyoxigraph", "jinja2", "vl_convert"}


def main() -> None:
    """Run the command line: the entry point of the `iriform` program."""
    # A shell closes them with `2>&-` and `>&-`. Messages may be unwanted; results are not.
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - till the end
    if sys.stdout is None:
        sys.stderr.write("iriform: standard output is closed\n")
        sys.exit(2)
    try:
        from .app import run

        run()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        sys.stderr.write("iriform: the command line needs: pip install 'iriform[cli]'\n")
        sys.exit(2)
