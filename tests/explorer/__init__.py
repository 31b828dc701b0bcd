"""The explorer in a browser: `make test-browser` builds it and runs these tests."""
