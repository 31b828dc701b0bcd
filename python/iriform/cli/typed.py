"""The command as it was typed, so advice can be pasted."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def as_typed(others: Mapping[str, str]) -> str:
    """Return the command with some of its arguments replaced."""
    words = (others.get(word, shlex.quote(word)) for word in sys.argv[1:])
    return " ".join(["iriform", *words])
