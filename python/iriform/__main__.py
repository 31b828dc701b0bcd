"""`python -m iriform` is the same as `iriform`."""

from .cli import main

if __name__ == "__main__":
    main()
