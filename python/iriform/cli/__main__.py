"""`python -m iriform.cli` is the same as `iriform`."""

from . import main

if __name__ == "__main__":
    main()
