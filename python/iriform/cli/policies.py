"""`--policy`: the policy of a verb."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from iriform import Policy
from iriform._io.plain_text import label
from iriform._policy import READY

from .options import Decorator
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Collection

policy_option: Decorator = click.option(
    "--policy",
    metavar="POLICY",
    help="The policy: a TOML file, or the name of a ready policy: "
    f"{', '.join(READY)}. List what it refuses, with reasons; see docs/policy.md.",
)


def policy_of(named: str | None, others: Collection[str] = ()) -> Policy | None:
    """Read the named policy, if there is one, and refuse options that it excludes."""
    if named is None:
        return None
    from pathlib import Path

    if others:
        raise InputError(f"--policy decides what is reported: omit {' and '.join(others)}")
    if named in READY:
        return READY[named]
    try:
        return Policy.read(Path(named))
    except OSError as error:
        said = f"--policy: {label(named)} cannot be read: {error.strerror}"
        if isinstance(error, FileNotFoundError) and "." not in Path(named).name:
            said = f"--policy: there is no policy or file {label(named)}"
            said += f"; the ready policies are {', '.join(READY)}"
        raise InputError(said) from None
    except (ValueError, ImportError) as error:
        raise InputError(f"--policy: {error}") from None
