"""The proof of the kernel of columns: each step of its classifier, its planes and its decisions.

docs/proof.md describes the claims, how each is proved, and the assumptions.
"""
