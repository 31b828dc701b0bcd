//! Methods that are implemented in Python, with codecs and paths of the standard library.

use crate::strtype::{Method, method};

pub(super) const METHODS: &[Method] = &[
    method!(
        class python "_bytes" "from_bytes",
        c"from_bytes(data, /, encoding)
--

A reference from bytes in a character encoding, by the name that Python's codecs give it.

Text of a Unicode encoding is taken as it is; text of any other is brought into NFC first, as
RFC 3987 \xC2\xA73.1 asks (step 1). Raises UnicodeDecodeError or ParseError.

>>> from iriform import IRI
>>> IRI.from_bytes(b'http://example.org/caf\\xe9', 'latin-1')
IRI('http://example.org/caf\xC3\xA9')
"
    ),
    method!(
        class python "_repair" "repair",
        c"repair(text, /, *, default_scheme=None)
--

What text was probably meant to be, and what was changed, as `Repaired(value, changes)`.

White space, a byte order mark and delimiters around it are trimmed (RFC 3986 Appendix C); characters
that IRIs do not have are percent-encoded in userinfo, path, query and fragment (RFC 3987 \xC2\xA73.1),
and so are, beyond the RFCs, a `%` without digits, brackets and further `#`. With `default_scheme`, text
that begins with a host and not with a scheme gets it (RFC 3986 \xC2\xA74.5): a name with a dot, `localhost`
or an address; `example.org:80` is read as a host and its port. Raises ParseError for whatever
else is wrong: to change scheme, host or port would be a guess about who is meant.

>>> from iriform import IRI
>>> IRI.repair(' http://example.org/a b').value
IRI('http://example.org/a%20b')
>>> IRI.repair('www.example.org:8080/a', default_scheme='https').value
IRI('https://www.example.org:8080/a')
"
    ),
    method!(
        class python "_data" "from_data",
        c"from_data(data, /, media_type=None, *, parameters=None, base64=None)
--

A data URL (RFC 2397) of `bytes`, or of a `str` in UTF-8.

`media_type` is a type and a subtype, by default 'text/plain' with the parameter charset=utf-8 for a
`str`, and 'application/octet-stream' for `bytes`; `parameters` is a mapping. With `base64` None, the
shorter of the two encodings is taken. Raises ValueError if the media type is not valid.

>>> from iriform import URI
>>> URI.from_data(b'<b>', 'text/html')
URI('data:text/html,%3Cb%3E')
>>> URI.from_data(bytes(9), 'a/b')
URI('data:a/b;base64,AAAAAAAAAAAA')
"
    ),
    method!(
        class python "_files" "from_file_path",
        c"from_file_path(path, /, *, windows=None)
--

The `file:` reference of an absolute path (RFC 8089), a `str`, `bytes` or `os.PathLike`.

By default the path is of the system's own flavour, or of a `PurePath`'s. Windows drives and UNC
names become what RFC 8089 E.2 and E.3 show. IRIReference and URIReference take a relative path, too,
and make a relative reference of it; IRI and URI raise ValueError.

>>> from iriform import URI
>>> URI.from_file_path('/srv/a b.txt', windows=False)
URI('file:///srv/a%20b.txt')
>>> URI.from_file_path('C:\\\\Temp', windows=True)
URI('file:///C:/Temp')
>>> from iriform import URIReference
>>> URIReference.from_file_path('a b/c', windows=False)
URIReference('a%20b/c')
"
    ),
    method!(
        python "_files" "to_file_path",
        c"to_file_path($self, /, *, windows=None)
--

The path that a `file:` reference names (RFC 8089), as a `PurePath` of the flavour. A reference that is
a relative path names a relative one.

By default of the system's own flavour, as a `pathlib.Path`. For Windows also the forms of RFC 8089,
appendix E: `file:c:/a`, and `file:////host/share`, which is on another host though `host` is empty.
Raises ValueError for other schemes, for another host, for a query or fragment, and for an encoded
slash, which no file name has.

>>> from iriform import URI
>>> str(URI('file:///srv/a%20b.txt').to_file_path(windows=False))
'/srv/a b.txt'
"
    ),
    method!(
        python "_html" "repr_html",
        c"_repr_html_($self, /)
--

For notebooks: the anatomy in colour, as HTML. The password is masked, everything is escaped."
    ),
    method!(
        python "_mutable" "mutable",
        c"mutable($self, /)
--

A copy that can be edited in place: a `MutableIRI`, or the counterpart of the class.

>>> from iriform import IRI
>>> iri = IRI('http://example.org/a').mutable()
>>> iri.path.append('b')
>>> iri.freeze()
IRI('http://example.org/a/b')
"
    ),
];
