"""The files that Coq has checked are the current ones. Only `make prove-grammar` runs Coq itself."""

from __future__ import annotations

from tests.effort import OF_GRAMMAR

from .export import PROVED, digests


@OF_GRAMMAR
def test_coq_has_accepted_what_is_exported() -> None:
    """Expressions, automata, certificates and the checker. Where they changed: `make prove-grammar`."""
    assert digests() == PROVED.read_text(encoding="ascii")
