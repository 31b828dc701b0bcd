"""The constants that all parts of an audit share, as `crates/audit` states them."""

from iriform._core import KEPT, MEASURED, STATUSES
from iriform.columns import COMPONENTS as ALL_COMPONENTS
from iriform.columns import Component

__all__ = ["COMPONENTS", "EMPTY", "INVALID", "KEPT", "MEASURED", "UNREADABLE", "VALID"]

# Every line, row or value is one of four things.
VALID, INVALID, EMPTY, UNREADABLE = STATUSES

# The components that are measured, each as it stands; the port as its digits.
COMPONENTS: tuple[Component, ...] = tuple(
    component for component in ALL_COMPONENTS if component in MEASURED
)
