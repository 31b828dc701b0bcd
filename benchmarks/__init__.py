"""The speed of iriform, the memory that it uses, and how both grow: docs/performance.md shows them."""
