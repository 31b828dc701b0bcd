//! URIs and IRIs by the grammar of RFC 3986 and RFC 3987.
