# The types are written by hand: what a checker should know is more than what can be read off the
# native module. Its docstrings are written here by scripts/make_stub.py, so that editors show them.
# tests/test_stub.py and `make types` (mypy.stubtest) hold both against the module.

import sys
from collections.abc import (
    Callable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    ValuesView,
)
from datetime import date
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address
from os import PathLike
from pathlib import PurePath
from typing import (
    Any,
    ClassVar,
    Literal,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    TypeVar,
    final,
    overload,
)
from uuid import UUID

from typing_extensions import CapsuleType, Self, Unpack, disjoint_base

from ._policy import Policy as _Policy
from ._types.answers import (
    URN,
    Ambiguity,
    Change,
    MatchedValue,
    Parts,
    Repaired,
    TemplateLimits,
    Variable,
)
from ._types.data import Data
from ._types.mutable import MutableIRI, MutableIRIReference, MutableURI, MutableURIReference
from ._types.purl import PURL
from ._web.links import Found
from .findings import Finding, Profile, Severity

_Level: TypeAlias = Literal["string", "syntax", "scheme"]
_Masked: TypeAlias = Literal["secrets", "password"]
_Scalar: TypeAlias = str | float | None
_TemplateValue: TypeAlias = (
    _Scalar | Sequence[_Scalar] | Mapping[str, _Scalar] | Sequence[tuple[str, _Scalar]]
)
# What a placeholder of a skeleton takes.
_Datum: TypeAlias = (
    str
    | float
    | Decimal
    | UUID
    | date
    | PurePath
    | IPv4Address
    | IPv6Address
    | Mapping[str, Any]
    | Sequence[Any]
    | None
)
# Type checkers see no types of the values in a template string.
if sys.version_info >= (3, 14):
    from string.templatelib import Template as _TemplateString

    _Text: TypeAlias = str | bytes | _TemplateString
    _Skeleton: TypeAlias = str | _TemplateString
else:
    _Text: TypeAlias = str | bytes
    _Skeleton: TypeAlias = str
_FilePath: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]

__version__: str
PUBLIC_SUFFIX_VERSION: str
TOP_LEVEL_DOMAINS_DATE: str
UNICODE_VERSION: str
UTS58_VERSION: str

_Default = TypeVar("_Default")
_AnyPURL = TypeVar("_AnyPURL", bound=PURL)
_QueryScalar: TypeAlias = str | float | None  # int and bool are floats to type checkers
_QueryValue: TypeAlias = (
    _QueryScalar | list[str] | list[int] | list[float] | tuple[_QueryScalar, ...]
)
_Pairs: TypeAlias = Mapping[str, Any] | Iterable[tuple[str, Any]]
_Prefixes: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]]
_Order: TypeAlias = Literal["exact", "any-order"]
_Extra: TypeAlias = Literal["allow", "refuse"]
_CompactSyntax: TypeAlias = Literal[
    "plain", "curie", "safe-curie", "turtle", "sparql", "json-ld", "xml-qname"
]

class _Parts(TypedDict, total=False):  # what `with_parts` takes besides the scheme
    authority: str | None
    userinfo: str | None
    host: str | None
    port: int | str | None
    path: str
    query: str | None
    fragment: str | None

@disjoint_base
class IRIReference(str):
    """An IRI reference (RFC 3987 §2.2, `IRI-reference`): an IRI, or a reference relative to one.

    A `str` that matches the grammar. `text` is a `str`, or `bytes` in UTF-8, and is kept unchanged.
    Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

    >>> IRIReference('../道?q').path.segments
    (Segment('..'), Segment('道'))
    """

    policies: ClassVar[tuple[_Policy, ...]]
    def __new__(cls, text: _Text = "", /) -> Self: ...
    def __init_subclass__(cls, *, policy: _Policy | None = None, **keywords: Any) -> None: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @property
    def scheme(self) -> Scheme | None:
        """The scheme (§3.1), as written, or None. To compare it, use `has_scheme`, which ignores letter case."""
    @property
    def authority(self) -> Authority | None:
        """The authority (§3.2), without its `//`, or None. It may be empty, as in `file:///`."""
    @property
    def userinfo(self) -> UserInfo | None:
        """The userinfo (§3.2.1), without its `@`, or None."""
    @property
    def host(self) -> Host | None:
        """The host (§3.2.2), as written and with the brackets of an IP-literal, or None without an authority."""
    @property
    def port(self) -> int | None:
        """The port (§3.2.3) as an int, or None if there is no port or it has no digits.

        The grammar allows any number of digits. It is None for a port above 65535; `port_text` has the
        digits.
        """
    @property
    def port_text(self) -> str | None:
        """The port's digits as written (§3.2.3), or None if there is no port. An empty port gives ''."""
    @property
    def port_or_default(self) -> int | None:
        """The port as an int. Without one, the default port of the scheme, or None if it is unknown.

        A port above 65535 gives None.
        """
    @property
    def path(self) -> Path:
        """The path (§3.3). It may be empty, but is never None."""
    @property
    def query(self) -> Query | None:
        """The query (§3.4), without its `?`, or None. It may be empty."""
    @property
    def fragment(self) -> Fragment | None:
        """The fragment (§3.5), without its `#`, or None. It may be empty."""
    @property
    def parts(self) -> Parts:
        """The five components as the named tuple `Parts(scheme, authority, path, query, fragment)`.

        None marks an absent component. An empty component is ''.
        """
    @property
    def origin(self) -> URI | None:
        """Scheme, host and port as a URI (RFC 6454 §4), or None without a scheme or a host.

        Scheme and host are in lower case, the labels of a domain name are in ASCII, and a default port is
        omitted. Two references have the same origin if their origins are equal and not None. A port above
        65535 gives None.
        """
    @property
    def urn(self) -> URN | None:
        """The pieces of a URN as the named tuple `URN(nid, nss, r_component, q_component, f_component)`.

        None for other schemes, and for text outside the grammar of RFC 8141 §2.

        >>> IRI('urn:isbn:0451450523').urn.nss
        '0451450523'
        """
    @property
    def purl(self) -> PURL | None:
        """The package URL as a `PURL`, or None.

        None for other schemes, and for text that ECMA-427 or the definition of a registered type refuses.

        >>> purl = IRI('pkg:npm/%40angular/core@19.0.0').purl
        >>> purl.type, purl.namespace, purl.name, purl.version
        ('npm', '@angular', 'core', '19.0.0')
        """
    @property
    def data(self) -> Data | None:
        """The data of a data URL as the named tuple `Data(media_type, parameters, bytes)`.

        None for other schemes, and for text outside the grammar of RFC 2397 §3. Broken base64 gives
        None as well.

        >>> IRI('data:text/html;charset=utf-8;base64,PGI+').data.bytes
        b'<b>'
        """
    @property
    def is_relative(self) -> bool:
        """True if the reference has no scheme (§4.2, `relative-ref`)."""
    @property
    def has_fragment(self) -> bool:
        """True if there is a fragment, even an empty one. A URI without a fragment is an `absolute-URI` (§4.3)."""
    @property
    def host_key(self) -> str | None:
        """The host as name look-up reads it, a plain `str`: equal for two references exactly if `host_matches` says so.

        A name in ASCII and lower case without the dot of the root, or an address in normal form. None
        without a host, and for a scheme whose authority is not a name of the DNS, such as `s3`. Use it for
        joins and groups.

        >>> IRI('http://BÜcher.example./').host_key, IRI('http://0x7f.1/').host_key
        ('xn--bcher-kva.example', '127.0.0.1')
        """
    @property
    def host_kind(self) -> Literal["IPv4address", "IPv6address", "IPvFuture", "reg-name"] | None:
        """The kind of the host, `host.kind`, or None without a host."""
    def host_ip(self, /, *, lookup: bool = False) -> IPv4Address | IPv6Address | None:
        """The address of the host as an `ipaddress` object, or None: `host.ip`.

        With `lookup`, every notation of an IPv4 address that name look-up reads counts, such as `0x7f.1`.

        >>> iri = IRI('http://0x7f.1/')
        >>> iri.host_ip(), iri.host_ip(lookup=True)
        (None, IPv4Address('127.0.0.1'))
        """
    def host_matches(self, name: str | bytes, /) -> bool:
        """Return True if the host is the same as `name` for name look-up, like `host.matches`. False without a host.

        >>> IRI('http://EXAMPLE.org./').host_matches('example.org'), IRI('urn:x').host_matches('x')
        (True, False)
        """
    def host_is_within(self, /, *names: str | bytes) -> bool:
        """Return True if the host is one of `names` or below one, like `host.is_within`. False without a host.

        >>> IRI('http://www.example.org/').host_is_within('example.com', 'example.org')
        True
        """
    @property
    def user(self) -> str | None:
        """The user of the userinfo, decoded, or None without a userinfo: `userinfo.user`."""
    @property
    def password(self) -> str | None:
        """The password of the userinfo, decoded, or None without one: `userinfo.password`."""
    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments of the path as a tuple of `Segment`s: `path.segments`."""
    @property
    def path_and_after(self) -> str:
        """Path, query and fragment as written, a plain `str`.

        >>> IRI('http://h/a?q#f').path_and_after
        '/a?q#f'
        """

    @property
    def request_target(self) -> str | None:
        """Path and query as HTTP sends them (RFC 9112 §3.2.1), a plain `str` in ASCII.

        An empty path is sent as `/`. None for a path that does not begin with a slash.

        >>> IRI('http://h?q=é#f').request_target
        '/?q=%C3%A9'
        """
    @overload
    def query_value(
        self,
        name: str,
        /,
        default: None = None,
        *,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
    ) -> str | None:
        """The first value of the name `name` in the query, decoded as by `query.get`, or `default`.

        Without a query there is no value either. In `mailto`, a `+` is literal unless `plus` is true, and
        names ignore letter case (RFC 6068 §2, §5), here and in every method that reads pairs of a
        reference.

        >>> IRI('http://h/?page=2').query_value('page'), IRI('http://h/').query_value('page', '1')
        ('2', '1')
        """
    @overload
    def query_value(
        self,
        name: str,
        /,
        default: _Default,
        *,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
    ) -> str | _Default: ...
    def query_values(
        self,
        name: str,
        /,
        *,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
    ) -> list[str]:
        """All values of the name `name` in the query, decoded as by `query.get_all`. Without a query there are none.

        >>> IRI('http://h/?tag=a&tag=b').query_values('tag'), IRI('http://h/').query_values('tag')
        (['a', 'b'], [])
        """
    @overload
    def pairs(
        self,
        /,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
        *,
        bare_as_none: Literal[False] = False,
    ) -> list[tuple[str, str]]:
        """The pairs of names and values in the query, decoded as by `query.pairs`. Without a query there are none.

        >>> IRI('http://h/?page=2&q=J%C3%B6').pairs(), IRI('http://h/').pairs()
        ([('page', '2'), ('q', 'Jö')], [])
        """
    @overload
    def pairs(
        self,
        /,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
        *,
        bare_as_none: bool,
    ) -> list[tuple[str, str | None]]: ...
    @property
    def domain_labels(self) -> tuple[str, ...] | None:
        """The labels of the domain name as a tuple of plain `str`, in ASCII and lower case, as name look-up reads it.

        None without a host, for an address in any notation, and for a scheme whose authority is not a name of the DNS.

        >>> IRI('http://www.Example.co.uk./').domain_labels
        ('www', 'example', 'co', 'uk')
        """
    def registrable_domain(self, /, *, private: bool = True) -> Host | None:
        """The registered domain in ASCII: the public suffix and the one label before it.

        The host is read as name look-up reads it. None without a host, for an address in any notation, for
        a public suffix itself, and for a scheme whose authority is not a name of the DNS, such as `s3`. A
        last label that is not in the list counts as a public suffix. The list is that of publicsuffix.org
        on `iriform.PUBLIC_SUFFIX_VERSION`, or the one passed to `iriform.load_public_suffixes`; nothing is
        fetched. Its private part has suffixes of companies, such as `github.io`; with `private=False` only
        the ICANN part counts.

        >>> IRI('http://www.example.co.uk/').registrable_domain()
        Host('example.co.uk')
        >>> anna = IRI('https://anna.github.io/')
        >>> anna.registrable_domain(), anna.registrable_domain(private=False)
        (Host('anna.github.io'), Host('github.io'))
        """
    def public_suffix(self, /, *, private: bool = True) -> Host | None:
        """The public suffix in ASCII: the name under which anybody may register names.

        None if `registrable_domain` is None, unless the host is a public suffix. The list and `private` are the same as there.

        >>> IRI('http://www.example.co.uk/').public_suffix()
        Host('co.uk')
        """
    def subdomain(self, /, *, private: bool = True) -> Host | None:
        """The labels before the registrable domain, in ASCII, or None if there are none.

        The list and `private` are as for `registrable_domain`.

        >>> IRI('http://a.b.example.co.uk/').subdomain()
        Host('a.b')
        """
    def has_scheme(self, /, *names: str | bytes) -> bool:
        """Return True if the scheme is one of `names`, in any letter case (§3.1). False without a scheme.

        Raises ParseError if a name is not a valid scheme.

        >>> IRI('JavaScript:alert(1)').has_scheme('javascript', 'data')
        True
        """
    def masked(self, /, what: _Masked = "secrets") -> str:
        """The text as a plain `str`, with `***` for each secret in it, for logs and for publication.

        With 'password', the secrets are passwords (RFC 3986 §3.2.1), and the whole userinfo if the user
        name looks like a token, as in `repr`, including those of references within this one, in its query,
        its path or its fragment. With 'secrets', they are also the values of pairs in query and fragment
        whose names mark a secret (`access_token`, `sig`, OAuth's `code` and `state`), and the paths of
        webhooks, as in `iriform.security.masked`. No list of names is complete, and a secret in another
        path cannot be recognized.

        >>> iri = IRI('https://anna:secret@example.org/a?sig=x&page=2#id%5Ftoken=y')
        >>> iri.masked()
        'https://anna:***@example.org/a?sig=***&page=2#id%5Ftoken=***'
        >>> iri.masked('password')
        'https://anna:***@example.org/a?sig=x&page=2#id%5Ftoken=y'
        >>> IRI('https://ghp_16C7e42F292c6912@example.org/').masked('password')
        'https://***@example.org/'
        """

    def sorted_query(self, /, *, separator: str = "&", plus: bool = True) -> IRIReference:
        """The reference with the pairs of its query sorted by decoded name and value.

        The sort is stable. Empty pieces are removed, and percent-encoding is in normal form.

        >>> IRI('http://h/?b=%7e&&a=2&a=1').sorted_query()
        IRI('http://h/?a=1&a=2&b=~')
        """
    @property
    def parents(self) -> tuple[IRIReference, ...]:
        """The parent, its parent and so on, as a tuple: the nearest first.
        Raises ValueError if the path has more than 1000 slashes:
        all parents together would take quadratic memory.

        >>> IRI('http://h/a/b?q').parents
        (IRI('http://h/a'), IRI('http://h/'))
        """
    def canonical(self, /, *steps: str) -> IRIReference:
        """The canonical link: one text for all links to a page, by the normal form (`normalize('scheme')`) and named steps beyond it.

        `steps` are names of `iriform.canonical.STEPS`, names with `-` before them, which are removed, and
        the presets 'dedupe' (all steps: a key, which need not lead to the page) and 'crawl' (steps after
        which a link still leads there on usual servers). Without steps, or if the first one is a removal,
        it starts from 'dedupe'. The steps are for `http` and `https`, and 'file' for `file`. Other schemes
        only get their normal form, and the keys of objects, as in `s3`, stay unchanged. The operation is
        idempotent. Raises ValueError for another name.

        >>> link = IRI('http://www.Example.org/index.html?utm_source=x&b=2&a=1#top')
        >>> link.canonical(), link.canonical('crawl')
        (IRI('https://example.org/?a=1&b=2'), IRI('http://www.example.org/index.html?b=2&a=1'))
        >>> link.canonical('dedupe', '-scheme', '-index')
        IRI('http://example.org/index.html?a=1&b=2')
        """

    def file_key(self, /, *, windows: bool | None = None) -> str | None:
        """The file key: one text for all references to a file of this machine, a plain `str`; None for another scheme (RFC 8089).

        It is the normal form in ASCII without `localhost`, with each octet of the path in one form. A drive
        has a capital letter and a plain colon: editors and language servers disagree on both. By default, a
        drive implies Windows. With `windows=True`, `file:////server/share` is the same as
        `file://server/share`; with False, a drive is a folder. It is for dictionaries and joins. To do it
        again changes nothing.

        >>> from iriform import IRI
        >>> {IRI(text).file_key() for text in ('file:///c%3A/a', 'file:///C:/a', 'file://localhost/C:/a')}
        {'file:///C:/a'}
        """
    def normalize(self, /, level: _Level = "syntax") -> IRIReference:
        """The normal form (RFC 3986 §6.2, RFC 3987 §5.3), in the same class.

        'syntax' puts scheme and host in lower case and percent-encoded triplets in upper case, decodes
        encoded unreserved characters, writes IPv6 addresses as in RFC 5952, and removes an empty port and
        dot segments. A relative reference keeps its dot segments, because they are significant there.
        'scheme' also applies the scheme's own rules for default port, empty path and host. Non-ASCII
        characters stay as written, raw or encoded. Normalization is idempotent.

        >>> IRI('HTTP://Example.COM:80/%7Ea/../b').normalize()
        IRI('http://example.com:80/b')
        >>> IRI('HTTP://Example.COM:80').normalize('scheme')
        IRI('http://example.com/')
        """
    def to_uri(self, /, *, idna: bool = False) -> URIReference:
        """The URI or URIReference (RFC 3987 §3.1), with non-ASCII characters percent-encoded as UTF-8.

        Nothing else changes, so a URI stays the same. With `idna`, a host with non-ASCII characters
        becomes a domain name in ASCII (UTS #46). Raises ValueError if the host cannot become one.

        >>> IRI('http://résumé.example.org/é').to_uri()
        URI('http://r%C3%A9sum%C3%A9.example.org/%C3%A9')
        >>> IRI('http://résumé.example.org/é').to_uri(idna=True)
        URI('http://xn--rsum-bpad.example.org/%C3%A9')
        """
    def to_iri(self, /, *, idna: bool = False) -> IRIReference:
        """The IRI or IRIReference (RFC 3987 §3.2, all five steps), decoded as far as the RFC allows.

        Reserved characters, `%25`, octets that are not UTF-8, characters that an IRI must not contain, and
        directional formatting characters stay encoded. With `idna`, valid `xn--` labels of the host become
        Unicode (UTS #46).

        >>> URI('http://xn--99zt52a.example.org/D%C3%BCrst%2F%e2%80%ae').to_iri()
        IRI('http://xn--99zt52a.example.org/Dürst%2F%E2%80%AE')
        """
    def with_host(self, host: str | None, /) -> IRIReference:
        """A copy with another host, which must be encoded. The same as `with_parts(host=host)`.

        >>> IRI('http://anna@example.org:80/a').with_host('h.example')
        IRI('http://anna@h.example:80/a')
        """
    def with_query(
        self, query: Query | _Pairs | None, /, *, separator: str = "&", form: bool = False
    ) -> IRIReference:
        """The reference with another query: a mapping or pairs as in `Query.from_pairs`, a `Query`, or None.

        An empty mapping, no pairs, and None remove the query. In a URI, non-ASCII characters of pairs are
        percent-encoded; in an IRI, they stay raw if the grammar allows them.

        >>> URI('http://h/a?b#c').with_query({'q': 'é', 'page': 2})
        URI('http://h/a?q=%C3%A9&page=2#c')
        """
    def update_query(
        self,
        pairs: _Pairs,
        /,
        *,
        separator: str = "&",
        plus: bool = True,
        form: bool = False,
    ) -> IRIReference:
        """The reference with these pairs in place of all pairs that have the same names in its query.

        `pairs` is a mapping or an iterable of pairs, with values as in `Query.from_pairs`. All other pieces
        of the query are unchanged.

        >>> IRI('http://h/?page=1&q=a%2Bb').update_query({'page': 2, 'sort': 'name'})
        IRI('http://h/?page=2&q=a%2Bb&sort=name')
        """
    def without_query(
        self, /, *names: str, separator: str = "&", plus: bool = True
    ) -> IRIReference:
        """The reference without the pairs of these names, or without its query if no name is given.

        In a name, `*` stands for any characters and `?` for one. All other pairs are unchanged, and empty
        pieces are removed. If no pair remains, the `?` is removed as well. `without_query(*names)` with an
        empty list is a call without a name; `query.without(*names)` then leaves the query unchanged.

        >>> IRI('http://h/?utm_source=x&id=1&fbclid=y#a').without_query('utm_*', 'fbclid')
        IRI('http://h/?id=1#a')
        >>> IRI('http://h/?id=1#a').without_query()
        IRI('http://h/#a')
        """
    def without_fragment(self, /) -> IRIReference:
        """The reference without its fragment. With a scheme, the result is an `absolute-URI` (§4.3).

        >>> IRI('http://a/b?c#d').without_fragment()
        IRI('http://a/b?c')
        """
    @property
    def directory(self) -> IRIReference:
        """The reference up to and including the last slash of its path, without query and fragment."""
    @property
    def parent(self) -> IRIReference | None:
        """The reference with the path `path.parent`, without query and fragment. None if there is no parent.

        The parent of 'http://h/a/b?q' is 'http://h/a', and the parent of 'http://h/a' is 'http://h/'. The
        parent of 'http://h/' is None.
        """
    def with_name(self, name: str, /) -> IRIReference:
        """The reference with another last segment of its path, without query and fragment.

        `name` is plain data, or a `Segment`, which is used unchanged. Raises ValueError if the path has no
        name, and if `name` has a slash or is '', '.' or '..'.

        >>> IRI('http://h/a/b.txt?q').with_name('c d')
        IRI('http://h/a/c%20d')
        """
    def with_suffix(self, suffix: str, /) -> IRIReference:
        """The reference with another suffix of the path's name, without query and fragment.

        `suffix` is plain data: '', or a dot and at least one more character. Raises ValueError if the path
        has no name, or if `suffix` is not valid.

        >>> IRI('http://h/a/b.tar.gz?q').with_suffix('.zst')
        IRI('http://h/a/b.tar.zst')
        """
    # Any, not None: beside an Enum, which has the name of the member, None would be no str.
    @property
    def name(self) -> Segment | Any:
        """The last segment of the path, or None if there is no segment or it is empty: `path.name`.

        On a member of an `Enum`, this is the name of the member.
        """
    @property
    def stem(self) -> Segment | None:
        """The name without its suffix, or None if there is no name: `path.stem`."""
    @property
    def suffix(self) -> Segment:
        """The end of the name from its last dot; '' if there is none: `path.suffix`."""
    def __truediv__(self, segment: str, /) -> IRIReference: ...
    @classmethod
    def from_parts(
        cls,
        *,
        scheme: str | None = None,
        authority: str | None = None,
        path: str = "",
        query: str | None = None,
        fragment: str | None = None,
    ) -> IRIReference:
        """A reference composed of these components (RFC 3986 §5.3), which must be encoded.

        None means that a component is absent, '' that it is empty. The result has exactly these components.
        Raises ParseError for a component that is not valid by the rule of the class, and ValueError for
        components that do not go together.

        >>> IRI.from_parts(scheme='http', authority='example.org', path='/a', query='')
        IRI('http://example.org/a?')
        """
    @classmethod
    def build(
        cls,
        *,
        scheme: str | None = None,
        userinfo: str | tuple[str, str] | None = None,
        host: str | IPv4Address | IPv6Address | None = None,
        port: int | str | None = None,
        path: str | None = None,
        segments: Iterable[str] = (),
        query: str | _Pairs | None = None,
        fragment: str | None = None,
    ) -> IRIReference:
        """A reference built from plain data, percent-encoded as the rule of the class requires.

        `userinfo` is a user, or a pair of user and password, in which everything except unreserved
        characters is percent-encoded. `host` is a name, an address with or without brackets, or an object
        of `ipaddress`. `segments` are joined by slashes; if there is a host, a slash precedes the first
        one. `path`, instead of `segments`, is a whole path, in which slashes and dots keep their meaning.
        `query` is a mapping or pairs of names and values. A `Segment`, a `Host` or another component type
        is used unchanged.

        Raises ValueError for the segments '.' and '..', because they would change the structure of the
        path, for an empty first segment without a host, because no path begins with one, and for a host
        with characters that no host may contain.

        >>> URI.build(scheme='http', host='example.org', segments=['a b', 'c/d'], query={'q': 'é'})
        URI('http://example.org/a%20b/c%2Fd?q=%C3%A9')
        >>> URI.build(scheme='http', host='::1', port=8080)
        URI('http://[::1]:8080')
        """
    @classmethod
    def of(
        cls, skeleton: _Skeleton, values: Mapping[str, _Datum] | None = None, /, **more: _Datum
    ) -> Self:
        """A reference built from a skeleton: literal text with placeholders for data that cannot change its structure.

        `skeleton` is the programmer's text, with `{name}` for a value, and `{{` for a brace. Values are
        keywords, or a mapping. Each value is percent-encoded, except for `unreserved` (and `ucschar` in an
        IRI), and stays in its place: it never adds or removes a segment, a pair of the query or a part of
        the host. Text that would make a dot segment is refused, and so are None, lists and mappings that
        would change the number of segments or pairs. None omits the pair `k={x}`, and a port. `{x:*}`
        repeats a pair, once for each member of a list. `?{x}` accepts pairs or a `Query`. A URI or an IRI
        at the very beginning is a base: its path is kept, and one slash follows. A `Segment`, a `Path`, a
        `Host`, a `Query` or a `Fragment` is used unchanged in its place. `{x:.2f}` and `{x!s}` are
        Python's, for text and numbers.

        From CPython 3.14 on, `URI(t"…")` is the same with a template string.

        Raises ParseError for literal text that is not a reference; ValueError for an invalid skeleton, for
        a name without a value or a value without a name, and for a value that its place does not accept;
        TypeError for objects that are not values. No message shows a value. The parsed skeleton is cached.

        >>> URI.of('https://api.example/users/{user}?q={q}&page={page}', user='a/b', q='1&x=2', page=None)
        URI('https://api.example/users/a%2Fb?q=1%26x%3D2')
        >>> base = URI('https://api.example/v1')
        >>> URI.of('{base}/users/{user-id}', {'user-id': 7}, base=base)
        URI('https://api.example/v1/users/7')
        """
    @classmethod
    def from_data(
        cls,
        data: str | bytes,
        /,
        media_type: str | None = None,
        *,
        parameters: Mapping[str, str] | None = None,
        base64: bool | None = None,
    ) -> Self:
        """A data URL (RFC 2397) of `bytes`, or of a `str` in UTF-8.

        `media_type` is a type and a subtype. The default is 'text/plain' with the parameter charset=utf-8
        for a `str`, and 'application/octet-stream' for `bytes`. `parameters` is a mapping. If `base64` is
        None, the shorter of the two encodings is used. Raises ValueError if the media type is not valid.

        >>> URI.from_data(b'<b>', 'text/html')
        URI('data:text/html,%3Cb%3E')
        >>> URI.from_data(bytes(9), 'a/b')
        URI('data:a/b;base64,AAAAAAAAAAAA')
        """
    @classmethod
    def from_file_path(cls, path: _FilePath, /, *, windows: bool | None = None) -> Self:
        """The `file:` reference of an absolute path (RFC 8089), a `str`, `bytes` or `os.PathLike`.

        `windows` selects the flavour of the path. The default is the flavour of a `PurePath`, else that of
        the system. Windows drives and UNC names are written in the forms of RFC 8089 E.2 and E.3. For a relative
        path, IRIReference and URIReference give a relative reference, and IRI and URI raise ValueError.

        >>> URI.from_file_path('/srv/a b.txt', windows=False)
        URI('file:///srv/a%20b.txt')
        >>> URI.from_file_path('C:\\\\Temp', windows=True)
        URI('file:///C:/Temp')
        >>> URIReference.from_file_path('a b/c', windows=False)
        URIReference('a%20b/c')
        """
    @property
    def form(
        self,
    ) -> Literal["full", "network-path", "absolute-path", "relative-path", "empty"]:
        """The form of the reference (§4.2): 'full' (with a scheme), 'network-path', 'absolute-path', 'relative-path' or 'empty' (with an empty path)."""
    def is_normalized(self, /, level: _Level = "syntax") -> bool:
        """Return True if the reference is already in normal form.

        >>> IRI('http://example.com/a/./b').is_normalized()
        False
        """
    def comparison_key(self, /, level: _Level = "syntax") -> str:
        """A plain `str`. Two references have the same key exactly if they are `equivalent` at `level`.

        References are compared as URIs (RFC 3987 §5.3.2.3), so raw and encoded characters give the
        same key. A relative reference is its own key, because its target depends on a base (RFC 3986
        §6.1).

        >>> len({iri.comparison_key() for iri in (IRI('http://a/é'), IRI('HTTP://a/%c3%a9'))})
        1
        """
    def equivalent(
        self, other: str | bytes, /, level: _Level = "syntax", *, ignore_fragment: bool = False
    ) -> bool:
        """Return True if both references are equivalent by 'string', 'syntax' or 'scheme' (RFC 3986 §6.2).

        Each level is coarser than the previous one. A plain `str` is parsed as a URI reference if this is
        one, else as an IRI reference. Use `ignore_fragment` to compare references for network actions.

        >>> IRI('http://example.com').equivalent('HTTP://EXAMPLE.com:80/', 'scheme')
        True
        """
    def is_same_document(self, base: str | bytes, /, level: _Level = "string") -> bool:
        """Return True if this reference at `base` leads to the same document as `base` (RFC 3986 §4.4).

        Fragments are ignored.

        >>> IRIReference('#part').is_same_document('http://a/b')
        True
        """
    def resolve_onto(self, base: str | bytes, /) -> IRIReference:
        """A single reference equivalent to resolving `base` and then this reference. `base` may be relative.

        For every IRI `x` with an authority or an absolute path, `x.resolve(this.resolve_onto(base)) ==
        x.resolve(base).resolve(this)`. So a leading `..` stays, and the path is `./` if no segment remains.
        If `base` has a scheme, the result is `base.resolve(this)`. A plain `str` is parsed as a URI
        reference if this is one, else as an IRI reference. RFC 3986 has no such operation, because its
        bases have a scheme (§5.1).

        >>> IRIReference('../img/a.png').resolve_onto('../css/site.css')
        IRIReference('../img/a.png')
        >>> IRIReference('b?q').resolve_onto('/a/')
        IRIReference('/a/b?q')
        """
    def without_prefix(self, prefix: str | bytes, /) -> IRIReference | None:
        """The part below the directory `prefix`, as an IRIReference, or None if this is not below it.

        `prefix` may end in a slash or not. Scheme and authority must be equivalent at the level 'syntax',
        and paths are compared in normal form. The query and the fragment of `prefix` are ignored.

        >>> IRI('http://a/b/c?q').without_prefix('http://a/b')
        IRIReference('c?q')
        """
    @overload
    def with_parts(self, /, **parts: Unpack[_Parts]) -> IRIReference:
        """A copy with some parts changed. Values are encoded text, or None to remove a part.

        `host=None` removes the authority if it has neither userinfo nor port. `scheme=None` gives an
        IRIReference or URIReference. The result has the requested parts, with one exception: if the RFC
        requires a guard before the path, `/.` or `./` is added (§3.3, §4.2). A guard that is no longer
        needed is removed. Raises ParseError for a part that is not valid, and ValueError for parts that do
        not go together.

        >>> IRI('http://anna@example.org:80/a').with_parts(userinfo=None, port=None, query='x=1')
        IRI('http://example.org/a?x=1')
        """
    @overload
    def with_parts(self, /, *, scheme: str, **parts: Unpack[_Parts]) -> IRI: ...
    @overload
    def with_parts(self, /, *, scheme: None, **parts: Unpack[_Parts]) -> IRIReference: ...
    def __replace__(self, /, **changes: Any) -> IRIReference: ...
    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        /,
        encoding: str = "utf-8",
        *,
        errors: Literal["strict", "percent"] = "strict",
    ) -> Self:
        """A reference from `bytes` in a character encoding. `encoding` is the name of a Python codec.

        Text in a Unicode encoding is used unchanged. Text in any other encoding is first normalized to NFC,
        as RFC 3987 §3.1 requires (step 1). Raises UnicodeDecodeError or ParseError.

        With `errors='percent'`, which is for UTF-8, each octet that is not part of UTF-8 is percent-encoded: no
        other encoding is guessed. For a class of URIs, all octets beyond ASCII are.

        >>> IRI.from_bytes(b'http://example.org/caf\\xe9', 'latin-1')
        IRI('http://example.org/café')
        >>> URIReference.from_bytes(b'/caf\\xe9', errors='percent')
        URIReference('/caf%E9')
        """
    @classmethod
    def from_leiri(cls, text: str, /) -> Self:
        """Convert a legacy extended IRI, as used in XML: `xml:base`, `href` of XInclude, system identifiers.

        Each character that only LEIRIs allow is percent-encoded (RFC 3987 §3.1; W3C note of 2008, §4):
        space, `<`, `>`, `"`, `{`, `}`, `|`, `\\`, `^`, a backtick; U+0000 to U+001F and U+007F to U+009F;
        the formatting characters U+200E, U+200F and U+202A to U+202E; U+FDD0 to U+FDEF and U+FFF0 to
        U+FFFD; U+E0000 to U+E0FFF; the last two of each plane from the first on; and private use outside
        the query. Nothing is trimmed or repaired: a `%` without its digits, a bracket and a second `#`
        raise ParseError. For a class of URIs, everything beyond ASCII is percent-encoded.

        >>> IRIReference.from_leiri('a b/é|x')
        IRIReference('a%20b/é%7Cx')
        """
    @classmethod
    def repair(cls, text: str, /, *, default_scheme: str | None = None) -> Repaired[Self]:
        """Repair a text that is almost a reference. Returns `Repaired(value, changes)`.

        White space, a byte order mark and delimiters around the text are trimmed (RFC 3986 Appendix C).
        Characters that no IRI may contain are percent-encoded in userinfo, path, query and fragment (RFC
        3987 §3.1). Beyond the RFCs, a `%` without digits, brackets and further `#` are
        percent-encoded as well.

        With `default_scheme`, text that begins with a host instead of a scheme gets this scheme (RFC 3986
        §4.5). Such a host is a name with a dot, `localhost` or an address; `example.org:80` is read as host
        and port. Raises ParseError for all other faults, because a change of scheme, host or port would be
        a guess.

        >>> IRI.repair(' http://example.org/a b').value
        IRI('http://example.org/a%20b')
        >>> IRI.repair('www.example.org:8080/a', default_scheme='https').value
        IRI('https://www.example.org:8080/a')
        """
    def to_file_path(self, /, *, windows: bool | None = None) -> PurePath:
        """The path that a `file:` reference names (RFC 8089), as a `PurePath`.

        `windows` chooses the flavour of the path. The default is that of the system, which returns a
        `pathlib.Path`. A relative-path reference gives a relative path. The Windows flavour also reads the
        forms of RFC 8089, appendix E: `file:c:/a`, and `file:////host/share`, which names another host
        although `host` is empty. Raises ValueError for another scheme, another host, a query, a fragment,
        and an encoded slash, because no file name contains one.

        >>> str(URI('file:///srv/a%20b.txt').to_file_path(windows=False))
        '/srv/a b.txt'
        """
    def has_finding(self, code: str, /) -> bool:
        """Return True if a rule, of any profile, finds something. It is faster than `check`.

        Raises ValueError for an unknown code, and for `host-confusable-with`, which needs names to compare
        with: `check(protected=...)`.

        >>> IRI('http://0x7f.1/').has_finding('ipv4-lookalike')
        True
        """

    def segment(self, place: int, /) -> Segment | None:
        """The segment of the path at index `place`, or None: 0 is the first, -1 the last.

        >>> IRI('http://h/a/b').segment(-1), IRI('http://h/').segment(0)
        (Segment('b'), None)
        """

    def check(
        self,
        /,
        profile: Profile = "default",
        severities: Mapping[str, Severity | Literal["ignore"]] | None = None,
        *,
        protected: Iterable[str] = (),
        prefixes: Mapping[str, str] | None = None,
    ) -> list[Finding]:
        """A list of `Finding`s: what is suspicious or unusual in the reference, although it is valid.

        Findings are in the order of the table `iriform.findings.RULES`. Their spans count code points.
        `profile` selects the rules: 'default' reports probable faults, 'norm' deviations from the normal
        form, 'rdf' features that an RDF Reference IRI must not have (RDF 1.2 Concepts §3.3.1), and
        'untrusted' warnings before the reference is fetched or shown.

        `severities` maps the codes of rules to other severities: 'error', 'warning', 'info', or 'ignore' to
        leave the rule out. A rule that the profile lacks is added. `protected` lists names that no other
        host should resemble; a host that does is found by a rule that says how. A tuple of names is not
        read again by the next call. `prefixes` is a `PrefixMap` or a mapping: a compact IRI of it in place
        of an IRI is found by `prefix-as-scheme`. Raises ValueError for an unknown profile, code or
        severity, and for an invalid name; the message shows the first one. The time is linear in the text.

        >>> for finding in IRI('http://www.example.org@0x7f.1/').check():
        ...     print(finding.code, finding.span, finding.evidence)
        userinfo (7, 22) None
        userinfo-like-host (7, 22) None
        ipv4-lookalike (23, 29) 127.0.0.1
        >>> IRI('HTTP://example.org/%7Eanna').check('norm')[0].suggestion
        IRI('http://example.org/%7Eanna')
        """
    def mutable(self, /) -> MutableIRIReference:
        """A copy that can be edited in place: a `MutableIRI`, or the counterpart of the class.

        >>> iri = IRI('http://example.org/a').mutable()
        >>> iri.path.append('b')
        >>> iri.freeze()
        IRI('http://example.org/a/b')
        """
    def _repr_html_(self, /) -> str:
        """The parts of the reference in colour, as HTML for notebooks. The password is masked, and all text is escaped."""
    # For pydantic 2, whose types this stub does not ask for.
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """

class IRI(IRIReference):
    """An IRI (RFC 3987 §2.2, `IRI`): a reference with a scheme, non-ASCII characters allowed.

    A `str` that matches the grammar. `text` is a `str`, or `bytes` in UTF-8, and is kept unchanged.
    Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

    >>> iri = IRI('https://user@例え.jp:8042/over/there?name=ferret#nose')
    >>> iri.host, iri.port, iri.path
    (Host('例え.jp'), 8042, Path('/over/there'))
    >>> iri == 'https://user@例え.jp:8042/over/there?name=ferret#nose'
    True
    """
    def __new__(cls, text: _Text, /) -> Self: ...
    # What the grammar guarantees: a scheme.
    @property
    def scheme(self) -> Scheme: ...
    @property
    def is_rdf_reference(self) -> bool:
        """True if this is an RDF Reference IRI (RDF 1.2 Concepts §3.3.1): `check('rdf')` finds nothing."""
    def resolve_onto(self, base: str | bytes, /) -> IRI: ...
    def for_text(self, /, *, exact: bool = False) -> str:
        """The IRI for prose: readable, and found whole by `iriform.links.find`.

        A plain `str`, the minimally escaped form of UTS #58 §4. Percent-encoded letters of all scripts are
        decoded. Characters that would end a link are escaped: a closing bracket without its opening one,
        punctuation at the end, white space of other scripts.

        Escaped reserved characters, such as a final `!`, are not equivalent to raw ones (RFC 3986 §2.2),
        although most servers treat both as the same. With `exact=True`, such an IRI is written unchanged,
        in angle brackets (RFC 3986 Appendix C).

        >>> IRI('https://ja.wikipedia.org/wiki/%E6%A4%8D%E7%89%A9%E5%AD%A6').for_text()
        'https://ja.wikipedia.org/wiki/植物学'
        >>> IRI('https://example.org/Yahoo!').for_text()
        'https://example.org/Yahoo%21'
        >>> IRI('https://example.org/Yahoo!').for_text(exact=True)
        '<https://example.org/Yahoo!>'
        """
    def defanged(self, /) -> str:
        """The defanged IRI, as in threat reports, which nobody follows by accident: a plain `str`.

        `http` and `https` become `hxxp` and `hxxps`; the dots of the host, the at sign of an email address,
        and the colon after any other scheme are put in brackets. There is no standard for this;
        `iriform.links.find` reads it with `refang=True`.

        >>> IRI('https://evil.example/a.exe').defanged()
        'hxxps://evil[.]example/a.exe'
        >>> IRI('mailto:anna@example.org').defanged()
        'mailto[:]anna[@]example[.]org'
        """
    def resolve(self, reference: str | bytes, /, *, strict: bool = True) -> IRI:
        """The target of `reference` with this IRI as the base (RFC 3986 §5.2), exactly as in the RFC.

        A plain `str` is parsed as a URI reference if the base is a URI, else as an IRI reference. The
        result is a URI if both are URI references, else an IRI. With `strict=False`, a reference with the
        base's own scheme is resolved as if it had no scheme (§5.2.2). If there is no authority and
        the path would begin with `//`, the result has `/.` before the path: without this guard, the text
        would name another host.

        `%2E` is not a dot segment here; `.normalize()` decodes and removes it.

        >>> IRI('http://a/b/c/d;p?q').resolve('../g')
        IRI('http://a/b/g')
        """
    def relative_to(
        self,
        base: str | bytes,
        /,
        *,
        form: Literal["shortest", "path", "absolute-path", "network-path"] = "shortest",
        within: str | bytes | None = None,
    ) -> IRIReference:
        """The shortest reference from `base` to this IRI: `base.resolve(result) == self`.

        `form` selects the kind of reference: 'shortest' the shortest of all, 'path' the shortest with a
        nonempty relative path, 'absolute-path' the shortest with a path from the root, and 'network-path'
        the whole IRI without its scheme.

        `within` is a folder, with or without its last slash. If `base` and this IRI are both in the folder,
        the result does not name the folder, and stays right when the folder is moved. (With
        `form='absolute-path'`, the result does name it.) If one of them is outside the folder, the result
        is this IRI itself. `within` is compared as text, without normalization.

        Among equally short references, the first of this list is chosen: same document, query, relative
        path, absolute path, network path, whole IRI. Raises ValueError if no reference leads from `base` to
        this IRI, because resolution would remove dot segments of the path. Raises ValueError if no
        reference of the chosen form leads here, for example from another authority.

        >>> IRI('http://a/b/x?q').relative_to('http://a/b/c/d')
        IRIReference('../x?q')
        >>> IRI('http://a/b/x?q').relative_to('http://a/b/c/d', form='absolute-path')
        IRIReference('/b/x?q')
        >>> base, root = 'http://a/site/b/c', 'http://a/site/'
        >>> [str(IRI(x).relative_to(base, within=root)) for x in ('http://a/site/d', 'http://a/e')]
        ['../d', 'http://a/e']
        """
    @property
    def surt(self) -> str:
        """The sort key of web archives and Common Crawl's index, a plain `str`.

        It is the Sort-friendly URI Reordering Transform of the Internet Archive: the labels of the host in
        reverse order without `www.`, then path and query in lower case, without sessions, the query sorted.
        Use it to join a table of links with such an index; it is not an IRI.

        >>> IRI('http://www.Example.org:80/A/?b=2&a=1').surt
        'org,example)/a?a=1&b=2'
        """

    @property
    def surt_host(self) -> str | None:
        """The host in the form of the `surt`, a plain `str`: its labels in reverse order. None without a host.

        The keys of a site's pages, and those of its subdomains, begin with it, followed by `)`, `:` or `,`.

        >>> IRI('http://www.a.Example.org:80/A').surt_host
        'org,example,a'
        """

    def compress(
        self,
        prefixes: Mapping[str, str],
        /,
        *,
        syntax: _CompactSyntax = "plain",
        escapes: bool = True,
    ) -> str | None:
        """The compact form by the longest namespace that this IRI begins with, or None: `PrefixMap.compress`.

        `prefixes` is a `PrefixMap`, or a mapping of names to IRIs.

        >>> IRI('http://dbpedia.org/resource/Paris').compress({'dbr': 'http://dbpedia.org/resource/'})
        'dbr:Paris'
        """

    def normalize(self, /, level: _Level = "syntax") -> IRI: ...
    def sorted_query(self, /, *, separator: str = "&", plus: bool = True) -> IRI: ...
    @property
    def parents(self) -> tuple[IRI, ...]: ...
    def canonical(self, /, *steps: str) -> IRI: ...
    def to_uri(self, /, *, idna: bool = False) -> URI: ...
    def to_iri(self, /, *, idna: bool = False) -> IRI: ...
    def with_host(self, host: str | None, /) -> IRI: ...
    def with_query(
        self, query: Query | _Pairs | None, /, *, separator: str = "&", form: bool = False
    ) -> IRI: ...
    def update_query(
        self,
        pairs: _Pairs,
        /,
        *,
        separator: str = "&",
        plus: bool = True,
        form: bool = False,
    ) -> IRI: ...
    def without_query(self, /, *names: str, separator: str = "&", plus: bool = True) -> IRI: ...
    def without_fragment(self, /) -> IRI: ...
    @property
    def directory(self) -> IRI: ...
    @property
    def parent(self) -> IRI | None: ...
    def with_name(self, name: str, /) -> IRI: ...
    def with_suffix(self, suffix: str, /) -> IRI: ...
    def __truediv__(self, segment: str, /) -> IRI: ...
    @classmethod
    def from_parts(
        cls,
        *,
        scheme: str | None = None,
        authority: str | None = None,
        path: str = "",
        query: str | None = None,
        fragment: str | None = None,
    ) -> IRI: ...
    @classmethod
    def build(
        cls,
        *,
        scheme: str | None = None,
        userinfo: str | tuple[str, str] | None = None,
        host: str | IPv4Address | IPv6Address | None = None,
        port: int | str | None = None,
        path: str | None = None,
        segments: Iterable[str] = (),
        query: str | _Pairs | None = None,
        fragment: str | None = None,
    ) -> IRI: ...
    @overload
    def with_parts(self, /, **parts: Unpack[_Parts]) -> IRI: ...
    @overload
    def with_parts(self, /, *, scheme: str, **parts: Unpack[_Parts]) -> IRI: ...
    @overload
    def with_parts(self, /, *, scheme: None, **parts: Unpack[_Parts]) -> IRIReference: ...
    def mutable(self, /) -> MutableIRI: ...

class URIReference(IRIReference):
    """A URI reference (RFC 3986 §4.1, `URI-reference`): a URI, or a reference relative to one.

    A `str` that matches the grammar. `text` is an ASCII `str` or `bytes`, and is kept unchanged.
    Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

    >>> URIReference('//example.org/a').authority
    Authority('example.org')
    """
    def __new__(cls, text: _Text = "", /) -> Self: ...
    def normalize(self, /, level: _Level = "syntax") -> URIReference: ...
    def sorted_query(self, /, *, separator: str = "&", plus: bool = True) -> URIReference: ...
    @property
    def parents(self) -> tuple[URIReference, ...]: ...
    def canonical(self, /, *steps: str) -> URIReference: ...
    def to_uri(self, /, *, idna: bool = False) -> URIReference: ...
    def to_iri(self, /, *, idna: bool = False) -> IRIReference: ...
    def with_host(self, host: str | None, /) -> URIReference: ...
    def with_query(
        self, query: Query | _Pairs | None, /, *, separator: str = "&", form: bool = False
    ) -> URIReference: ...
    def update_query(
        self,
        pairs: _Pairs,
        /,
        *,
        separator: str = "&",
        plus: bool = True,
        form: bool = False,
    ) -> URIReference: ...
    def without_query(
        self, /, *names: str, separator: str = "&", plus: bool = True
    ) -> URIReference: ...
    def without_fragment(self, /) -> URIReference: ...
    @property
    def directory(self) -> URIReference: ...
    @property
    def parent(self) -> URIReference | None: ...
    def with_name(self, name: str, /) -> URIReference: ...
    def with_suffix(self, suffix: str, /) -> URIReference: ...
    def __truediv__(self, segment: str, /) -> URIReference: ...
    @classmethod
    def from_parts(
        cls,
        *,
        scheme: str | None = None,
        authority: str | None = None,
        path: str = "",
        query: str | None = None,
        fragment: str | None = None,
    ) -> URIReference: ...
    @classmethod
    def build(
        cls,
        *,
        scheme: str | None = None,
        userinfo: str | tuple[str, str] | None = None,
        host: str | IPv4Address | IPv6Address | None = None,
        port: int | str | None = None,
        path: str | None = None,
        segments: Iterable[str] = (),
        query: str | _Pairs | None = None,
        fragment: str | None = None,
    ) -> URIReference: ...
    @overload
    def resolve_onto(self, base: URIReference, /) -> URIReference: ...
    @overload
    def resolve_onto(self, base: IRIReference, /) -> IRIReference: ...  # type: ignore[overload-overlap]
    @overload
    def resolve_onto(self, base: str | bytes, /) -> URIReference: ...
    def without_prefix(self, prefix: str | bytes, /) -> URIReference | None: ...
    @overload
    def with_parts(self, /, **parts: Unpack[_Parts]) -> URIReference: ...
    @overload
    def with_parts(self, /, *, scheme: str, **parts: Unpack[_Parts]) -> URI: ...
    @overload
    def with_parts(self, /, *, scheme: None, **parts: Unpack[_Parts]) -> URIReference: ...
    def __replace__(self, /, **changes: Any) -> URIReference: ...
    def mutable(self, /) -> MutableURIReference: ...

class URI(IRI, URIReference):
    """A URI (RFC 3986 §3, `URI`): a reference with a scheme, all ASCII. Every URI is an IRI.

    A `str` that matches the grammar. `text` is an ASCII `str` or `bytes`, and is kept unchanged.
    Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

    >>> URI('urn:isbn:0451450523').path
    Path('isbn:0451450523')
    >>> isinstance(URI('urn:isbn:0451450523'), IRI)
    True
    """
    def __new__(cls, text: _Text, /) -> Self: ...
    @overload
    def resolve_onto(self, base: URIReference, /) -> URI: ...
    @overload
    def resolve_onto(self, base: IRIReference, /) -> IRI: ...  # type: ignore[overload-overlap]
    @overload
    def resolve_onto(self, base: str | bytes, /) -> URI: ...  # pyright: ignore[reportIncompatibleMethodOverride]
    # A plain str is parsed as a URI reference; what is only an IRIReference gives an IRI.
    @overload
    def resolve(self, reference: URIReference, /, *, strict: bool = True) -> URI: ...
    @overload
    def resolve(self, reference: IRIReference, /, *, strict: bool = True) -> IRI: ...  # type: ignore[overload-overlap]
    @overload
    def resolve(self, reference: str | bytes, /, *, strict: bool = True) -> URI: ...
    def relative_to(
        self,
        base: str | bytes,
        /,
        *,
        form: Literal["shortest", "path", "absolute-path", "network-path"] = "shortest",
        within: str | bytes | None = None,
    ) -> URIReference: ...
    def normalize(self, /, level: _Level = "syntax") -> URI: ...
    def sorted_query(self, /, *, separator: str = "&", plus: bool = True) -> URI: ...
    @property
    def parents(self) -> tuple[URI, ...]: ...
    def canonical(self, /, *steps: str) -> URI: ...
    def to_uri(self, /, *, idna: bool = False) -> URI: ...
    def to_iri(self, /, *, idna: bool = False) -> IRI: ...
    def with_host(self, host: str | None, /) -> URI: ...
    def with_query(
        self, query: Query | _Pairs | None, /, *, separator: str = "&", form: bool = False
    ) -> URI: ...
    def update_query(
        self,
        pairs: _Pairs,
        /,
        *,
        separator: str = "&",
        plus: bool = True,
        form: bool = False,
    ) -> URI: ...
    def without_query(self, /, *names: str, separator: str = "&", plus: bool = True) -> URI: ...
    def without_fragment(self, /) -> URI: ...
    @property
    def directory(self) -> URI: ...
    @property
    def parent(self) -> URI | None: ...
    def with_name(self, name: str, /) -> URI: ...
    def with_suffix(self, suffix: str, /) -> URI: ...
    def __truediv__(self, segment: str, /) -> URI: ...
    @classmethod
    def from_parts(
        cls,
        *,
        scheme: str | None = None,
        authority: str | None = None,
        path: str = "",
        query: str | None = None,
        fragment: str | None = None,
    ) -> URI: ...
    @classmethod
    def build(
        cls,
        *,
        scheme: str | None = None,
        userinfo: str | tuple[str, str] | None = None,
        host: str | IPv4Address | IPv6Address | None = None,
        port: int | str | None = None,
        path: str | None = None,
        segments: Iterable[str] = (),
        query: str | _Pairs | None = None,
        fragment: str | None = None,
    ) -> URI: ...
    @overload
    def with_parts(self, /, **parts: Unpack[_Parts]) -> URI: ...
    @overload
    def with_parts(self, /, *, scheme: str, **parts: Unpack[_Parts]) -> URI: ...
    @overload
    def with_parts(self, /, *, scheme: None, **parts: Unpack[_Parts]) -> URIReference: ...
    def mutable(self, /) -> MutableURI: ...

@disjoint_base
class Scheme(str):
    """A scheme (RFC 3986 §3.1, `scheme`), a validated `str`. Raises `ParseError`.

    `==` compares characters. Schemes ignore letter case, and so does `has_scheme`.

    >>> from iriform import Scheme
    >>> Scheme('https')
    Scheme('https')
    """
    def __new__(cls, text: str | bytes, /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """

@disjoint_base
class Authority(str):
    """An authority (RFC 3987 §2.2, `iauthority`) without its `//`, a validated `str`. Raises `ParseError`.

    >>> from iriform import Authority
    >>> authority = Authority('anna@example.org:8042')
    >>> authority.userinfo, authority.host, authority.port
    (UserInfo('anna'), Host('example.org'), 8042)
    """
    def __new__(cls, text: str | bytes = "", /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @classmethod
    def from_parts(
        cls, *, userinfo: str | None = None, host: str = "", port: int | str | None = None
    ) -> Authority:
        """An authority composed of these parts (§3.2), which must be encoded. `port` may be an int.

        >>> from iriform import Authority
        >>> Authority.from_parts(host='example.org', port=8042)
        Authority('example.org:8042')
        """
    @property
    def userinfo(self) -> UserInfo | None:
        """The userinfo (§3.2.1), without its `@`, or None."""
    @property
    def host(self) -> Host:
        """The host (§3.2.2), as written and with the brackets of an IP-literal."""
    @property
    def port(self) -> int | None:
        """The port (§3.2.3) as an int. None if there is no port, if it has no digits, or if it is above 65535."""
    @property
    def port_text(self) -> str | None:
        """The port's digits as written (§3.2.3), or None if there is no port. An empty port gives ''."""

@disjoint_base
class UserInfo(str):
    """A userinfo (RFC 3987 §2.2, `iuserinfo`) without its `@`, a validated `str`. Raises `ParseError`.

    >>> from iriform import UserInfo
    >>> userinfo = UserInfo('anna:se%3Acret')
    >>> userinfo
    UserInfo('anna:***')
    >>> userinfo.user, userinfo.password
    ('anna', 'se:cret')
    """
    def __new__(cls, text: str | bytes = "", /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @classmethod
    def quote(cls, data: str | bytes, /) -> UserInfo:
        """Encode plain data as a component. Characters outside its rule are percent-encoded (§2.5).

        `data` is a `str`, or `bytes`, of which all octets from 0x80 are encoded. A `%` becomes `%25`; pass
        encoded text to the constructor instead. The seven formatting characters that IRIs must not contain
        (RFC 3987 §4.1) are encoded as well. Raises ParseError for a lone surrogate.

        >>> from iriform import Path, Segment
        >>> Segment.quote('50% a/b')
        Segment('50%25%20a%2Fb')
        >>> Path.quote('50% a/b')
        Path('50%25%20a/b')
        """
    @property
    def user(self) -> str:
        """The text before the first colon, decoded. Raises UnicodeDecodeError if it is not UTF-8."""
    @property
    def password(self) -> str | None:
        """The text after the first colon, decoded, or None without a colon.

        Raises UnicodeDecodeError if it is not UTF-8. Passwords in URIs are deprecated (§3.2.1);
        `repr` does not show them.
        """

@disjoint_base
class Host(str):
    """A host (RFC 3987 §2.2, `ihost`) with the brackets of an IP-literal, a validated `str`. Raises `ParseError`.

    `==` compares characters; `matches` compares hosts.

    >>> from iriform import Host
    >>> Host('[::1]').kind, Host('[::1]').ip
    ('IPv6address', IPv6Address('::1'))
    >>> Host('EXAMPLE.org').matches('example.org')
    True
    """
    def __new__(cls, text: str | bytes = "", /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @classmethod
    def quote(cls, data: str | bytes, /) -> Host:
        """Encode plain data as a component. Characters outside its rule are percent-encoded (§2.5).

        `data` is a `str`, or `bytes`, of which all octets from 0x80 are encoded. A `%` becomes `%25`; pass
        encoded text to the constructor instead. The seven formatting characters that IRIs must not contain
        (RFC 3987 §4.1) are encoded as well. Raises ParseError for a lone surrogate.

        >>> from iriform import Path, Segment
        >>> Segment.quote('50% a/b')
        Segment('50%25%20a%2Fb')
        >>> Path.quote('50% a/b')
        Path('50%25%20a/b')
        """
    def unquote(self, /, errors: str = "strict") -> str:
        """The plain text of the component: percent-encoded octets are decoded as UTF-8 (RFC 3986 §2.4).

        `errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`. By default, they
        raise UnicodeDecodeError.

        >>> from iriform import Segment
        >>> Segment('caf%C3%A9').unquote()
        'café'
        """
    def unquote_to_bytes(self, /) -> bytes:
        """The octets of the component, with percent-encoding decoded (RFC 3986 §2.4).

        >>> from iriform import Segment
        >>> Segment('caf%E9').unquote_to_bytes()
        b'caf\\xe9'
        """
    @property
    def kind(self) -> Literal["IPv4address", "IPv6address", "IPvFuture", "reg-name"]:
        """The first alternative of the grammar that the host matches (§3.2.2): 'IPv4address', 'IPv6address', 'IPvFuture' or 'reg-name'."""
    @property
    def ip(self) -> IPv4Address | IPv6Address | None:
        """The address as `ipaddress.IPv4Address` or `ipaddress.IPv6Address`, or None for other kinds."""
    @property
    def key(self) -> str:
        """The host as name look-up reads it, a plain `str`: equal for two hosts exactly if they match.

        >>> from iriform import Host
        >>> Host('EXAMPLE.org.').key, Host('[::ffff:7F00:1]').key
        ('example.org', '127.0.0.1')
        """
    @property
    def lookup_name(self) -> str | None:
        """The host for name look-up, a plain `str` for `getaddrinfo`: an address, or a name in ASCII.

        An address has no brackets, and an IPv4 address in any notation is written as four decimal numbers.
        A name is in lower case, without percent-encoding and without the final dot of the root. Unlike
        `to_ascii`, this refuses neither the underscore nor hyphens in the third and fourth place, because
        hosts in use have them. None for a host that browsers refuse. It makes no DNS query.

        >>> from iriform import Host
        >>> Host('r3---a_b.BÜcher.example').lookup_name, Host('0x7f.1').lookup_name
        ('r3---a_b.xn--bcher-kva.example', '127.0.0.1')
        """
    @property
    def unbracketed(self) -> str:
        """The text as a plain `str`, without the brackets of an IP-literal."""
    @property
    def domain_labels(self) -> tuple[str, ...] | None:
        """The labels of the domain name as a tuple of plain `str`, in ASCII and lower case, as name look-up reads it.

        None without a host, for an address in any notation, and for a scheme whose authority is not a name of the DNS.

        >>> IRI('http://www.Example.co.uk./').domain_labels
        ('www', 'example', 'co', 'uk')
        """
    def registrable_domain(self, /, *, private: bool = True) -> Host | None:
        """The registered domain in ASCII: the public suffix and the one label before it.

        The host is read as name look-up reads it. None without a host, for an address in any notation, for
        a public suffix itself, and for a scheme whose authority is not a name of the DNS, such as `s3`. A
        last label that is not in the list counts as a public suffix. The list is that of publicsuffix.org
        on `iriform.PUBLIC_SUFFIX_VERSION`, or the one passed to `iriform.load_public_suffixes`; nothing is
        fetched. Its private part has suffixes of companies, such as `github.io`; with `private=False` only
        the ICANN part counts.

        >>> IRI('http://www.example.co.uk/').registrable_domain()
        Host('example.co.uk')
        >>> anna = IRI('https://anna.github.io/')
        >>> anna.registrable_domain(), anna.registrable_domain(private=False)
        (Host('anna.github.io'), Host('github.io'))
        """
    def public_suffix(self, /, *, private: bool = True) -> Host | None:
        """The public suffix in ASCII: the name under which anybody may register names.

        None if `registrable_domain` is None, unless the host is a public suffix. The list and `private` are the same as there.

        >>> IRI('http://www.example.co.uk/').public_suffix()
        Host('co.uk')
        """
    def subdomain(self, /, *, private: bool = True) -> Host | None:
        """The labels before the registrable domain, in ASCII, or None if there are none.

        The list and `private` are as for `registrable_domain`.

        >>> IRI('http://a.b.example.co.uk/').subdomain()
        Host('a.b')
        """
    def matches(self, name: str | bytes, /) -> bool:
        """Return True if `name` is the same host for name look-up, as browsers and `inet_aton` read hosts.

        Names are the same in any letter case, width and normal form (UTS #46), whether raw, percent-encoded
        or as `xn--` labels, and with or without the final dot of the root. Addresses are compared by value.
        An IPv4 address may have any notation (`127.1`, `0x7f.0.0.1`, `2130706433`), and an IPv6 address
        that contains an IPv4 address (`::ffff:127.0.0.1`) is the same as that address. The DNS is not
        asked. Raises ParseError if `name` is not a valid host.

        >>> IRI('http://EXAMPLE.org./').host.matches('example.org')
        True
        >>> IRI('http://0x7f.1/').host.matches('127.0.0.1')
        True
        """
    def is_within(self, /, *names: str | bytes) -> bool:
        """Return True if this host `matches` one of `names`, or is a domain name below it.

        Nothing is below an address. The labels below a name must consist of letters, digits, hyphens and
        underscores. A host with another character, raw or encoded, is not below any name, because other
        programs split it there (`evil.example%2F.example.org`, or a driver's list of hosts
        `127.0.0.1,db.example.org`).

        Raises ParseError if a name is not a valid host, and ValueError if it begins with `.` or `*`, because it looks like a pattern.

        >>> IRI('http://www.Example.org./').host.is_within('example.org')
        True
        >>> IRI('http://notexample.org/').host.is_within('example.org')
        False
        """
    def to_ascii(self, /) -> Host:
        """The host with each label in its ASCII form (UTS #46, `ToASCII`). An IP-literal is unchanged.

        A final dot (the root) is accepted and kept. Percent-encoded octets are decoded first. Processing is
        non-transitional, with UseSTD3ASCIIRules, CheckHyphens and VerifyDnsLength. Raises ValueError if the
        host is not a domain name.

        >>> from iriform import Host
        >>> Host('résumé.example.org').to_ascii()
        Host('xn--rsum-bpad.example.org')
        """
    def to_unicode(self, /) -> Host:
        """The host with each label in its Unicode form (UTS #46, `ToUnicode`). An IP-literal stays as it is.

        Raises ValueError if the host is not a domain name.

        >>> from iriform import Host
        >>> Host('xn--rsum-bpad.example.org').to_unicode()
        Host('résumé.example.org')
        """

@disjoint_base
class Path(str):
    """A path (RFC 3987 §2.2, `ipath`), a validated `str`. Raises `ParseError`.

    >>> from iriform import Path
    >>> Path('/a/b%20c').segments
    (Segment('a'), Segment('b%20c'))
    """
    def __new__(cls, text: str | bytes = "", /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @classmethod
    def quote(cls, data: str | bytes, /) -> Path:
        """Encode plain data as a component. Characters outside its rule are percent-encoded (§2.5).

        `data` is a `str`, or `bytes`, of which all octets from 0x80 are encoded. A `%` becomes `%25`; pass
        encoded text to the constructor instead. The seven formatting characters that IRIs must not contain
        (RFC 3987 §4.1) are encoded as well. Raises ParseError for a lone surrogate.

        >>> from iriform import Path, Segment
        >>> Segment.quote('50% a/b')
        Segment('50%25%20a%2Fb')
        >>> Path.quote('50% a/b')
        Path('50%25%20a/b')
        """
    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments as a tuple of `Segment`s (§3.3). '' and '/' have none; '/a/' has 'a' and ''."""
    @property
    def first(self) -> Segment | None:
        """The first segment, or None."""
    @property
    def name(self) -> Segment | None:
        """The last segment, or None if there is no segment or it is empty."""
    @property
    def suffix(self) -> Segment:
        """The end of the name from its last dot, as in `pathlib`. '' if there is no dot."""
    @property
    def stem(self) -> Segment | None:
        """The name without its suffix, or None if there is no name."""
    @property
    def parent(self) -> Path | None:
        """The path without its last segment: '/a' for '/a/b', '/' for '/a', None for '/' and for 'a'."""
    @property
    def directory(self) -> Path:
        """The path up to and including its last slash, or '' if it has no slash."""
    @property
    def is_absolute(self) -> bool:
        """True if the path begins with a slash."""
    def with_name(self, name: str, /) -> Path:
        """The path with another last segment.

        `name` is plain data, or a `Segment`, which is used unchanged. Raises ValueError if the path has no
        name, and if `name` has a slash or is '', '.' or '..'.

        >>> from iriform import Path
        >>> Path('/a/b.txt').with_name('c d')
        Path('/a/c%20d')
        """
    def with_suffix(self, suffix: str, /) -> Path:
        """The path with another suffix of its name.

        `suffix` is plain data: '', or a dot and at least one more character. Raises ValueError if the path
        has no name, or if `suffix` is not valid.

        >>> from iriform import Path
        >>> Path('/a/b.tar.gz').with_suffix('.zst'), Path('/a/b.txt').with_suffix('')
        (Path('/a/b.tar.zst'), Path('/a/b'))
        """
    def resolve_dots(self, /) -> Path:
        """The path without its dot segments, exactly by the algorithm of resolution (RFC 3986 §5.2.4).

        `%2E` is not a dot here, and a `..` above the beginning is removed. See `normalize` for the normal
        form.

        >>> from iriform import Path
        >>> Path('/a/b/c/./../../g').resolve_dots(), Path('a/../../b').resolve_dots()
        (Path('/a/g'), Path('/b'))
        """
    def joined(self, path: str | bytes, /) -> Path:
        """This path as a directory, continued by `path`. An absolute `path` replaces this path.

        Dot segments of `path` apply; those of this path stay. (Resolution differs: it
        replaces the last segment. See `IRI.resolve`.)

        >>> from iriform import Path
        >>> Path('/a/b').joined('../c/d')
        Path('/a/c/d')
        """
    def normalize(self, /) -> Path:
        """The path in normal form (§6.2.2): encoded unreserved characters decoded, no dot segments.

        A relative path keeps its leading `..` segments, and becomes `./` if no segment remains.

        >>> from iriform import Path
        >>> Path('/a/./%7Eb/../c').normalize(), Path('../a/..').normalize()
        (Path('/a/c'), Path('../'))
        """
    def without_prefix(self, prefix: str | bytes, /) -> Path | None:
        """The relative path below the directory `prefix`, or None if this path is not below it.

        `prefix` may end in a slash or not. Both paths are compared in normal form, segment by segment.

        >>> from iriform import Path
        >>> Path('/a/b/c').without_prefix('/a'), Path('/ab').without_prefix('/a')
        (Path('b/c'), None)
        """
    @classmethod
    def from_segments(cls, segments: Iterable[str], /, *, absolute: bool = False) -> Path:
        """A path composed of these segments, which must be encoded.

        '.' and '..' are ordinary segments here. If the joined segments would be read as another path, the
        path begins with `./` or `/.` as a guard. Raises ParseError if a segment is not valid.

        >>> from iriform import Path, Segment
        >>> Path.from_segments(['a', Segment.quote('b/c')], absolute=True)
        Path('/a/b%2Fc')
        """
    def __truediv__(self, segment: str, /) -> Path: ...

@disjoint_base
class Segment(str):
    """A segment of a path (RFC 3987 §2.2, `isegment`), a validated `str`. Raises `ParseError`.

    >>> from iriform import Segment
    >>> Segment.quote('b c/d')
    Segment('b%20c%2Fd')
    >>> Segment('b%20c%2Fd').unquote()
    'b c/d'
    """
    def __new__(cls, text: str | bytes = "", /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @classmethod
    def quote(cls, data: str | bytes, /) -> Segment:
        """Encode plain data as a component. Characters outside its rule are percent-encoded (§2.5).

        `data` is a `str`, or `bytes`, of which all octets from 0x80 are encoded. A `%` becomes `%25`; pass
        encoded text to the constructor instead. The seven formatting characters that IRIs must not contain
        (RFC 3987 §4.1) are encoded as well. Raises ParseError for a lone surrogate.

        >>> from iriform import Path, Segment
        >>> Segment.quote('50% a/b')
        Segment('50%25%20a%2Fb')
        >>> Path.quote('50% a/b')
        Path('50%25%20a/b')
        """
    def unquote(self, /, errors: str = "strict") -> str:
        """The plain text of the component: percent-encoded octets are decoded as UTF-8 (RFC 3986 §2.4).

        `errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`. By default, they
        raise UnicodeDecodeError.

        >>> from iriform import Segment
        >>> Segment('caf%C3%A9').unquote()
        'café'
        """
    def unquote_to_bytes(self, /) -> bytes:
        """The octets of the component, with percent-encoding decoded (RFC 3986 §2.4).

        >>> from iriform import Segment
        >>> Segment('caf%E9').unquote_to_bytes()
        b'caf\\xe9'
        """

@disjoint_base
class Query(str):
    """A query (RFC 3987 §2.2, `iquery`) without its `?`, a validated `str`. Raises `ParseError`.

    >>> from iriform import Query
    >>> Query.quote('100 %')
    Query('100%20%25')
    """
    def __new__(cls, text: str | bytes = "", /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @classmethod
    def quote(cls, data: str | bytes, /) -> Query:
        """Encode plain data as a component. Characters outside its rule are percent-encoded (§2.5).

        `data` is a `str`, or `bytes`, of which all octets from 0x80 are encoded. A `%` becomes `%25`; pass
        encoded text to the constructor instead. The seven formatting characters that IRIs must not contain
        (RFC 3987 §4.1) are encoded as well. Raises ParseError for a lone surrogate.

        >>> from iriform import Path, Segment
        >>> Segment.quote('50% a/b')
        Segment('50%25%20a%2Fb')
        >>> Path.quote('50% a/b')
        Path('50%25%20a/b')
        """
    @property
    def names(self) -> tuple[str, ...]:
        """The decoded names of the pairs as a tuple, each name once, in order.

        `&` separates pairs, and `+` is a space. Octets that are not UTF-8 become U+FFFD.
        """
    @overload
    def pairs(
        self,
        /,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
        *,
        bare_as_none: Literal[False] = False,
    ) -> list[tuple[str, str]]:
        """The pairs of names and values, as a list of tuples of decoded `str`.

        The query is split at separators before its pieces are decoded. Empty pieces are left out. A piece
        without `=` has the value '', or None with `bare_as_none`. With `plus`, a `+` is a space, as in HTML
        forms. `errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`.

        >>> from iriform import Query
        >>> Query('name=J%C3%B6+Q&x=1%262').pairs()
        [('name', 'Jö Q'), ('x', '1&2')]
        >>> Query('a&b=').pairs(bare_as_none=True)
        [('a', None), ('b', '')]
        """
    @overload
    def pairs(
        self,
        /,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
        *,
        bare_as_none: bool,
    ) -> list[tuple[str, str | None]]: ...
    @overload
    def get(
        self,
        name: str,
        /,
        default: None = None,
        *,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
    ) -> str | None:
        """The first value of the name `name`, decoded as in `pairs`, or `default`.

        >>> from iriform import Query
        >>> query = Query('page=2&tag=a&tag=b')
        >>> query.get('page'), query.get('tag'), query.get('sort', 'name')
        ('2', 'a', 'name')
        """
    @overload
    def get(
        self,
        name: str,
        /,
        default: _Default,
        *,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
    ) -> str | _Default: ...
    def get_all(
        self,
        name: str,
        /,
        *,
        separator: str = "&",
        plus: bool = True,
        errors: str = "strict",
    ) -> list[str]:
        """All values of the name `name` in order, decoded as in `pairs`.

        >>> from iriform import Query
        >>> Query('page=2&tag=a&tag=b').get_all('tag')
        ['a', 'b']
        """
    def to_dict(
        self, /, *, separator: str = "&", plus: bool = True, errors: str = "strict"
    ) -> dict[str, list[str]]:
        """A dict from each name to the list of its values in order, decoded as in `pairs`.

        >>> from iriform import Query
        >>> Query('page=2&tag=a&tag=b').to_dict()
        {'page': ['2'], 'tag': ['a', 'b']}
        """
    @classmethod
    def from_pairs(cls, pairs: _Pairs, /, separator: str = "&", *, form: bool = False) -> Query:
        """A query composed of these pairs, or of the items of a mapping. Names are plain `str`.

        A value is a plain `str`, an `int`, a finite `float`, a `bool` (`true` or `false`), None (the name
        alone, without `=`), or a list or tuple of these, which gives one pair for each member. All
        characters except unreserved ones are percent-encoded. A space becomes `%20`, so readers find the
        same pairs whether they decode `+` to a space or not. With `form`, a space becomes `+`, as in HTML
        forms.

        >>> from iriform import Query
        >>> Query.from_pairs({'name': 'Jö Q', 'x': '1&2', 'id': [1, 2]})
        Query('name=Jö%20Q&x=1%262&id=1&id=2')
        """
    def with_pair(
        self,
        name: str,
        value: _QueryValue,
        /,
        separator: str = "&",
        plus: bool = True,
        *,
        form: bool = False,
    ) -> Query:
        """A query in which this pair replaces all pairs of the same name.

        The pair replaces the first of them, or is appended if there is none. All other pieces are
        unchanged. Values are as in `from_pairs`.

        >>> from iriform import Query
        >>> Query('a=1&b=%7e').with_pair('a', '2 3')
        Query('a=2%203&b=%7e')
        """
    def with_pairs(
        self,
        pairs: _Pairs,
        /,
        *,
        separator: str = "&",
        plus: bool = True,
        form: bool = False,
    ) -> Query:
        """A query in which these pairs, or the items of a mapping, replace all pairs of the same names.

        >>> from iriform import Query
        >>> Query('a=1&b=2').with_pairs({'a': [3, 4], 'c': 5})
        Query('a=3&a=4&b=2&c=5')
        """
    def added(
        self, name: str, value: _QueryValue, /, *, separator: str = "&", form: bool = False
    ) -> Query:
        """A query with this pair added at its end. Other pairs of the same name stay.

        >>> from iriform import Query
        >>> Query('tag=a').added('tag', 'b')
        Query('tag=a&tag=b')
        """
    def without(self, /, *names: str, separator: str = "&", plus: bool = True) -> Query:
        """A query without the pairs of these names. All other pairs are unchanged; empty pieces are removed.

        In a name, `*` stands for any characters and `?` for one; brackets stand for themselves.

        >>> from iriform import Query
        >>> Query('a=1&utm_source=x&fbclid=y').without('utm_*', 'fbclid')
        Query('a=1')
        """

@disjoint_base
class Fragment(str):
    """A fragment (RFC 3987 §2.2, `ifragment`) without its `#`, a validated `str`. Raises `ParseError`.

    >>> from iriform import Fragment
    >>> Fragment('caf%C3%A9').unquote()
    'café'
    """
    def __new__(cls, text: str | bytes = "", /) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @classmethod
    def quote(cls, data: str | bytes, /) -> Fragment:
        """Encode plain data as a component. Characters outside its rule are percent-encoded (§2.5).

        `data` is a `str`, or `bytes`, of which all octets from 0x80 are encoded. A `%` becomes `%25`; pass
        encoded text to the constructor instead. The seven formatting characters that IRIs must not contain
        (RFC 3987 §4.1) are encoded as well. Raises ParseError for a lone surrogate.

        >>> from iriform import Path, Segment
        >>> Segment.quote('50% a/b')
        Segment('50%25%20a%2Fb')
        >>> Path.quote('50% a/b')
        Path('50%25%20a/b')
        """
    def unquote(self, /, errors: str = "strict") -> str:
        """The plain text of the component: percent-encoded octets are decoded as UTF-8 (RFC 3986 §2.4).

        `errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`. By default, they
        raise UnicodeDecodeError.

        >>> from iriform import Segment
        >>> Segment('caf%C3%A9').unquote()
        'café'
        """
    def unquote_to_bytes(self, /) -> bytes:
        """The octets of the component, with percent-encoding decoded (RFC 3986 §2.4).

        >>> from iriform import Segment
        >>> Segment('caf%E9').unquote_to_bytes()
        b'caf\\xe9'
        """

@final
class PrefixMap(Mapping[str, IRI]):
    """A mapping of prefix names (`str`) to namespaces (`IRI`) that expands and compresses IRIs.

    `prefixes` is a mapping, or pairs, of names and IRIs. It is copied, and the map is immutable. A name is a
    `str` without a colon; may be empty. An IRI is an `IRI`, or text that is parsed as one. `declared` lists the
    names for which a context of JSON-LD says `"@prefix": true`. Raises ParseError for an IRI that is not valid,
    and ValueError for a name that no prefix can have. With `skip_invalid`, such prefixes are left out, and
    `skipped` lists them with the reasons.

    >>> p = PrefixMap({
    ...     "dbr": "http://dbpedia.org/resource/",
    ...     "dbc": "http://dbpedia.org/resource/Category:",
    ... })
    >>> p.compress("http://dbpedia.org/resource/Category:Cities")
    'dbc:Cities'
    >>> p.expand("dbr:Paris")
    IRI('http://dbpedia.org/resource/Paris')
    """
    def __new__(
        cls,
        prefixes: _Prefixes | None = None,
        /,
        *,
        declared: Iterable[str] | None = None,
        skip_invalid: bool = False,
    ) -> Self: ...
    @property
    def declared(self) -> tuple[str, ...]:
        """The names for which a context of JSON-LD says `"@prefix": true`, in order.

        >>> PrefixMap({"ex": "http://example.org/", "y": "http://a/y"}, declared=["y"]).declared
        ('y',)
        """
    @property
    def skipped(self) -> dict[str, str]:
        """The prefixes that `skip_invalid` left out when this map was made, and the terms of a context of JSON-LD
        that are not prefixes: `{name: why}`.

        It is empty in maps that are made from this one, and in its pickled copies.

        >>> p = PrefixMap({"ex": "http://example.org/", "b": "example.org"}, skip_invalid=True)
        >>> p, p.skipped
        (PrefixMap({'ex': IRI('http://example.org/')}), {'b': 'not an IRI: there is no scheme (scheme, RFC 3986 §3.1)'})
        """
    def expand(self, text: str, /, *, syntax: _CompactSyntax = "plain") -> IRI:
        """The IRI of a compact text: the namespace of its prefix, followed by the text after the colon.

        This is the inverse of `compress`, with the same `syntax`: escapes of Turtle are resolved, and text
        outside the syntax is refused. Raises UnknownPrefix, ValueError for other text that is not compact, and
        ParseError if the result is not a valid IRI.

        >>> p = PrefixMap({"ex": "http://example.org/"})
        >>> p.expand("ex:a#b"), p.expand(r"ex:a\\#b", syntax="turtle")
        (IRI('http://example.org/a#b'), IRI('http://example.org/a#b'))
        """
    def compress(
        self, iri: str | bytes, /, *, syntax: _CompactSyntax = "plain", escapes: bool = True
    ) -> str | None:
        """The IRI in compact form, by the longest namespace that it begins with, or None.

        If a namespace has several names, the shortest is used, and among equally short names the first in
        alphabetical order. `syntax` is the format that the result is for. 'plain' has no rules of its own.
        'curie' (W3C CURIE 1.0), 'safe-curie' (between brackets), 'turtle' and 'sparql' (with escapes),
        'json-ld' (1.1, by prefixes that end in a delimiter or are declared) and 'xml-qname' give only names
        that their grammar allows. If the longest namespace gives no such name, a shorter one is used; if none
        does, the result is None. `expand` with the same syntax is the inverse. Without `escapes`, the result is
        None if Turtle needs a backslash, which not every parser accepts. Raises ParseError for text that is not
        a valid IRI.

        >>> p = PrefixMap({"ex": "http://example.org/"})
        >>> p.compress("http://example.org/a,b"), p.compress("http://example.org/a,b", syntax="turtle")
        ('ex:a,b', 'ex:a\\\\,b')
        >>> p.compress("http://example.org/a,b", syntax="xml-qname") is None
        True
        """
    def near(self, iri: str, /) -> str | None:
        """The name of the prefix that an IRI would have if `http` and `https` were exchanged in it, or if `www.`
        were added to its host or removed from it. None for others, and for an IRI that has a prefix.

        >>> p = PrefixMap({"schema": "http://schema.org/"})
        >>> p.compress("https://schema.org/name") is None, p.near("https://schema.org/name")
        (True, 'schema')
        """
    def is_ambiguous(self, text: str, /) -> bool:
        """Returns true if text with one of these prefixes could also be meant as an IRI.

        This is so if the text is a valid IRI, and its scheme is registered or is the scheme of one
        of the namespaces.

        >>> p = PrefixMap({"tag": "http://example.org/tags/", "ex": "http://example.org/"})
        >>> p.is_ambiguous("tag:a"), p.is_ambiguous("ex:a"), p.is_ambiguous("mailto:a@b")
        (True, False, False)
        """
    def conflicts(self, other: _Prefixes, /) -> dict[str, tuple[IRI, IRI]]:
        """The names that both maps have for different namespaces: `{name: (here, there)}`.

        In `p | q`, the namespaces of `q` win. A name is not a conflict if only one map has it, or
        if both maps have the same namespace for it.

        >>> p = PrefixMap({"dc": "http://purl.org/dc/terms/"})
        >>> p.conflicts({"dc": "http://purl.org/dc/elements/1.1/"})
        {'dc': (IRI('http://purl.org/dc/terms/'), IRI('http://purl.org/dc/elements/1.1/'))}
        """
    @classmethod
    def from_turtle(
        cls, text: str, /, *, base: str | bytes | None = None, skip_invalid: bool = False
    ) -> Self:
        """The prefixes that a document in Turtle or TriG declares by `@prefix` or `PREFIX`, and others that it declares
        by `sh:declare` of SHACL.

        Directives are read exactly. In the other text, only comments, strings, IRIs and names are recognized,
        because they could hide a directive, so the document need not be valid. If a prefix is declared again,
        the last declaration counts. Relative IRIs are resolved against `base` and against the IRI of `@base`.
        Raises ValueError, with line and column, for a directive that cannot be read, and for a text that is
        evidently a file name. With `skip_invalid`, a prefix whose namespace is not an IRI is left out and
        listed in `skipped`.

        >>> PrefixMap.from_turtle("@prefix ex: <http://example.org/> . ex:a a ex:B .")
        PrefixMap({'ex': IRI('http://example.org/')})
        """
    @classmethod
    def read(
        cls,
        path: str | PathLike[str],
        /,
        *,
        base: str | bytes | None = None,
        skip_invalid: bool = False,
    ) -> PrefixMap:
        """The prefixes of a file: a context of JSON-LD, by its suffix (`.jsonld`, `.json`), or a document in
        Turtle or TriG, in UTF-8. Relative namespaces of Turtle are resolved against `base`. A list of records
        with `prefix` and `uri_prefix` in JSON is an extended prefix map of `curies`; its synonyms are not read.

        Raises ValueError, with the name of the file, for content that `from_json_ld` or `from_turtle` refuses.
        """
    @classmethod
    def well_known(cls) -> PrefixMap:
        """The well-known prefixes: those of W3C's RDFa Core Initial Context, and some of DBpedia, Wikidata,
        GeoSPARQL, SHACL and others.

        >>> PrefixMap.well_known().expand("dcterms:title")
        IRI('http://purl.org/dc/terms/title')
        """
    def to_turtle(self, *, skip_invalid: bool = False) -> str:
        """The map as directives of Turtle, one on each line.

        Raises ValueError for a name that Turtle does not allow. With `skip_invalid`, it is left out:
        `compress` with a syntax of Turtle does not use it either.

        >>> PrefixMap({"ex": "http://example.org/", "3d": "http://3d/"}).to_turtle(skip_invalid=True)
        '@prefix ex: <http://example.org/> .\\n'
        """
    @classmethod
    def from_json_ld(cls, context: object, /, *, skip_invalid: bool = False) -> Self:
        """The prefixes of a context of JSON-LD 1.1: a `dict`, a list of them, or one in a document.

        A term is a prefix if it has no definition of its own and stands for an IRI that ends in a delimiter
        (`:/?#[]@`), or if its definition says `"@prefix": true`. Nothing is fetched. `skipped` has the terms
        that stand for an IRI and are not prefixes. Raises ValueError for a remote context, and for a context
        that cannot be read. With `skip_invalid`, a prefix with an invalid name or namespace is left out and
        also listed in `skipped`.

        >>> PrefixMap.from_json_ld({"@context": {"ex": "http://example.org/", "name": "ex:name"}})
        PrefixMap({'ex': IRI('http://example.org/')})
        """
    def to_json_ld(self) -> dict[str, dict[str, str | dict[str, str | bool]]]:
        """The map as a context of JSON-LD 1.1, `{"@context": …}`, in which every name is a prefix.

        Raises ValueError for a name that JSON-LD does not allow.

        >>> PrefixMap({"ex": "http://example.org/", "year": "http://example.org/y"}).to_json_ld()
        {'@context': {'ex': 'http://example.org/', 'year': {'@id': 'http://example.org/y', '@prefix': True}}}
        """
    @overload
    def get(self, name: str, default: None = None, /) -> IRI | None:
        """The namespace of that name, or `default`."""
    @overload
    def get(self, name: str, default: IRI | _Default, /) -> IRI | _Default: ...
    def keys(self) -> KeysView[str]:
        """The names, in the order of the argument."""
    def values(self) -> ValuesView[IRI]:
        """The namespaces, in the order of the names."""
    def items(self) -> ItemsView[str, IRI]:
        """The pairs of names and namespaces."""
    def __getitem__(self, name: str, /) -> IRI: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __reversed__(self) -> Iterator[str]: ...
    def __hash__(self) -> int: ...
    def __or__(self, other: Mapping[str, str], /) -> PrefixMap: ...
    def __ror__(self, other: Mapping[str, str], /) -> PrefixMap: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...

@disjoint_base
class URITemplate(str):
    """A URI template (RFC 6570, all levels): `expand` fills values in, and `match` recovers them.

    A `str` that matches the grammar (RFC 6570 §2, with erratum 6937). `text` is a `str`, or `bytes` in
    UTF-8, and is kept unchanged. Raises `ParseError`, including for an operator that the RFC reserves.
    Its positions count code points of a `str`, and bytes of `bytes`. `limits`, a `TemplateLimits`,
    bounds a template from outside: ValueError says what is beyond them.

    >>> template = URITemplate('https://example.org/{user}{/path*}{?q,page}')
    >>> template.expand(user='é', path=['a', 'b'], page=2)
    URI('https://example.org/%C3%A9/a/b?page=2')
    >>> template.match('https://example.org/%C3%A9/a/b?page=2').values
    {'user': 'é', 'path': ['a', 'b'], 'page': '2'}
    """
    def __new__(
        cls, text: str | bytes = "", /, *, limits: TemplateLimits | None = None
    ) -> Self: ...
    @classmethod
    def is_valid(cls, text: str | bytes, /) -> bool:
        """Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

        It builds nothing, unless your own class has a constructor, which is then called.

        >>> IRI.is_valid('http://example.org/a b')
        False
        """
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    def deconstruct(self, /) -> tuple[str, tuple[str], dict[str, Any]]:
        """For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
        no keyword arguments. Unlike `repr`, it includes the password.

        >>> IRI('http://example.org/').deconstruct()
        ('iriform.IRI', ('http://example.org/',), {})
        """
    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables in order, as a tuple of `Variable`s. A variable that occurs twice is listed twice.

        >>> URITemplate('/{user}').variables
        (Variable(name='user', operator='', explode=False, prefix=None, span=(1, 7)),)
        """
    @property
    def level(self) -> int:
        """The level of the template (RFC 6570 §1.2): the lowest of 1 to 4 that has all its features."""
    @property
    def cost(self) -> int:
        """The size that time and memory are bounded by: the bytes of the template, and the number of each prefix.

        `match` takes at most the length of the text times the cost, and 2 kB for each unit of it while the
        template is matched.

        >>> URITemplate('/{user}').cost, URITemplate('/{user:1000}').cost
        (7, 1012)
        """
    @property
    def is_invertible(self) -> bool:
        """True if `match` recovers all values of `expand`.

        The answer is exact and is computed with automata. If it is False, `ambiguities` has an example. It
        applies to the values that the template can express: without `*`, text, or a list of at least two
        members (in `{;x}`, also of one empty text); with `*`, a list or a mapping. For `+` and `#`, texts
        have no percent-encoded triplets, and without `*` there are no lists: `{#x}` writes `['a', 'b']`
        like `'a,b'`, and `match` returns the text.

        It takes at most quadratic time in the template's size, and at most 200 MB. Raises ValueError for a
        template that would need more, such as one with two thousand variables in a query.

        >>> URITemplate('/{user}/{page}').is_invertible, URITemplate('/{user}{page}').is_invertible
        (True, False)
        """
    @property
    def ambiguities(self) -> tuple[Ambiguity, ...]:
        """Why the template is not invertible, as a tuple of `Ambiguity`s. Empty if it is invertible.

        >>> [ambiguity] = URITemplate('{first}{second}').ambiguities
        >>> ambiguity.text, ambiguity.readings
        ('a', ({'first': '', 'second': 'a'}, {'first': 'a', 'second': ''}))
        """
    def expand(
        self,
        values: Mapping[str, _TemplateValue] | None = None,
        /,
        *,
        strict: bool = True,
        dot_segments: bool = False,
        **more: _TemplateValue,
    ) -> URIReference:
        """The template with these values, as a URI if it begins with a scheme, else as a URIReference.

        Values are a mapping, keywords, or both; a keyword overrides the mapping. A value is a `str`, an
        `int` or `float` (written as by `str`), a `bool` (`true`, `false`), None for an undefined variable,
        a list or tuple of these, a mapping, or a list of pairs of names and values. A name that the
        template does not have raises ValueError; with `strict=False` it is ignored. The value of a variable
        named `strict` or `dot_segments` must be in the mapping.

        Raises ValueError for values, or undefined variables, that make a segment `.` or `..` of the path,
        which leads elsewhere (RFC 3986 §5.2.4), or that make two slashes meet, which begin a host (§4.2).
        `dot_segments=True` allows them, as RFC 6570 does. `{+x}` and `{#x}` are for trusted text.
        Raises TypeError for other values, ValueError for a prefix of a list or a mapping (§2.4.1), and
        ParseError if the result is not a valid reference.

        >>> URITemplate('/search{?q,lang*}').expand({'lang': ['en', 'fr']}, q='a b')
        URIReference('/search?q=a%20b&lang=en&lang=fr')
        >>> URITemplate('/users/{user}').expand(user='..', dot_segments=True)
        URIReference('/users/..')
        """
    def expand_iri(
        self,
        values: Mapping[str, _TemplateValue] | None = None,
        /,
        *,
        strict: bool = True,
        dot_segments: bool = False,
        **more: _TemplateValue,
    ) -> IRIReference:
        """Like `expand`, but returns an IRI or IRIReference: characters that IRIs may contain stay raw.

        >>> URITemplate('https://example.org/{user}').expand_iri(user='é')
        IRI('https://example.org/é')
        """
    def partial(
        self,
        values: Mapping[str, _TemplateValue] | None = None,
        /,
        *,
        strict: bool = True,
        reorder: bool = False,
        dot_segments: bool = False,
        **more: _TemplateValue,
    ) -> URITemplate:
        """A URITemplate in which some variables are filled in and the others remain.

        Expanding it with the remaining values is the same as expanding this template with all values. A
        variable with the value None stays undefined. Non-ASCII characters stay unencoded. As in `expand`,
        unknown names are refused or, with `strict=False`, ignored, and values that make dot segments are
        refused. Raises ValueError if no template can express the result, for example for `{?a,b}` with `b`
        alone, because the place of `b` depends on `a`. With `reorder`, the given variables of a query come
        first, so the expansions have the same pairs in another order.

        >>> URITemplate('/{user}{?q,page}').partial(user='anna', q='x')
        URITemplate('/anna?q=x{&page}')
        >>> URITemplate('{?a,b}').partial(b=1, reorder=True)
        URITemplate('?b=1{&a}')
        """
    def ambiguities_with(self, /, *, request: bool = False) -> tuple[Ambiguity, ...]:
        """Like `ambiguities`; with `request`, for raw requests, as in `match`.

        `:`, `@` and other raw characters of a segment may then be in a value, so they no longer separate
        two values. The answer is exact.

        >>> [ambiguity] = URITemplate('/{user}@{host}').ambiguities_with(request=True)
        >>> ambiguity.text, ambiguity.readings
        ('/@@', ({'user': '', 'host': '@'}, {'user': '@', 'host': ''}))
        """
    def match(
        self,
        uri: str,
        /,
        *,
        allow_encoded_separators: bool = False,
        query: _Order = "exact",
        extra: _Extra = "allow",
        plus: bool = False,
        types: Mapping[str, Any] | None = None,
        request: bool = False,
    ) -> Match | None:
        """The values of the expansion `uri`, as a `Match`, or None if `uri` is not an expansion.

        `uri` is a reference or any other `str`. Text that is equivalent to an expansion matches as well:
        the letter case of triplets, needless triplets, and raw or encoded non-ASCII characters make no
        difference (RFC 3986 §6.2.2, RFC 3987 §3.1). Values are decoded.

        The letter case of scheme and host is ignored if the template has them (§6.2.2.1).

        A `%2F` in a value inside one path segment is not decoded to a slash: such text does not match,
        unless `allow_encoded_separators` is true. If there are several readings, the one with the shortest
        values, from the first variable on, is chosen. A variable that occurs twice must have one value in
        that reading, or the text does not match: a template that is not invertible (`is_invertible`) may
        not match its own expansion. The time is linear in the text.

        With `query='any-order'`, `uri` is a request: its path is matched as usual, and its query, from the
        first `?`, is a set of pairs in any order. Values may have raw reserved characters, and empty pairs
        are ignored. Pairs that the template does not have are in `Match.extra`; with `extra='refuse'` such
        text does not match. Neither does text with more pairs of a name than the template has; `*` takes
        all pairs of its name. With `plus`, a `+` in the query is a space. Raises ValueError if the query of
        the template does not consist of `{?x}`, `{&x}`, `a=b` and `a={x}` separated by `&`.

        With `request`, the path is also that of a raw request: a value inside one segment may have the
        characters that browsers send raw, `! $ & ' ( ) * + , ; = : @` (RFC 3986 §3.3), and is one text even
        with commas. It only ends at a delimiter of its expression. The query is in any
        order. `ambiguities_with(request=True)` tells whether the values are then unambiguous.

        `types` has the types of variables, by name: `str`, `int`, `float`, `bool`, `UUID`, an `Enum`, a set of values, a
        regular expression, or a rule of a grammar. The text is matched first, and then each value is converted. Raises
        ValueError for a value that is not of its type. A variable with a type is one text, or with `*` a list.

        >>> template = URITemplate('/users/{user}/files{/path*}')
        >>> match = template.match('/users/anna/files/a/b%20c')
        >>> match['user'], match['path']
        ('anna', ['a', 'b c'])
        >>> template.match('/users/..%2Froot/files') is None
        True
        >>> URITemplate('/search{?q,page}').match('/search?page=2&q=a:b', query='any-order').values
        {'q': 'a:b', 'page': '2'}
        >>> URITemplate('/wiki/{title}').match('/wiki/Foo_(bar),_a@b', request=True)['title']
        'Foo_(bar),_a@b'
        >>> URITemplate('/{lang}{?page}').match('/en?page=2', types={'lang': {'en', 'de'}, 'page': int}).values
        {'lang': 'en', 'page': 2}
        """

@final
class Match:
    """The values of a template's variables in a reference that it matches.

    `match[name]` is the value of a variable, or None if the reference does not define it. It raises
    `KeyError` for a name that the template does not have.

    Most values are `str`. A variable with `*` has a list, and so has a variable without `*` if
    commas separate several values. Pairs of names and values are a `dict`, or a list of pairs if a
    name occurs twice.

    >>> match = URITemplate('/{user}{?page}').match('/anna')
    >>> match['user'], match['page'], match.values, match.spans
    ('anna', None, {'user': 'anna'}, {'user': (1, 5)})
    """
    @property
    def template(self) -> URITemplate:
        """The template that matched."""
    @property
    def name(self) -> Any:
        """The name of the template in the `Router`, or None if the match is not from a router."""
    @property
    def values(self) -> dict[str, MatchedValue]:
        """The values of the variables that are defined, by name, decoded."""
    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """A dict from each name to the start and stop of its value in the reference, in code points.

        The range of a list or of pairs extends from the first piece to the last.
        """
    @property
    def extra(self) -> tuple[tuple[str, str], ...]:
        """The pairs of the query that belong to no variable, decoded, in order, as tuples of names and values:
        with `query="any-order"`. Octets that are not UTF-8 become U+FFFD.

        >>> match = URITemplate('/search{?q}').match('/search?utm_source=x&q=a', query='any-order')
        >>> match.values, match.extra
        ({'q': 'a'}, (('utm_source', 'x'),))
        """
    def __getitem__(self, name: str, /) -> Any: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...

@final
class Router:
    """Templates by name. One pass over a text finds the most specific template that matches it.

    `templates` is a mapping of names, which may be any objects, to `URITemplate`s or their text.
    Templates are compared from the beginning: literal text is more specific than a variable, and a
    variable of one segment is more specific than a variable of several segments. Among equally
    specific templates, the first one is chosen.

    `types` are the types of variables, as for `URITemplate.match`, for all templates that have a variable of
    the name. A template may have its own, as a pair: `('/items/{id}', {'id': int})`. A template with a value
    that is not of its type is skipped. A variable with a type is more specific than one without, and one with a
    finite set of values is most specific.

    With `request`, texts are raw requests, as for `URITemplate.match`. Raises ValueError for a template whose
    query has an order.

    >>> router = Router({'user': '/users/{user}', 'me': '/users/me', 'file': '/{+path}'})
    >>> router.match('/users/me').name, router.match('/users/anna').name
    ('me', 'user')
    >>> router.match('/users/anna/x')['path']
    'users/anna/x'
    >>> router = Router({'item': '/items/{id}', 'page': '/items/{slug}'}, types={'id': int})
    >>> router.match('/items/7').values, router.match('/items/new').values
    ({'id': 7}, {'slug': 'new'})
    >>> Router({'wiki': '/wiki/{title}'}, request=True).match('/wiki/Foo_(bar)?a=b').values
    {'title': 'Foo_(bar)'}
    """
    def __new__(
        cls,
        templates: Mapping[Any, str | tuple[str, Mapping[str, Any]]],
        /,
        *,
        types: Mapping[str, Any] | None = None,
        request: bool = False,
    ) -> Self: ...
    def match(
        self,
        uri: str,
        /,
        *,
        allow_encoded_separators: bool = False,
        query: _Order = "exact",
        extra: _Extra = "allow",
        plus: bool = False,
    ) -> Match | None:
        """The `Match` of the most specific template that matches `uri`, with its `name`, or None.

        Everything else is as in `URITemplate.match`. The time is linear in the text.

        With `query="any-order"`, the most specific path decides. If several templates have such a path, it is
        the one with the fewest extra pairs in the query. A router that was made with `request=True` reads raw
        requests, like `URITemplate.match` with it.
        """
    def expand(
        self,
        name: Any,
        values: Mapping[str, _TemplateValue] | None = None,
        /,
        *,
        strict: bool = True,
        dot_segments: bool = False,
        **more: _TemplateValue,
    ) -> URIReference:
        """The expansion of the template of that name with these values: its `expand`, with its options.

        Raises `KeyError` for a name that no template has.

        >>> Router({'user': '/users/{user}'}).expand('user', user='a/b')
        URIReference('/users/a%2Fb')
        """
    @property
    def templates(self) -> dict[Any, URITemplate]:
        """The templates by name, in the order of the argument."""
    def __getnewargs_ex__(self) -> tuple[tuple[Mapping[Any, Any]], dict[str, Any]]: ...
    def __len__(self) -> int: ...

def skeleton_places(
    strings: list[str], names: list[str], on_base: bool, /
) -> list[tuple[str, str, str]]:
    """The places of placeholders between literal texts, even if the whole is not a skeleton: for each, a word for
    the place, the place in words, and the danger of raw text there, which may be empty.
    """

def skeleton_flaw(
    production: str, strings: list[str], names: list[str], repeats: list[bool], on_base: bool, /
) -> str | None:
    """Why literal texts around placeholders are not a skeleton of a production; None if they are one."""

def skeleton_fields(skeleton: str, /) -> tuple[list[str], list[tuple[str, str | None, str]]]:
    """The text of a skeleton cut at its placeholders: literal texts, and name, conversion and specification of each."""

def resolve_steps(
    base: str, reference: str, strict: bool, /
) -> list[tuple[str, str, str, str | None, list[tuple[str, str, str]]]]:
    """The steps by which a valid reference is resolved against a base with a scheme."""

def canonical_data() -> dict[str, Any]:
    """The data of `iriform.canonical`."""

def normalize_steps(reference: str, level: str, /) -> list[tuple[str, str, str]]:
    """The steps of normalization that change a valid reference: clause, words, and the text after each."""

def matches(rule: str, text: str | bytes, /) -> bool:
    """Returns true if the whole of `text`, a `str` or UTF-8 `bytes`, matches the production named `rule`."""

def diagnose(rule: str, text: str | bytes, /) -> tuple[int, int, int, str, str] | None:
    """None if `text` matches; else `(position, start, stop, rule, reason)`, as in `ParseError`."""

def secrets(rule: str, text: str | bytes, position: int | None = None, /) -> list[tuple[int, int]]:
    """The ranges that must not be shown of a text that stops matching `rule` at `position`, or matches it if that
    is None.
    """

def masked(text: str, /, what: _Masked = "secrets") -> str:
    """Any text, with a mask in place of each of its secrets."""

def message(facts: tuple[str | bytes, int, int, int, str, str, str], /) -> str:
    """The fault in one line."""

def plainly(facts: tuple[str | bytes, int, int, int, str, str, str], /) -> str:
    """The fault without the names of production, rule and character, for somebody who fills in a form."""

def hint(facts: tuple[str | bytes, int, int, int, str, str, str], /) -> str | None:
    """The hint that would remove the fault, or None."""

def reference_kind(reference: str, /) -> tuple[str, str]:
    """The narrowest kind of a reference: its production and its name."""

def pieces(reference: str, /) -> list[tuple[str | None, str, bool]]:
    """A reference cut at its delimiters: the name of each component, or None, its text, and whether it belongs to
    the authority.
    """

def anatomy(reference: str, most_segments: int, /) -> list[tuple[str, str, str, str]]:
    """The components of a reference and their parts, with at most this number of segments of its path, and a row
    with the number of the other segments. A path of one segment is not listed twice.
    """

def drawing(facts: tuple[str | bytes, int, int, int, str, str, str], /) -> str:
    """The message, the text around the position, the position and the hint, in three lines."""

def picture(text: str, start: int, stop: int, /) -> str:
    """A range of a reference, in two lines: the text around it, with secrets masked, and the range."""

def is_link_in_text(text: str, /) -> bool:
    """Returns true if an invalid text is a link with other text around it."""

def described(rule: str, /) -> tuple[str, str]:
    """The everyday name of a rule, and the clause that defines it."""

def meaning(reason: str, /) -> str:
    """The meaning of a reason, without a text."""

def escape(text: str, /) -> str:
    """Text on one line, with invisible characters escaped."""

def quoted_name(name: str, /) -> str:
    """A name from outside for a message, cut to some length."""

def text_of_octets(data: bytes, is_iri: bool, /) -> str:
    """The text of octets, with those that are not UTF-8 percent-encoded, and all beyond ASCII unless it is for an
    IRI.
    """

def undecodable(error: UnicodeDecodeError, /) -> UnicodeDecodeError:
    """A copy of a `UnicodeDecodeError` that has only the wrong octets, because those around them may be a
    password.
    """

def cells(text: str, /) -> int:
    """The width of escaped text in terminal cells."""

def rules() -> list[str]:
    """The names of all productions, RFC 3986 first."""

def reasons() -> list[str]:
    """The codes of all reasons."""

@disjoint_base
class Policy:
    """The native part of `iriform.Policy`, not for users."""
    def __new__(cls, terms: dict[str, object]) -> Self: ...
    def _plain(self) -> dict[str, Any]:
        """The terms as plain data."""
    def allows(self, text: str, /) -> bool:
        """Returns true if a text is allowed. Builds nothing, and never raises for a `str`.

        >>> Policy.WEB.allows("https://example.org/"), Policy.WEB.allows("javascript:alert(1)")
        (True, False)
        """
    def _found(self, text: str, /) -> list[Finding]:
        """The findings that refuse a text; raises `ParseError` for one that does not match."""

def ready_policies() -> dict[str, dict[str, Any]]:
    """The terms of the ready-made policies, by name, and under `default` the default terms."""

def policies_of(class_: type, /) -> tuple[_Policy, ...]:
    """The policies of a class, including those of its bases, whatever the current value of its attribute
    `policies`.
    """

@final
class LinkOptions:
    """Options of the search for links: not for users, who call `iriform.links.find`."""
    def __new__(
        cls, schemes: Sequence[str], class_: type[Found], /, *, refang: bool, **flags: bool
    ) -> Self: ...

def find_links(text: str | bytes, options: LinkOptions, start: int, most: int, /) -> list[Found]:
    """The links of a text from `start`, at most `most` of them, each as a `Found`. In bytes, spans are of bytes.
    The search continues after the last one.
    """

@final
class Networks:
    """The addresses that connections may use, not for users: `any`, `global`, or networks."""
    def __new__(cls, networks: str | list[str], /) -> Self: ...
    def has(self, address: str, /) -> bool:
        """Returns true if an address is one of them, and so is an IPv4 address in it. False for a text that is not
        an address.
        """

def is_metadata_service(host: str, /) -> bool:
    """Returns true if a host, an address without brackets or a name, is the metadata service of a cloud."""

def default_port(scheme: str, /) -> int | None:
    """The default port of a scheme."""

def wrong_name(names: list[str], /) -> tuple[int, str, str] | None:
    """The index of the first protected name that is not a name, with the reason: in a message with its index, and
    in one without.
    """

def finding_sentence(message: str, evidence: str | None, clause: str, /) -> str:
    """A finding in one line."""

def finding_rules() -> list[tuple[str, str, Severity, list[Profile], str, str, str, str]]:
    """Every row of the table: not for users, who import `iriform.findings.RULES`."""

def resolve(base: str, reference: str, *references: str, strict: bool = True) -> IRI:
    """Resolve `reference` against `base` (RFC 3986 §5.2), then each further one against the result.

    All arguments are parsed. Raises `ParseError`. The result is a URI if all arguments are URI references, else
    an IRI.

    >>> resolve("s3://bucket/a/b", "../c")
    IRI('s3://bucket/c')
    >>> resolve("http://a/b/c", "d/", "e/", "../f")
    IRI('http://a/b/d/f')
    """

def quote(
    data: str | bytes,
    /,
    *,
    safe: Literal["unreserved", "encodeURIComponent", "fn:encode-for-uri"] = "unreserved",
) -> str:
    """Percent-encode plain data as UTF-8, except for the characters of a set (RFC 3986 §2.5).

    `data` is a `str` or `bytes`. `safe` names the set: 'unreserved' (letters, digits, `-._~`: safe
    in every component), 'encodeURIComponent' (ECMAScript: the unreserved characters and `!*'()`),
    'fn:encode-for-uri' (`XPath`: the unreserved characters), or a component of an IRI ('userinfo',
    'host', 'path', 'segment', 'query', 'fragment'), as by `Path.quote`. A `%` becomes `%25`. Raises
    `ParseError` for a lone surrogate, and `ValueError` for another name of a set.

    >>> from iriform import quote
    >>> quote("50% (a/b)"), quote("50% (a/b)", safe="encodeURIComponent")
    ('50%25%20%28a%2Fb%29', '50%25%20(a%2Fb)')
    """

def unquote(text: str, /, errors: str = "strict") -> str:
    """The decoded text of percent-encoded UTF-8 (RFC 3986 §2.4).

    `errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`. By default,
    they raise `UnicodeDecodeError`. A `+` stays. Split text before you decode it: a decoded `/` or
    `&` looks like a separator. Raises `ValueError` for a `%` without two hexadecimal digits after
    it.

    >>> from iriform import unquote
    >>> unquote("50%25%20a%2Fb")
    '50% a/b'
    """

def purl_fault(text: str, /) -> tuple[int, int, int, str, str] | None:
    """None if a text, a valid URI, is a package URL; else `(position, start, stop, rule, reason)`."""

def purl_parts(
    text: str, /
) -> tuple[str, str | None, str, str | None, list[tuple[str, str]], str | None] | None:
    """The components of a package URL, or None."""

def purl_text(
    kind: object,
    namespace: object,
    name: object,
    version: object,
    qualifiers: Sequence[tuple[object, object]],
    subpath: object,
    /,
) -> str:
    """The canonical text of components. Raises `ParseError` for a type or a key that is not valid."""

def purl_type(name: str, /) -> bool:
    """Returns true if a package type is registered."""

def install_purl_types(
    rows: Sequence[tuple[str, str, list[str], list[str], str, str, str]], /
) -> None:
    """Adds definitions of types to those that this process uses. They are kept until the process ends."""

_ServiceParts: TypeAlias = tuple[
    str, str | None, str | None, list[tuple[str, int | None]], str, list[tuple[str, str]]
]

def service_read(text: str, plus: bool, /) -> tuple[_ServiceParts, tuple[Change, ...]]:
    """The parts of an address, and those that a URI must not have raw. Raises `ValueError`."""

def service_uris(parts: _ServiceParts, /) -> list[str]:
    """A URI for each host of an address. Raises `ValueError`."""

def service_masked(parts: _ServiceParts, /) -> str:
    """The text of an address, with its secrets replaced. Raises `ValueError`."""

_LocationParts: TypeAlias = tuple[str, str | None, bytes, str | None, str | None]

def storage_location(parts: _LocationParts, /) -> _LocationParts:
    """The parts of a location, normalized for comparison. Raises `ValueError` for parts that are not allowed
    together.
    """

def storage_read(text: bytes, reader: str | None, /) -> _LocationParts:
    """The parts of the location that a text names for a reader. Raises `ValueError`."""

def storage_text(parts: _LocationParts, reader: str, /) -> bytes:
    """The text that makes a reader open a location. Raises `ValueError`."""

def storage_https(
    parts: _LocationParts, style: str, region: str | None, is_dualstack: bool, /
) -> str:
    """The `https:` URL of an object. Raises `ValueError`."""

def storage_from_https(url: str, /) -> _LocationParts:
    """The parts of the location that an `https:` URL names. Raises `ValueError`."""

def storage_readers() -> dict[str, tuple[str, str, list[dict[str, Any]]]]:
    """The readers by name: function, version, and for each form of text its schemes, whether it decodes, whether
    it must be a URI, the marks that end or change a key, the marks that a key cannot have, the escape, the
    hosts, and whether versions are read.
    """

def partition_styles() -> list[tuple[str, str]]:
    """The styles of partitions: their names, and the measured engines."""

def partitions_text(values: list[tuple[str, str | None]], style: str, /) -> str:
    """The folders for values, in a style. Raises `ValueError`."""

def partitions_of(path: str, style: str, /) -> list[tuple[str, str | None]]:
    """The names and values in the folders of a path. Raises `ValueError`."""

def delta_log_path(path: str, /, *, back: bool) -> str:
    """A path as it is in a Delta log, or with `back` the reverse. Raises `ValueError` for octets that are not
    UTF-8.
    """

def file_path_of(reference: str, windows: bool, /) -> bytes:
    """The octets of the path that a reference names. Raises `ValueError`."""

def file_reference(path: bytes, windows: bool, may_be_relative: bool, /) -> str:
    """The reference of a path, as an IRI reference. Raises `ValueError`."""

def purl_repaired(class_: type[_AnyPURL], text: object, /) -> Repaired[_AnyPURL]:
    """`PURL.repair`: the canonical form of a text that is equivalent to a package URL."""

def as_sent(text: str, /) -> str:
    """The text with the characters that no IRI may have percent-encoded, as HTTP clients send it. Nothing is
    trimmed. Text with half of a surrogate pair is returned unchanged.
    """

def data_url(
    media_type: str, parameters: list[tuple[str, str]], is_base64: bool, octets: bytes, /
) -> str | None:
    """The text of a data URL, or None if the media type is not one. With `is_base64`, `octets` are already in
    base64.
    """

def install_suffixes(text: str, /) -> tuple[str, int]:
    """Replaces the public suffix list of this process. Returns the date of the list, and the number of names with
    rules.
    """

def path_sequence(reference: str, /) -> tuple[bool, list[str]]:
    """The path of a reference as a sequence: whether it is absolute, and its segments, without a
    guard before them.
    """

def path_alone(reference: IRIReference, /) -> Path:
    """The path of a reference without a guard before it."""

def path_count(reference: str, /) -> int:
    """Returns the number of segments in the path of a reference."""

def path_segment(reference: IRIReference, index: SupportsIndex, /) -> Segment | None:
    """The segment at an index of the path of a reference, or None."""

def path_spliced(
    reference: IRIReference,
    start: SupportsIndex,
    stop: SupportsIndex | None,
    segments: list[str],
    /,
) -> IRIReference:
    """The reference with the segments from `start` to `stop` replaced, bounds as in a slice. After an authority
    its path is absolute.
    """

def path_up(reference: IRIReference, /) -> IRIReference:
    """The reference without the last segment of its path, or with one more `..`."""

def path_joined(reference: IRIReference, path: str, /) -> IRIReference:
    """The reference with its path followed by another one, whose dot segments apply."""

def path_of(reference: IRIReference, other: str, /) -> IRIReference:
    """The reference with the segments of the path of another one."""

@final
class Array:
    """An Arrow array: the answer of the functions of `iriform.columns` for a column of a library that they do not
    know. It has the Arrow `PyCapsule` interface, and its length.
    """
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(
        self, requested_schema: object = None
    ) -> tuple[CapsuleType, CapsuleType]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType: ...

@final
class ChunkedArray:
    """An Arrow array in chunks, like `Array`."""
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType: ...

def column(
    name: str,
    column: object,
    as_: type[IRIReference] | str,
    threads: int | None,
    /,
    *arguments: object,
) -> Array | ChunkedArray:
    """The answers of an operation for a column."""

def column_arguments(name: str, as_: type[IRIReference] | str, /, *arguments: object) -> Any:
    """Checks the arguments of an operation before there is a column, except those that may be a column. Returns
    the type of the answer.
    """

def sql_column(
    name: str,
    fixed: dict[str, Any],
    constant: Callable[[Any], Any],
    column: Any,
    /,
    *arguments: Any,
) -> Array | ChunkedArray:
    """The answers of a function of SQL for a column. `fixed` are the arguments that it was registered with, by
    name, and `constant` returns the value that all rows of an array share.
    """

@final
class RowFunction:
    """A function of SQL of one row. `fixed` are the arguments that it was registered with, by name. Values and
    answers are text, bytes, whole numbers or None; lists and structs are JSON.
    """
    def __new__(cls, name: str, fixed: dict[str, Any], /) -> Self: ...
    def __call__(
        self,
        value: str | bytes | float | None,
        /,
        *arguments: str | bytes | float | None,
    ) -> str | bytes | int | None: ...

def sql_type(name: str, fixed: dict[str, Any], /) -> Any:
    """The type of the answer of a function for a column of text."""

def column_table() -> dict[str, Any]:
    """The table of the operations as plain data, and the words that arguments may be."""

# The words of an audit: what a value can be, what is measured of a valid one, how many examples of a
# kind of fault are kept of each input, and the positions in an RDF statement.
STATUSES: tuple[str, str, str, str]
MEASURED: tuple[str, ...]
KEPT: int
NEW_PREFIX: int
RDF_POSITIONS: tuple[str, ...]

_Example: TypeAlias = tuple[
    str, int, int | None, int | None, str | None, bytes, tuple[str, int, int] | None
]
_Unreadable: TypeAlias = tuple[int, int | None, int | None, str, tuple[int, int] | None]
_Found: TypeAlias = tuple[int, int, int, list[_Example]]

@final
class Tally:
    """The counts of values since they were last taken. Threads may share it, but use it one at a time."""
    def __new__(
        cls,
        production: str,
        base: str | None = None,
        profile: str = "default",
        prefixes: PrefixMap | None = None,
        policy: Policy | None = None,
        /,
    ) -> Self: ...
    @property
    def is_full(self) -> bool:
        """Returns true if the counts should be taken before more values are counted."""
    def take(self) -> dict[str, Any]:
        """The partial counts since they were last taken."""

@final
class Totals:
    """The sum of tallies. Names that do not fit in memory go to a temporary file."""
    def __new__(cls, prefixes: PrefixMap | None = None, /) -> Self: ...
    def add(self, tally: Tally, /) -> list[tuple[str | None, str, int, int]]:
        """Takes the counts of a tally, and adds them. Counts its values by status: the position, the status, the
        number, and how many of these are valid and ASCII.
        """
    def tables(self, limit: int, /) -> dict[str, list[tuple[Any, ...]]]:
        """The sums of everything else, by the names of the plan's queries. `limit` bounds the number of
        schemes, hosts and namespaces.
        """

@final
class Block:
    """A part of an input that will be counted: its values, or the bytes that have them."""
    @staticmethod
    def lines(text: bytes, /) -> Block:
        """Whole lines of text, one value each."""
    @staticmethod
    def links(text: bytes, /) -> Block:
        """Whole lines of text with links."""
    @staticmethod
    def fields(
        text: bytes,
        fields: list[tuple[int, int, bool]],
        unreadable: list[tuple[int, str]],
        /,
        *,
        may_be_relative: bool = False,
    ) -> Block:
        """Fields of whole lines of text: the range of each, and whether it is a text with links; and the lines
        that cannot be read, with the reasons. The fields may be relative references if `may_be_relative` is
        true.
        """
    @staticmethod
    def json_lines(text: bytes, path: list[bytes], /) -> Block:
        """Whole lines of JSON, and the path of the wanted member."""
    @staticmethod
    def statements(text: bytes, syntax: str, position: str | None = None, /) -> Block:
        """Whole lines of N-Triples or N-Quads, by the syntax's name, and the wanted position."""
    @staticmethod
    def column(
        column: object, places: bytes | None = None, row_count: int | None = None, /
    ) -> Block:
        """A column that has the Arrow `PyCapsule` interface. If its values are in lists, the numbers of their rows
        (64-bit little-endian), and the number of rows.
        """
    @staticmethod
    def values(
        values: list[tuple[bytes, str | None]], /, *, may_be_relative: bool = False
    ) -> Block:
        """Values that have been read, numbered from 1, each with the reason if it is invalid. They may be relative
        references if `may_be_relative` is true.
        """
    def count(self, tally: Tally, /) -> _Found:
        """Judges the values and counts them."""
    @property
    def may_be_relative(self) -> bool:
        """Returns true if the values may be relative references, whatever production the others must match."""
    @property
    def unreadable(self) -> list[_Unreadable]:
        """The parts that cannot be read."""
    @property
    def size(self) -> int:
        """The number of bytes of the values, duplicates included."""
    @property
    def longest(self) -> int:
        """The number of bytes of the longest value of a column."""
    def faults(self, production: str, /) -> Faults:
        """Lists the faults of a block: values that do not match a production, named as in the RFC, and text that
        cannot be read.
        """
    def unlike(self, answers: object, text: bytes, /) -> Faults:
        """The values whose answers differ from them or are missing, by a column with an answer for each, and the
        parts that cannot be read. `text` begins with the bytes that have been read.
        """
    def buffers(self, is_located: bool = False, /) -> Buffers:
        """The values and their positions, as buffers. The block can report their positions afterwards."""

@final
class Buffers:
    """The values of a block and their positions, as buffers of Arrow arrays. Numbers are 64-bit little-endian."""
    @property
    def place_count(self) -> int:
        """The number of lines, rows or statements."""
    @property
    def line_count(self) -> int:
        """The number of lines."""
    @property
    def text(self) -> bytes:
        """The concatenated values."""
    @property
    def offsets(self) -> bytes:
        """The beginning of each value in the text, and the end of the last one."""
    @property
    def places(self) -> bytes:
        """The number of the line, row or statement of each value."""
    @property
    def positions(self) -> bytes:
        """The number of each value's position in its statement, as 8 bits; empty if there are no statements."""
    @property
    def lines(self) -> bytes:
        """The line on which the statement of each value ends, 0 if unknown; empty if none is known."""
    @property
    def columns(self) -> bytes:
        """The column of each value in its line, in code points from 1; empty if unknown."""
    @property
    def unreadable(self) -> list[_Unreadable]:
        """The parts that cannot be read: the line, row or statement; the line and the column of the mistake, if they
        are known; why; and the bytes in the document, if they are known.
        """
    @property
    def prefixes(self) -> list[tuple[str, str]]:
        """The prefixes that a document of RDF has declared so far, and their namespaces."""

@final
class Faults:
    """The values of a block that are invalid, or that an operation changes."""
    @property
    def values(self) -> int:
        """The number of values read, including those that cannot be read."""
    @property
    def places(self) -> int:
        """The number of lines, rows or statements that have been read."""
    @property
    def lines(self) -> int:
        """The number of lines that have been read."""
    @property
    def bytes(self) -> int:
        """The number of bytes that have been read. Those of a record that has not ended belong to the next block."""
    @property
    def bad(self) -> list[BadValue]:
        """The values that do not match the production, or have no answer to replace them."""
    @property
    def not_meant(self) -> int:
        """The number of values that match the production but are certainly mistakes."""
    @property
    def unreadable(self) -> list[_Unreadable]:
        """The parts that cannot be read: the line, row or statement; the line and the column of the mistake, if
        known; the reason; and the bytes in the document, if known.
        """
    @property
    def long_records(self) -> list[tuple[int, int]]:
        """The first and the last line of each record that has several lines, if positions are wanted."""
    @property
    def header(self) -> int | None:
        """The line on which the names of the columns begin, if they have been read."""
    @property
    def replaced(self) -> ReplacedValues:
        """The values whose answers differ from them."""

@final
class ReplacedValues:
    """Values whose answers differ from them, and the bytes that stand for the answers."""
    def copied(self, text: bytes, start: int, stop: int, /) -> tuple[bytes, int]:
        """A copy of a part of the text with the answers, and the number of answers."""
    def within(self, start: int, stop: int, /) -> list[tuple[BadValue, str]]:
        """The values in a part of the text, each with its answer."""

@final
class BadValue:
    """A value that does not match a production, or whose answer differs from it."""
    @property
    def place(self) -> int:
        """The line, row or statement."""
    @property
    def line(self) -> int | None:
        """The line on which a statement ends, if it is known."""
    @property
    def position(self) -> str | None:
        """Its position in the statement, if it is in one."""
    @property
    def text(self) -> bytes:
        """Its bytes."""
    @property
    def span(self) -> tuple[int, int] | None:
        """Its position in the bytes of the block, if known."""
    @property
    def writing(self) -> str | None:
        """The notation of its characters there."""

@final
class Delimited:
    """Reads one column of a table of delimited text. Its records may cross the ends of blocks."""
    def __new__(
        cls,
        delimiter: int,
        column: int,
        width: int,
        preamble: int,
        has_header: bool,
        is_located: bool,
        /,
    ) -> Self: ...
    def read(self, text: bytes, is_last: bool, /) -> list[Block]:
        """Reads a block of whole lines, which may be the last one."""

@final
class Statements:
    """Reads the statements of an RDF document, which may cross the ends of blocks."""
    def __new__(
        cls, syntax: str, position: str | None = None, base: str | None = None, /
    ) -> Self: ...
    def read(self, text: bytes, is_last: bool, /) -> list[Block]:
        """Reads a block of whole lines, which may be the last one."""

@final
class IriRefs:
    """Finds the IRIs in brackets in a document of Turtle or a related syntax that a parser has accepted."""
    def __new__(cls) -> Self: ...
    def read(self, text: bytes, /) -> Block:
        """Reads a block of whole lines."""
    @property
    def base(self) -> int | None:
        """The position of the IRI of the first base, in bytes from the beginning, if it has been read."""

@final
class RdfDocument:
    """Reads the statements of RDF/XML and JSON-LD."""
    def __new__(
        cls, stream: object, syntax: str, position: str | None = None, base: str | None = None, /
    ) -> Self: ...
    def read(self) -> Block | None:
        """Reads some statements; none at the end."""

def rewritten(
    raw: bytes, writing: str, value: str, changes: list[tuple[int, int, str]], /
) -> bytes | None:
    """Changes a value in the bytes that stand for it, in their notation. The changes, in order: for each the index
    of its first character, the index after its last, and the replacement. None if the bytes do not stand for
    the value.
    """

def scripts(text: str, /) -> list[str]:
    """The scripts of the characters of a text that are not ASCII, by their long names (UAX #24)."""

def line_ends(text: bytes, /) -> int:
    """The number of lines that end in a text: its line feeds."""

def delimited_head(
    text: bytes, delimiter: int | None, is_all: bool, limit: int, /
) -> tuple[
    int,
    int,
    tuple[int, list[bytes]] | None,
    list[tuple[int, list[bytes] | None, str | None]],
]:
    """Reads the beginning of a table, at most this number of records. The delimiter may be known. If `is_all`,
    nothing follows the text.

    Raises `ValueError` if the text names a delimiter that no table has.
    """

def json_members(line: bytes, most: int, /) -> list[tuple[list[bytes], list[bytes]]] | None:
    """The members of a line of JSON, to choose one from: the path of each, and at most `most` of its values that
    are strings. None if the line cannot be read, or is blank.
    """
