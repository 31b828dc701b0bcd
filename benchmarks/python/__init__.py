"""iriform beside the libraries that Python has for the same: `python -m benchmarks.python`."""
