"""The command line of iriform.

It needs the extra `iriform[cli]`; importing `iriform` itself never imports any of it.
"""

from __future__ import annotations

import os
import sys

from . import signals, standard


def main() -> None:
    """Run the command line: the entry point of the `iriform` program."""
    signals.install()
    # A shell closes them with `2>&-` and `>&-`. Messages may be unwanted; results are not.
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - till the end
    if sys.stdout is None:
        sys.stderr.write("iriform: standard output is closed\n")
        sys.exit(2)
    standard.install()
    _bound_width()
    try:
        _run()
    finally:
        sys.stderr.flush()


def _run() -> None:
    """Run it, and report what the system lacks."""
    try:
        from .app import run

        try:
            run()
        finally:
            sys.stdout.flush()
    except standard.PipeClosedError:
        standard.discard_output()
        sys.exit(141)
    except standard.OutputError as error:
        standard.discard_output()
        sys.stderr.write(f"iriform: {error}\n")
        sys.exit(2)
    except ModuleNotFoundError as error:
        from iriform._extras import brought, command

        missing = (error.name or "").partition(".")[0]
        extra = next((name for name in ("cli", "spark") if missing in brought(name)), None)
        if extra is None:  # a bug, which must not be hidden
            raise
        extras = "cli" if extra == "cli" else f"cli,{extra}"
        sys.stderr.write(f"iriform: {missing} is not installed; it comes with: {command(extras)}\n")
        sys.exit(2)
    except (ImportError, MemoryError, OSError, RuntimeError) as error:
        said = _lack(error)
        if said is None:
            raise
        sys.stderr.write(f"iriform: {said}\n")
        sys.exit(2)


# No terminal is wider, and a library would accept a number of any length.
_WIDEST = 9999


def _bound_width() -> None:
    """Ignore an impossible width of the terminal."""
    for name in ("COLUMNS", "LINES"):
        said = os.environ.get(name, "1")
        if not (said.isascii() and said.isdigit() and 0 < int(said[:20]) <= _WIDEST):
            del os.environ[name]


def _lack(error: Exception) -> str | None:
    """Say what the system lacks; None if the error is a bug, which must not be hidden."""
    text = str(error)
    if isinstance(error, MemoryError) or "failed to map segment" in text:
        return "there is not enough memory"
    if "start new thread" in text:
        return "no thread can be started"
    # Verbs end by themselves. The rest is shell completion, which is written into the home
    # directory.
    if isinstance(error, OSError):
        of = f": {error.filename!r}" if error.filename else ""
        return f"{error.strerror or text}{of}"
    return text if "home directory" in text else None
