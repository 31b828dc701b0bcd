"""The cost of an audit, compared with programs that only read the file, and others that check RDF."""
