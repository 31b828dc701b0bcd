"""The cost of an audit, beside programs that only read the same file, and others that check RDF."""
