"""The laboratory: programs that measure and test iriform, and compare it with its peers."""
