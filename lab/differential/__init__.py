"""Asks other libraries the same questions as iriform, on real data.

`python -m lab.differential` asks them, sorts the differences into classes, and writes the results
to results.json and docs/differences.md. It needs ../shared/corpora, requirements.txt and, for the
crates, their program; `make differential` builds it.
"""
