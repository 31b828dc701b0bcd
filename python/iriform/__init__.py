"""URIs and IRIs: exact to RFC 3986 and RFC 3987, as fast as native code."""
