"""The command line of iriform.

It needs the extra `iriform[cli]`; importing `iriform` itself never imports any of it.
"""

from __future__ import annotations

import sys

# What the extra brings. If one of these is missing, the extra is; if anything else is missing,
# that is a fault of ours and must not be hidden.
_EXTRA = {"typer", "rich", "duckdb", "pyarrow", "numpy", "pyoxigraph", "jinja2", "vl_convert"}


def main() -> None:
    """Run the command line: the entry point of the `iriform` program."""
    try:
        from .app import run

        run()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        sys.stderr.write("iriform: the command line needs: pip install 'iriform[cli]'\n")
        sys.exit(2)
