"""The command as it was typed, so that advice can be pasted."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def as_typed(others: Mapping[str, str]) -> str:
    """Write the command again, with other words for some of its arguments."""
    words = (others.get(word, shlex.quote(word)) for word in sys.argv[1:])
    return " ".join(["iriform", *words])
