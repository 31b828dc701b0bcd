"""The proof of the kernel of columns: each step of its classifier, its planes and its decisions.

docs/proof.md says what is shown, by what, and what is assumed.
"""
