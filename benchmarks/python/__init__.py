"""iriform compared with Python's libraries for the same tasks: `python -m benchmarks.python`."""
