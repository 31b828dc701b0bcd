"""The laboratory: programs that measure and try iriform, and hold it against its peers."""
