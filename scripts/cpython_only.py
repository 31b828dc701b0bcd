"""The build backend: maturin, only for CPython. It refuses another Python before the compiler starts."""

import platform
import sys

from maturin import *  # noqa: F403 -- the hooks of PEP 517 and PEP 660

if sys.implementation.name != "cpython":
    name = platform.python_implementation()
    sys.exit(f"iriform is built for CPython 3.10 or later only, not for {name}")
