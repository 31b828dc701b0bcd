"""How fast iriform is, how much memory it takes, and how both grow: docs/performance.md shows it."""
