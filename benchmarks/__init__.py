"""How fast iriform is, how much memory it takes, and how both grow: see docs/performance.md."""
