"""The constants that all parts of an audit share, from `crates/audit`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._core import KEPT, MEASURED, STATUSES
from iriform._engines.table import COMPONENTS as ALL_COMPONENTS

if TYPE_CHECKING:
    from iriform.columns import Component

__all__ = ["COMPONENTS", "EMPTY", "INVALID", "KEPT", "MEASURED", "UNREADABLE", "VALID"]

# Every line, row or value is one of four things.
VALID, INVALID, EMPTY, UNREADABLE = STATUSES

# The measured components, unchanged; the port as its digits.
COMPONENTS: tuple[Component, ...] = tuple(
    component  # type: ignore[misc]  # the table has the words of this type
    for component in ALL_COMPONENTS
    if component in MEASURED
)
