"""The public suites' test vectors, each row agreed with or explained.

`rows` loads them, `subjects` asks a row's question of the oracles and of iriform, `differences` is
the one table of where we differ and why, and `judge` counts. `python -m tests.vectors` writes what
is counted into counts.json and docs/differences.md; the tests check both.
"""
