//! Methods that are implemented in Python, with codecs and paths of the standard library.

use crate::strtype::{Method, method};

pub(super) const METHODS: &[Method] = &[
    method!(
        class python "_types" "from_bytes",
        c"from_bytes(data, /, encoding='utf-8', *, errors='strict')
--

A reference from `bytes` in a character encoding. `encoding` is the name of a Python codec.

Text in a Unicode encoding is used unchanged. Text in any other encoding is first normalized to NFC,
as RFC 3987 §3.1 requires (step 1). Raises UnicodeDecodeError or ParseError.

With `errors='percent'`, which is for UTF-8, each octet that is not part of UTF-8 is percent-encoded: no
other encoding is guessed. For a class of URIs, all octets beyond ASCII are.

>>> IRI.from_bytes(b'http://example.org/caf\\xe9', 'latin-1')
IRI('http://example.org/café')
>>> URIReference.from_bytes(b'/caf\\xe9', errors='percent')
URIReference('/caf%E9')
"
    ),
    method!(
        class python "_types" "from_data",
        c"from_data(data, /, media_type=None, *, parameters=None, base64=None)
--

A data URL (RFC 2397) of `bytes`, or of a `str` in UTF-8.

`media_type` is a type and a subtype. The default is 'text/plain' with the parameter charset=utf-8
for a `str`, and 'application/octet-stream' for `bytes`. `parameters` is a mapping. If `base64` is
None, the shorter of the two encodings is used. Raises ValueError if the media type is not valid.

>>> URI.from_data(b'<b>', 'text/html')
URI('data:text/html,%3Cb%3E')
>>> URI.from_data(bytes(9), 'a/b')
URI('data:a/b;base64,AAAAAAAAAAAA')
"
    ),
    method!(
        class python "_types" "from_file_path",
        c"from_file_path(path, /, *, windows=None)
--

The `file:` reference of an absolute path (RFC 8089), a `str`, `bytes` or `os.PathLike`.

`windows` selects the flavour of the path. The default is the flavour of a `PurePath`, else that of
the system. Windows drives and UNC names are written in the forms of RFC 8089 E.2 and E.3. For a relative
path, IRIReference and URIReference give a relative reference, and IRI and URI raise ValueError.

>>> URI.from_file_path('/srv/a b.txt', windows=False)
URI('file:///srv/a%20b.txt')
>>> URI.from_file_path('C:\\\\Temp', windows=True)
URI('file:///C:/Temp')
>>> URIReference.from_file_path('a b/c', windows=False)
URIReference('a%20b/c')
"
    ),
    method!(
        python "_types" "to_file_path",
        c"to_file_path($self, /, *, windows=None)
--

The path that a `file:` reference names (RFC 8089), as a `PurePath`.

`windows` chooses the flavour of the path. The default is that of the system, which returns a
`pathlib.Path`. A relative-path reference gives a relative path. The Windows flavour also reads the
forms of RFC 8089, appendix E: `file:c:/a`, and `file:////host/share`, which names another host
although `host` is empty. Raises ValueError for another scheme, another host, a query, a fragment,
and an encoded slash, because no file name contains one.

>>> str(URI('file:///srv/a%20b.txt').to_file_path(windows=False))
'/srv/a b.txt'
"
    ),
    method!(
        python "_types" "repr_html",
        c"_repr_html_($self, /)
--

The parts of the reference in colour, as HTML for notebooks. The password is masked, and all text is escaped."
    ),
    method!(
        python "_types" "mutable_of",
        c"mutable($self, /)
--

A copy that can be edited in place: a `MutableIRI`, or the counterpart of the class.

>>> iri = IRI('http://example.org/a').mutable()
>>> iri.path.append('b')
>>> iri.freeze()
IRI('http://example.org/a/b')
"
    ),
];
