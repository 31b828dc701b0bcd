"""`Policy.allows` beside `is_valid`: `python -m benchmarks.python policies`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.harness import Goal, Subject, Table
from benchmarks.python import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

_POLICY = "from iriform import *\n"
_LISTED = (
    "Policy(schemes={'http', 'https'}, hosts={'*.net', '*.org', '*.com', 'example.org'},"
    " ports={80, 443}, max_length=2048, profile='default')"
)

POLICIES = {
    "Policy.WEB": "Policy.WEB",
    "Policy.PUBLIC_WEBHOOK": "Policy.PUBLIC_WEBHOOK",
    "Policy.REDIRECT_URI": "Policy.REDIRECT_URI",
    "a list of hosts": _LISTED,
}
"""The measurements: their titles, and how each policy is made."""


def policies() -> Iterator[Table]:
    """Check if a text is allowed, compared with checking if it is valid."""
    subjects = [
        Subject("IRI.is_valid", "valid(x)", f"{_POLICY}valid = IRI.is_valid"),
        *(
            Subject(f"{name}, allows", "allows(x)", f"{_POLICY}allows = {made}.allows")
            for name, made in POLICIES.items()
        ),
        Subject("Policy.WEB, refusals", "refusals(x)", f"{_POLICY}refusals = Policy.WEB.refusals"),
    ]
    goals = [Goal(f"{name}, allows", ("IRI.is_valid",), 3.0) for name in POLICIES]
    yield Table("Policies, web links", subjects, texts.ascii_(), goals)
    yield Table("Policies, non-ASCII path, BMP", subjects, texts.bmp(), [])
