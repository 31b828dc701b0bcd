"""`python -m iriform` is the same as `iriform`, and `spark-submit …/iriform/__main__.py` on a cluster."""

import sys

if __name__ == "__main__":
    if not __package__ and sys.path:  # run as a file, with its folder first among those of modules
        del sys.path[0]
    from iriform.cli import main

    main()
