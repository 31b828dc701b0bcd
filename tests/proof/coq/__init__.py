"""The automata of the grammar, checked by Coq: `make prove-grammar`.

`Automata.v` is the checker, with the proof that it is right; `export.py` writes what it checks.
"""
