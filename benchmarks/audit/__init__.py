"""What an audit costs, beside those who only read the same file, and those who check RDF."""
