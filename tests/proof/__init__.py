"""The proof that the native parser is the ABNF of RFC 3986 and RFC 3987. See docs/proof.md."""
