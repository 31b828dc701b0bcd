"""The table of column operations for engines, and how each engine is given its functions."""
