"""Code that type checkers read and that is never run."""
