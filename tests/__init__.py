"""The tests of iriform."""
