"""`python -m iriform.cli` is the same as `iriform`."""

from . import main

main()
