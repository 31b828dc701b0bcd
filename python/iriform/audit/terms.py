"""The words that all parts of an audit share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from iriform.columns import Component

# Every line, row or value is one of four things.
VALID, INVALID, EMPTY, UNREADABLE = STATUSES = ("valid", "invalid", "empty", "unreadable")

# The components, each as it stands; the port as its digits.
COMPONENTS: tuple[Component, ...] = (
    "scheme",
    "authority",
    "userinfo",
    "host",
    "port_text",
    "path",
    "query",
    "fragment",
)

# What is measured in code points: the whole value, and its components.
MEASURED = ("text", *COMPONENTS)

# Of each input so many examples are kept of each kind, and of all inputs together as many are shown.
KEPT = 3
