"""The operations of IRI on columns: Arrow data in, Arrow data out.

A column is any object with the Arrow PyCapsule interface (`__arrow_c_array__` or
`__arrow_c_stream__`): of pyarrow, Polars, pandas, DuckDB, nanoarrow, arro3 and others. Its type is
string, large_string, string_view, binary (UTF-8), a dictionary of these, or null. It is read in
place. The answer is of the caller's own library (pyarrow, Polars, pandas; else an `Array`), as
long as the column, in the same layout.

A function does to each row what the method or property of its name does to an `IRI`. A null stays
null. An invalid row is null as well (`is_valid` is False, `errors` says why), and so is an absent
component; an empty one is "". `as_` is the class that rows must be valid for, its name, or the name
in the RFC: `URI`, `"URIReference"`, `"URI-reference"`.

With `repair=True`, an invalid row is repaired first. It stays null if a repair would be a guess.
`errors` shows the repaired text of each row.

`threads` is the largest number of cores: by default all; 1 uses only the caller's thread. Columns
with few rows never use other threads. Other Python threads run in the meantime.

The examples below belong to a program that begins like this:

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://example.org/a?q", "http://example.org/a b", None])
>>> columns.is_valid(column).to_pylist()
[True, False, None]
>>> columns.host(column).to_pylist()
['example.org', None, None]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ._core import IRI, Array, ChunkedArray, IRIReference, URIReference
from ._core import column as ask
from ._engines import words as _words

if TYPE_CHECKING:
    from types import EllipsisType

    import pandas as pd
    from typing_extensions import Never

    from ._policy import Policy

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Never:
        from ._did_you_mean import said_of_a_column

        said = said_of_a_column(name, __all__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{said}")


# names: made by scripts/generate.py
__all__ = [
    "COMPONENTS",
    "Array",
    "ArrowArray",
    "ArrowStream",
    "ChunkedArray",
    "allows",
    "authority",
    "canonical",
    "check",
    "comparison_key",
    "components",
    "compress",
    "domain_labels",
    "errors",
    "expand",
    "expand_template",
    "expand_template_errors",
    "file_key",
    "first_link",
    "fragment",
    "from_file_path",
    "has_finding",
    "host",
    "host_ip",
    "host_is_within",
    "host_key",
    "host_kind",
    "host_matches",
    "is_valid",
    "links",
    "links_count",
    "location",
    "masked",
    "match_template",
    "name",
    "normalize",
    "origin",
    "pairs",
    "parents",
    "partition_value",
    "password",
    "path",
    "path_and_after",
    "port",
    "port_text",
    "public_suffix",
    "purl",
    "purl_canonical",
    "query",
    "query_value",
    "query_values",
    "quote",
    "refusals",
    "registrable_domain",
    "relative_to",
    "repair",
    "request_target",
    "resolve",
    "scheme",
    "segment",
    "segments",
    "sorted_query",
    "stem",
    "subdomain",
    "suffix",
    "surt",
    "surt_host",
    "to_file_path",
    "to_iri",
    "to_uri",
    "unquote",
    "update_query",
    "user",
    "userinfo",
    "with_host",
    "with_parts",
    "without_fragment",
    "without_query",
]
# end of names

Component: TypeAlias = _words.Component
Level: TypeAlias = _words.Level
Form: TypeAlias = _words.Form
Syntax: TypeAlias = _words.Syntax
Order: TypeAlias = _words.Order
Extra: TypeAlias = _words.Extra
Safe: TypeAlias = _words.Safe
Masked: TypeAlias = _words.Masked
Production: TypeAlias = _words.Production
KindName: TypeAlias = _words.KindName

Kind: TypeAlias = "type[IRIReference] | KindName"
"""The type for which rows must be valid: a class, its name, or the RFC's name of the production."""

# components: made by scripts/generate.py
COMPONENTS: tuple[Component, ...] = (
    "scheme",
    "authority",
    "userinfo",
    "host",
    "port",
    "port_text",
    "path",
    "query",
    "fragment",
)
"""The names of the components, in the order of `components`."""
# end of components


class ArrowArray(Protocol):
    """An object that exports one array through the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: Any = None, /) -> tuple[object, object]:  # noqa: ANN401
        """Return the capsules of a schema and of an array."""
        ...


class ArrowStream(Protocol):
    """An object that exports a chunked column through the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None, /) -> object:  # noqa: ANN401
        """Return the capsule of a stream."""
        ...


Column: TypeAlias = ArrowArray | ArrowStream
"""The input: a column of any library."""

Answer: TypeAlias = Any
"""The output: a column of the same library."""


# functions: made by scripts/generate.py


def is_valid(column: Column, /, *, as_: Kind = IRI, threads: int | None = None) -> Answer:
    """True for each valid row.

    Like `as_.is_valid`.

    >>> columns.is_valid(pa.array(["http://例え.jp/", "a b"])).to_pylist()
    [True, False]
    >>> columns.is_valid(pa.array(["http://例え.jp/", "a b"]), as_=URI).to_pylist()
    [False, False]
    """
    return own(column, ask("is_valid", column, as_, threads))


def errors(column: Column, /, *, as_: Kind = IRI, threads: int | None = None) -> Answer:
    """Where and why each row is invalid; null for valid rows.

    The contents of a `ParseError`.

    A struct of `position`, `start`, `stop` (int64: the position and the span, in code points, or in
    bytes of a binary column), `production`, `rule`, `reason`, `message`, `hint` and `repaired` (text).
    Some faults have no hint. `repaired` is the text that the other functions read with `repair=True`;
    it is null if a repair would be a guess. Messages name the characters that are most often wrong, and
    show the others by number.

    >>> error = columns.errors(pa.array(["http://example.com/a b"]))[0].as_py()
    >>> error["position"], error["rule"], error["reason"], error["hint"]
    (20, 'isegment', 'invalid-character', 'percent-encode it as %20')
    >>> error["repaired"]
    'http://example.com/a%20b'
    >>> error["message"]
    'not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)'
    """
    return own(column, ask("errors", column, as_, threads))


def check(
    column: Column,
    /,
    profile: str = "default",
    severities: Mapping[str, str] | None = None,
    *,
    protected: Iterable[str] = (),
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    r"""The codes of the findings in each row: a list of text.

    Like `row.check(profile, severities, protected=protected)`; empty if there are no findings.
    `severities` maps codes to severities: 'ignore' leaves a rule out, and another severity adds a rule
    that the profile lacks. `protected` lists protected names, which other hosts must not resemble.
    Raises ValueError for an unknown profile, code or severity, and for a text that is not a name; the
    message shows the first one.

    >>> columns.check(pa.array(["http://a/\u202egnp.exe", "http://a/", "a b"])).to_pylist()
    [['bidi-formatting'], [], None]
    >>> columns.check(pa.array(["http://paypa1.com/"]), protected=["paypal.com"]).to_pylist()
    [['host-font-confusable-with']]
    """
    return own(column, ask("check", column, as_, threads, profile, severities, protected, repair))


def has_finding(
    column: Column,
    /,
    code: str,
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """True for each row in which the rule of that code finds something.

    Like `row.check(…)`, with any profile. Use it in filters. Raises ValueError for an unknown code,
    and for the rules of `row.check(protected=…)`, because they need names to compare with.

    >>> column = pa.array(["http://0x7f.1/", "http://a/", "a b"])
    >>> columns.has_finding(column, "ipv4-lookalike").to_pylist()
    [True, False, None]
    """
    return own(column, ask("has_finding", column, as_, threads, code, repair))


def allows(
    column: Column, /, policy: Policy, *, as_: Kind = IRIReference, threads: int | None = None
) -> Answer:
    """True for each row that a policy allows.

    Like `policy.allows(row)`: false for an invalid row. Rows must match the policy's own production;
    `as_` can only narrow it. In SQL, `policy` is a registered name, `web`, `public-webhook`,
    `redirect-uri` or `client-id`, or JSON of `policy.to_dict()`.

    >>> column = pa.array(["https://example.org/", "javascript:alert(1)", "a b", None])
    >>> columns.allows(column, Policy.WEB).to_pylist()
    [True, False, False, None]
    """
    return own(column, ask("allows", column, as_, threads, policy))


def refusals(
    column: Column, /, policy: Policy, *, as_: Kind = IRIReference, threads: int | None = None
) -> Answer:
    """The codes of the reasons why a policy refuses each row: a list of text.

    Like `policy.refusals(row)`; empty for an allowed row. For an invalid row it is the reason of its
    `ParseError`. `policy` and `as_` are as for `allows`.

    >>> column = pa.array(["https://example.org/", "javascript:alert(1)", "a b", None])
    >>> columns.refusals(column, Policy.WEB).to_pylist()
    [[], ['scheme-not-allowed', 'no-host'], ['missing-scheme'], None]
    """
    return own(column, ask("refusals", column, as_, threads, policy))


def components(
    column: Column,
    /,
    fields: Iterable[Component] | None = None,
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Several components of each row in one pass: a struct.

    `fields` are names from `COMPONENTS`. By default it has all of them; fewer are faster. `port` is
    uint16; the others are text.

    >>> column = pa.array(["https://example.org:8042/over/there?name=ferret"])
    >>> columns.components(column, ["host", "port", "fragment"]).to_pylist()
    [{'host': 'example.org', 'port': 8042, 'fragment': None}]
    """
    return own(column, ask("components", column, as_, threads, fields, repair))


def scheme(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The scheme of each row, as written.

    RFC 3986 §3.1.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.scheme(column).to_pylist()
    ['https', 'urn']
    """
    return own(column, ask("scheme", column, as_, threads, repair))


def authority(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The authority of each row, without its `//`.

    RFC 3986 §3.2.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.authority(column).to_pylist()
    ['me@example.org:8042', None]
    """
    return own(column, ask("authority", column, as_, threads, repair))


def userinfo(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The userinfo of each row, without its `@`.

    RFC 3986 §3.2.1.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.userinfo(column).to_pylist()
    ['me', None]
    """
    return own(column, ask("userinfo", column, as_, threads, repair))


def host(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The host of each row, as written and with the brackets of an IP-literal.

    RFC 3986 §3.2.2.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.host(column).to_pylist()
    ['example.org', None]
    """
    return own(column, ask("host", column, as_, threads, repair))


def port(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The port of each row as a number; null if it is absent, empty or above 65535.

    RFC 3986 §3.2.3.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.port(column).to_pylist()
    [8042, None]
    """
    return own(column, ask("port", column, as_, threads, repair))


def port_text(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The digits of the port of each row as written; an empty port gives ''.

    RFC 3986 §3.2.3.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.port_text(column).to_pylist()
    ['8042', None]
    """
    return own(column, ask("port_text", column, as_, threads, repair))


def path(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The path of each row, which may be empty.

    RFC 3986 §3.3.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.path(column).to_pylist()
    ['/over/there', '']
    """
    return own(column, ask("path", column, as_, threads, repair))


def query(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The query of each row, without its `?`.

    RFC 3986 §3.4.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.query(column).to_pylist()
    ['name=ferret', None]
    """
    return own(column, ask("query", column, as_, threads, repair))


def fragment(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The fragment of each row, without its `#`.

    RFC 3986 §3.5.

    >>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
    >>> columns.fragment(column).to_pylist()
    ['nose', None]
    """
    return own(column, ask("fragment", column, as_, threads, repair))


def origin(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The origin of each row; equal texts are the same origin.

    Like `row.origin` (RFC 6454 §4): scheme, host and port in normal form, without a default port. Null
    if there is no host.

    >>> columns.origin(pa.array(["HTTPS://Example.org:443/a", "http://h:8080", "urn:x"])).to_pylist()
    ['https://example.org', 'http://h:8080', None]
    """
    return own(column, ask("origin", column, as_, threads, repair))


def host_key(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The host of each row as name look-up reads it, for joins and groups.

    Like `row.host_key`: equal for two rows exactly if `host_matches` is true. Null without a host, and
    if the authority is not a name of the DNS, as in `s3:`.

    >>> column = pa.array(["http://BÜCHER.example./a", "http://0x7f.1/", "urn:x"])
    >>> columns.host_key(column).to_pylist()
    ['xn--bcher-kva.example', '127.0.0.1', None]
    """
    return own(column, ask("host_key", column, as_, threads, repair))


def host_kind(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The kind of the host of each row, by the grammar.

    Like `row.host_kind`: `reg-name`, `IPv4address`, `IPv6address` or `IPvFuture`; null without a host.

    >>> columns.host_kind(pa.array(["http://a/", "http://[::1]/", "urn:x"])).to_pylist()
    ['reg-name', 'IPv6address', None]
    """
    return own(column, ask("host_kind", column, as_, threads, repair))


def host_ip(
    column: Column,
    /,
    *,
    lookup: bool = False,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The address of the host of each row, in normal form.

    Like `row.host_ip(lookup=lookup)`, as text: an IPv6 address as in RFC 5952. Null for other hosts.

    >>> column = pa.array(["http://[::0:1]/", "http://0x7f.1/", "http://a/"])
    >>> columns.host_ip(column).to_pylist()
    ['::1', None, None]
    >>> columns.host_ip(column, lookup=True).to_pylist()
    ['::1', '127.0.0.1', None]
    """
    return own(column, ask("host_ip", column, as_, threads, lookup, repair))


def host_matches(
    column: Column,
    /,
    name: str,
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """True for each row whose host is the same for name look-up.

    Like `row.host_matches(name)`; false without a host.

    >>> column = pa.array(["http://EXAMPLE.org./", "http://example.com/", "urn:x", "a b"])
    >>> columns.host_matches(column, "example.org").to_pylist()
    [True, False, False, None]
    """
    return own(column, ask("host_matches", column, as_, threads, name, repair))


def host_is_within(
    column: Column,
    /,
    *names: str,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """True for each row whose host is one of these or a name below one.

    Like `row.host_is_within(*names)`; false without a host. Many names take no longer than one.

    >>> column = pa.array(["http://www.example.org/", "http://notexample.org/", "urn:x", "a b"])
    >>> columns.host_is_within(column, "example.org", "example.com").to_pylist()
    [True, False, False, None]
    """
    return own(column, ask("host_is_within", column, as_, threads, names, repair))


def user(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The user in the userinfo of each row, decoded.

    Like `row.user`; null without a userinfo, and if its octets are not UTF-8.

    >>> columns.user(pa.array(["ftp://anna:x@h/", "ftp://h/"])).to_pylist()
    ['anna', None]
    """
    return own(column, ask("user", column, as_, threads, repair))


def password(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The password in the userinfo of each row, decoded.

    Like `row.password`; null without one, and if its octets are not UTF-8.

    >>> columns.password(pa.array(["ftp://anna:s%3Ac@h/", "ftp://anna@h/"])).to_pylist()
    ['s:c', None]
    """
    return own(column, ask("password", column, as_, threads, repair))


def masked(
    column: Column, /, what: Masked = "secrets", *, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """Each row with `***` for each secret in it, for logs and for publication.

    Like `iriform.security.masked(row, what)`: passwords, tokens before a host, the values of pairs in
    query and fragment whose names mark a secret, and the paths of webhooks; with `what="password"`,
    only passwords and tokens before a host. Rows are any text, so `as_` has no meaning, and a row that
    is not a reference is masked as well.

    >>> column = pa.array(["ftp://anna:secret@h/?sig=x&page=2", "GET http://u:pw@h/ 200"])
    >>> columns.masked(column).to_pylist()
    ['ftp://anna:***@h/?sig=***&page=2', 'GET http://u:***@h/ 200']
    >>> columns.masked(column, what="password").to_pylist()
    ['ftp://anna:***@h/?sig=x&page=2', 'GET http://u:***@h/ 200']
    """
    return own(column, ask("masked", column, as_, threads, what))


def registrable_domain(
    column: Column,
    /,
    *,
    private: bool = True,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The registrable domain of the host of each row, by the public suffix list.

    Like `row.registrable_domain(private=private)`: the public suffix and the label before it, in ASCII;
    null for an address and for a public suffix.

    >>> column = pa.array(["http://www.example.co.uk/a", "http://anna.github.io/", "http://127.0.0.1/"])
    >>> columns.registrable_domain(column).to_pylist()
    ['example.co.uk', 'anna.github.io', None]
    >>> columns.registrable_domain(column, private=False).to_pylist()
    ['example.co.uk', 'github.io', None]
    """
    return own(column, ask("registrable_domain", column, as_, threads, private, repair))


def public_suffix(
    column: Column,
    /,
    *,
    private: bool = True,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The public suffix of the host of each row, under which anybody may register names.

    Like `row.public_suffix(private=private)`, in ASCII; null for an address.

    >>> column = pa.array(["http://www.example.co.uk/a", "http://anna.github.io/", "http://127.0.0.1/"])
    >>> columns.public_suffix(column).to_pylist()
    ['co.uk', 'github.io', None]
    """
    return own(column, ask("public_suffix", column, as_, threads, private, repair))


def subdomain(
    column: Column,
    /,
    *,
    private: bool = True,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The labels before the registrable domain in the host of each row.

    Like `row.subdomain(private=private)`, in ASCII; null if there are none, and if there is no
    registrable domain.

    >>> column = pa.array(["http://a.b.example.co.uk/", "http://example.co.uk/", "http://127.0.0.1/"])
    >>> columns.subdomain(column).to_pylist()
    ['a.b', None, None]
    """
    return own(column, ask("subdomain", column, as_, threads, private, repair))


def domain_labels(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The labels of the domain name of each row: a list of text.

    Like `row.domain_labels`, in ASCII and lower case; null for an address.

    >>> columns.domain_labels(pa.array(["http://www.Example.co.uk/a", "http://127.0.0.1/"])).to_pylist()
    [['www', 'example', 'co', 'uk'], None]
    """
    return own(column, ask("domain_labels", column, as_, threads, repair))


def resolve(
    column: Column,
    /,
    base: str | Column,
    *,
    strict: bool = True,
    repair: bool = False,
    as_: Kind = IRIReference,
    threads: int | None = None,
) -> Answer:
    """The target of each row, as a reference in a document at `base`.

    Like `base.resolve(row)` (RFC 3986 §5.2).

    `base` is text or a column. Text must have a scheme, or ParseError is raised. A column must have one
    base for each row; a null or invalid base gives null.

    >>> columns.resolve(pa.array(["../g", "?y", "a b"]), "http://a/b/c/d;p?q").to_pylist()
    ['http://a/b/g', 'http://a/b/c/d;p?y', None]
    """
    return own(column, ask("resolve", column, as_, threads, base, strict, repair))


def relative_to(
    column: Column,
    /,
    base: str | Column,
    *,
    form: Form = "shortest",
    within: str | None = None,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The shortest reference from `base` to each row.

    Like `row.relative_to(base, form=form, within=within)`: `form` selects another reference than the
    shortest, and `within` is a folder that references do not leave.

    `base` is text or a column, as for `resolve`. Null if no reference of that form leads there.

    >>> column = pa.array(["http://a/b/x?q"])
    >>> columns.relative_to(column, "http://a/b/c/d").to_pylist()
    ['../x?q']
    >>> columns.relative_to(column, "http://a/b/c/d", form="absolute-path").to_pylist()
    ['/b/x?q']
    """
    return own(column, ask("relative_to", column, as_, threads, base, form, within, repair))


def normalize(
    column: Column,
    /,
    level: Level = "syntax",
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The normal form of each row.

    Like `row.normalize(level)` (RFC 3986 §6.2).

    >>> columns.normalize(pa.array(["HTTP://Example.COM:80/%7Ea/../b"]), "scheme").to_pylist()
    ['http://example.com/b']
    """
    return own(column, ask("normalize", column, as_, threads, level, repair))


def comparison_key(
    column: Column,
    /,
    level: Level = "syntax",
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The comparison key of each row: equal for two rows exactly if they are equivalent.

    Like `row.comparison_key(level)`.

    >>> columns.comparison_key(pa.array(["http://a/é", "HTTP://a/%c3%a9"])).unique().to_pylist()
    ['http://a/%C3%A9']
    """
    return own(column, ask("comparison_key", column, as_, threads, level, repair))


def canonical(
    column: Column,
    /,
    *steps: str,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The canonical link: one text for all links to a page, by the normal form and further steps.

    Like `row.canonical(*steps)`: `dedupe` or `crawl`, steps of `iriform.canonical.STEPS`, and steps with
    `-` before them, which are removed. Raises ValueError for another name.

    >>> column = pa.array(["http://www.Example.org/index.html?utm_source=x&b=2&a=1#top"])
    >>> columns.canonical(column).to_pylist()
    ['https://example.org/?a=1&b=2']
    >>> columns.canonical(column, "crawl").to_pylist()
    ['http://www.example.org/index.html?b=2&a=1']
    >>> columns.canonical(column, "dedupe", "-www", "-scheme").to_pylist()
    ['http://www.example.org/?a=1&b=2']
    """
    return own(column, ask("canonical", column, as_, threads, steps, repair))


def surt(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The sort key that web archives and Common Crawl's index use for each row.

    Like `row.surt`.

    >>> column = pa.array(["http://www.Example.org:80/A/?b=2&a=1", "https://h.example:8080"])
    >>> columns.surt(column).to_pylist()
    ['org,example)/a?a=1&b=2', 'example,h:8080)/']
    """
    return own(column, ask("surt", column, as_, threads, repair))


def surt_host(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The host of each row in the form of the `surt`: its labels in reverse order.

    Like `row.surt_host`; null without a host.

    >>> columns.surt_host(pa.array(["http://www.a.Example.org:80/A", "urn:x"])).to_pylist()
    ['org,example,a', None]
    """
    return own(column, ask("surt_host", column, as_, threads, repair))


def to_uri(
    column: Column,
    /,
    *,
    idna: bool = False,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Each row as a URI.

    Like `row.to_uri(idna=idna)` (RFC 3987 §3.1).

    Null if `idna` is set and the host cannot become a domain name.

    >>> columns.to_uri(pa.array(["http://résumé.example.org/é"]), idna=True).to_pylist()
    ['http://xn--rsum-bpad.example.org/%C3%A9']
    """
    return own(column, ask("to_uri", column, as_, threads, idna, repair))


def to_iri(
    column: Column,
    /,
    *,
    idna: bool = False,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Each row as an IRI.

    Like `row.to_iri(idna=idna)` (RFC 3987 §3.2).

    >>> columns.to_iri(pa.array(["http://example.org/D%C3%BCrst%2F"])).to_pylist()
    ['http://example.org/Dürst%2F']
    """
    return own(column, ask("to_iri", column, as_, threads, idna, repair))


def repair(
    column: Column,
    /,
    *,
    default_scheme: str | None = None,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The repaired reference of each row; null if a repair would be a guess.

    Like `as_.repair(row, default_scheme=default_scheme).value`: with a scheme, text that begins with a
    host gets it.

    >>> columns.repair(pa.array([" http://example.org/a b", "http://a:b:c/"])).to_pylist()
    ['http://example.org/a%20b', None]
    >>> columns.repair(pa.array(["www.example.org/a", "h:8080"]), default_scheme="https").to_pylist()
    ['https://www.example.org/a', 'h:8080']
    """
    return own(column, ask("repair", column, as_, threads, default_scheme))


def query_value(
    column: Column,
    /,
    name: str,
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The first value of a name in the query of each row, decoded.

    Decoded as in `row.query.pairs()`.

    Null if there is no such value, or if its octets are not UTF-8. `name` is plain text.

    >>> columns.query_value(pa.array(["http://a/?q=J%C3%B6+Q&q=2", "http://a/"]), "q").to_pylist()
    ['Jö Q', None]
    """
    return own(column, ask("query_value", column, as_, threads, name, repair))


def query_values(
    column: Column,
    /,
    name: str,
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """All values of a name in the query of each row, decoded: a list of text.

    Decoded as in `row.query.get_all(name)`; empty if there is none. `name` is plain text.

    A value is null if its octets are not UTF-8.

    >>> columns.query_values(pa.array(["http://a/?tag=x&tag=y+z", "http://a/", "a b"]), "tag").to_pylist()
    [['x', 'y z'], [], None]
    """
    return own(column, ask("query_values", column, as_, threads, name, repair))


def pairs(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The names and values in the query of each row, decoded: a list of structs.

    Like `row.query.pairs()`; empty if there is no query. A struct has `name` and `value` (text).

    A name or a value is null if its octets are not UTF-8.

    >>> columns.pairs(pa.array(["http://a/?q=J%C3%B6+Q&x", "http://a/"])).to_pylist()
    [[{'name': 'q', 'value': 'Jö Q'}, {'name': 'x', 'value': ''}], []]
    """
    return own(column, ask("pairs", column, as_, threads, repair))


def segments(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The segments of the path of each row, as written: a list of text.

    Like `row.segments`.

    >>> columns.segments(pa.array(["http://h/a/b%20c", "http://h/a/", "http://h"])).to_pylist()
    [['a', 'b%20c'], ['a', ''], []]
    """
    return own(column, ask("segments", column, as_, threads, repair))


def segment(
    column: Column,
    /,
    place: int,
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The segment at an index of the path of each row, as written.

    Like `row.segment(place)`: 0 is the first, -1 the last; null if there is none.

    >>> column = pa.array(["http://h/a/b%20c", "http://h/"])
    >>> columns.segment(column, 0).to_pylist(), columns.segment(column, -1).to_pylist()
    (['a', None], ['b%20c', None])
    """
    return own(column, ask("segment", column, as_, threads, place, repair))


def name(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The last segment of the path of each row, as written.

    Like `row.name`; null if there is no segment or it is empty.

    >>> columns.name(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
    ['b.tar.gz', None]
    """
    return own(column, ask("name", column, as_, threads, repair))


def stem(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The name of each row without its suffix, as written.

    Like `row.stem`; null if there is no name.

    >>> columns.stem(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
    ['b.tar', None]
    """
    return own(column, ask("stem", column, as_, threads, repair))


def suffix(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The end of the name of each row from its last dot; '' if there is none.

    Like `row.suffix`.

    >>> columns.suffix(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
    ['.gz', '']
    """
    return own(column, ask("suffix", column, as_, threads, repair))


def parents(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The parent of each row, its parent and so on, the nearest first: a list of text.

    Like `row.parents`, without query and fragment. A row with more than 1000 slashes in its path gives
    null.

    >>> columns.parents(pa.array(["http://h/a/b?q", "http://h/"])).to_pylist()
    [['http://h/a', 'http://h/'], []]
    """
    return own(column, ask("parents", column, as_, threads, repair))


def request_target(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """Path and query of each row as HTTP sends them.

    Like `row.request_target` (RFC 9112 §3.2.1); null for a path that does not begin with a slash.

    >>> columns.request_target(pa.array(["http://h?q=é#f", "http://h/a", "urn:x"])).to_pylist()
    ['/?q=%C3%A9', '/a', None]
    """
    return own(column, ask("request_target", column, as_, threads, repair))


def path_and_after(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """Path, query and fragment of each row, as written.

    Like `row.path_and_after`.

    >>> columns.path_and_after(pa.array(["http://h/a?q#f", "http://h"])).to_pylist()
    ['/a?q#f', '']
    """
    return own(column, ask("path_and_after", column, as_, threads, repair))


def with_parts(
    column: Column,
    /,
    *,
    scheme: str | Column | EllipsisType | None = ...,
    authority: str | Column | EllipsisType | None = ...,
    userinfo: str | Column | EllipsisType | None = ...,
    host: str | Column | EllipsisType | None = ...,
    port: int | str | Column | EllipsisType | None = ...,
    path: str | Column | EllipsisType = ...,
    query: str | Column | EllipsisType | None = ...,
    fragment: str | Column | EllipsisType | None = ...,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Each row with these parts replaced.

    Like `row.with_parts(…)`. A part is encoded text, or a column of such texts; None or null removes
    the part. Omitted parts stay.

    Null if the parts do not go together, or if a part of a column is invalid, or its path null.

    >>> column = pa.array(["http://h:80/a?b", "http://i/"])
    >>> columns.with_parts(column, scheme="https", port=None, query=pa.array(["q", None])).to_pylist()
    ['https://h/a?q', 'https://i/']
    """
    return own(
        column,
        ask(
            "with_parts",
            column,
            as_,
            threads,
            scheme,
            authority,
            userinfo,
            host,
            port,
            path,
            query,
            fragment,
            repair,
        ),
    )


def with_host(
    column: Column,
    /,
    host: str | Column | None,
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Each row with this host.

    Like `row.with_host(host)`. The host is encoded text, or a column of such texts.

    Null if a row has a path that cannot follow a host, or if a host of a column is invalid. None or
    null removes the host with its two slashes, and gives null for a row with a userinfo or a port.

    >>> column = pa.array(["http://a@h:80/b", "http://i/", "urn:x"])
    >>> columns.with_host(column, "example.org").to_pylist()
    ['http://a@example.org:80/b', 'http://example.org/', None]
    >>> columns.with_host(column, pa.array(["é.example", "a b", "h"])).to_pylist()
    ['http://a@é.example:80/b', None, None]
    """
    return own(column, ask("with_host", column, as_, threads, host, repair))


def update_query(
    column: Column,
    /,
    pairs: Mapping[str, Any],
    *,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Each row with these pairs in place of all pairs that have the same names in its query.

    Like `row.update_query(pairs)`. `pairs` is a mapping or a list of pairs. A value is plain text or a
    number, a column of texts, None, or a list of these. None or null writes the name alone, and an
    empty list removes the pairs of the name.

    >>> column = pa.array(["http://h/?page=1&q=a%2Bb", "http://h/"])
    >>> columns.update_query(column, {"page": 2, "by": pa.array(["name", "é&"])}).to_pylist()
    ['http://h/?page=2&q=a%2Bb&by=name', 'http://h/?page=2&by=é%26']
    """
    return own(column, ask("update_query", column, as_, threads, pairs, repair))


def sorted_query(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """Each row with the pairs of its query sorted by name and value.

    Like `row.sorted_query()`. Empty pieces are removed, and percent-encoding is in normal form.

    >>> columns.sorted_query(pa.array(["http://h/?b=%7e&&a=2&a=1"])).to_pylist()
    ['http://h/?a=1&a=2&b=~']
    """
    return own(column, ask("sorted_query", column, as_, threads, repair))


def without_query(
    column: Column,
    /,
    *patterns: str,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Each row without its query, or without the pairs of these names.

    Like `row.without_query(*patterns)`. A fragment stays.

    In a pattern `*` stands for any characters and `?` for one. The other pairs are unchanged, and empty
    pieces are removed.

    >>> column = pa.array(["http://a/b?utm_source=x&id=1#d"])
    >>> columns.without_query(column).to_pylist()
    ['http://a/b#d']
    >>> columns.without_query(column, "utm_*", "fbclid").to_pylist()
    ['http://a/b?id=1#d']
    """
    return own(column, ask("without_query", column, as_, threads, patterns, repair))


def without_fragment(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """Each row without its fragment.

    Like `row.without_fragment()`.

    >>> columns.without_fragment(pa.array(["http://a/b?c#d"])).to_pylist()
    ['http://a/b?c']
    """
    return own(column, ask("without_fragment", column, as_, threads, repair))


def quote(
    column: Column, /, *, safe: Safe = "unreserved", as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """Plain text percent-encoded, for a component or by another standard's set.

    Like `iriform.quote(row, safe=safe)`. Rows are any text, so `as_` has no meaning.

    >>> columns.quote(pa.array(["50% (é/b)"])).to_pylist()
    ['50%25%20%28%C3%A9%2Fb%29']
    >>> columns.quote(pa.array(["50% (é/b)"]), safe="path").to_pylist()
    ['50%25%20(é/b)']
    """
    return own(column, ask("quote", column, as_, threads, safe))


def unquote(column: Column, /, *, as_: Kind = IRI, threads: int | None = None) -> Answer:
    """The decoded text of each row.

    Like `iriform.unquote(row)`; null if a `%` is not followed by two digits, and if the octets are not
    UTF-8. Rows are any text, so `as_` has no meaning.

    >>> columns.unquote(pa.array(["50%25%20a%2Fb", "50%"])).to_pylist()
    ['50% a/b', None]
    """
    return own(column, ask("unquote", column, as_, threads))


def links(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The links in each text, by UTS #58: a list with the range and the IRI of each.

    Like `iriform.links.find(row, schemes=schemes, …)`. The fields are `iri`, `kind`, `start` and `stop`:
    in code points or, in a binary column, in octets. `schemes` are others than http, https and mailto;
    "any" stands for IANA's registry. Rows are any text, so `as_` has no meaning.

    >>> columns.links(pa.array(["or é@c.example.", "no link"])).to_pylist()
    [[{'start': 3, 'stop': 14, 'iri': 'mailto:é@c.example', 'kind': 'email'}], []]
    >>> columns.links(pa.array(["doi:10.1/2 http://a"]), "doi", domains=False).to_pylist()[0][0]["iri"]
    'doi:10.1/2'
    """
    return own(column, ask("links", column, as_, threads, schemes, domains, emails, strict))


def first_link(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The IRI of the first link in each text.

    The `iri` of the first of `links`; null without one. Rows are any text, so `as_` has no meaning.

    >>> columns.first_link(pa.array(["see example.org/a, http://b", "no link"])).to_pylist()
    ['https://example.org/a', None]
    """
    return own(column, ask("first_link", column, as_, threads, schemes, domains, emails, strict))


def links_count(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The number of links in each text.

    The length of `links`. Rows are any text, so `as_` has no meaning.

    >>> columns.links_count(pa.array(["see example.org/a, http://b", "no link", None])).to_pylist()
    [2, 0, None]
    """
    return own(column, ask("links_count", column, as_, threads, schemes, domains, emails, strict))


def purl(column: Column, /, *, as_: Kind = IRI, threads: int | None = None) -> Answer:
    """The components of each row that is a package URL: a struct.

    Like `row.purl`: `type`, `namespace`, `name`, `version` and `subpath`, decoded and in the form of the
    type; null for any other row. `qualifiers` is their text, unchanged: `query_value(column, "arch")`
    returns the value of one.

    >>> purls = pa.array(["pkg:npm/%40angular/core@19.0.0", "pkg:npm/@angular/core"])
    >>> columns.purl(purls).field("name").to_pylist()
    ['core', None]
    >>> columns.purl(columns.purl_canonical(purls, repair=True)).field("namespace").to_pylist()
    ['@angular', '@angular']
    """
    return own(column, ask("purl", column, as_, threads))


def purl_canonical(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The canonical form of each row that is a package URL; null for any other row.

    Like `PURL.repair(row.purl).value`, and null where `row.purl` is None. With `repair`, a valid row that
    is almost a package URL has the canonical form of the result of `PURL.repair`.

    >>> purls = pa.array(["pkg:pypi/Django_Filter@1", "pkg:PyPI/django@5", "urn:x:y"])
    >>> columns.purl_canonical(purls).to_pylist()
    ['pkg:pypi/django-filter@1', None, None]
    >>> columns.purl_canonical(purls, repair=True).to_pylist()
    ['pkg:pypi/django-filter@1', 'pkg:pypi/django@5', None]
    """
    return own(column, ask("purl_canonical", column, as_, threads, repair))


def location(
    column: Column, /, *, reader: str | None = None, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The location of the file or object of each row, as a library reads it: a struct.

    Like `iriform.storage.Location.read(row, reader=reader)`: `scheme`, `container`, `account`, `key` and
    `version`; null if that raises, and for a key that is not UTF-8. Rows are any text, such as Spark's
    `input_file_name()`, whose reader is "uri"; `as_` has no meaning.

    >>> files = pa.array(["s3://b/a%20b", "file:///d/a%20b.csv", "s3://b/a b"])
    >>> columns.location(files, reader="uri").field("key").to_pylist()
    ['a b', '/d/a b.csv', None]
    >>> columns.location(files, reader="duckdb").field("key").to_pylist()
    [None, '/d/a%20b.csv', None]
    """
    return own(column, ask("location", column, as_, threads, reader))


def file_key(
    column: Column, /, *, repair: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """One text for all references to a file, for joins and groups.

    Like `row.file_key()`; null for a scheme other than `file`.

    >>> column = pa.array(["file:///c%3A/a", "file://localhost/C:/a", "http://h/"])
    >>> columns.file_key(column).to_pylist()
    ['file:///C:/a', 'file:///C:/a', None]
    """
    return own(column, ask("file_key", column, as_, threads, repair))


def to_file_path(
    column: Column,
    /,
    *,
    windows: bool = False,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    r"""The path that a `file:` reference names, as text.

    Like `row.to_file_path(windows=windows)`, but it keeps `//` and a slash at the end; null if that
    raises, and for a path that is not UTF-8.

    >>> column = pa.array(["file:///d/a%20b", "file://host/share/a", "file:///c:/a"])
    >>> columns.to_file_path(column).to_pylist()
    ['/d/a b', None, '/c:/a']
    >>> columns.to_file_path(column, windows=True).to_pylist()
    [None, '\\\\host\\share\\a', 'c:\\a']
    """
    return own(column, ask("to_file_path", column, as_, threads, windows, repair))


def from_file_path(
    column: Column, /, *, windows: bool = False, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The `file:` URI of an absolute path.

    Like `URI.from_file_path(row, windows=windows)`; null if that raises. Rows are any text, so `as_` has
    no meaning.

    >>> columns.from_file_path(pa.array(["/d/50% é", "a"])).to_pylist()
    ['file:///d/50%25%20%C3%A9', None]
    """
    return own(column, ask("from_file_path", column, as_, threads, windows))


def partition_value(
    column: Column, /, name: str, style: str, *, as_: Kind = IRI, threads: int | None = None
) -> Answer:
    """The value of a partition in the path of each row, `name=value`, as engines write it.

    Like `iriform.storage.partitions.read(row, style=style)[name]`; null without that partition, if it
    is null, and if `read` raises. Rows are any text, so `as_` has no meaning.

    >>> files = pa.array(["s3://b/t/site=a%2Fb/part-0.parquet", "t/site=__HIVE_DEFAULT_PARTITION__/x"])
    >>> columns.partition_value(files, "site", style="spark").to_pylist()
    ['a/b', None]
    """
    return own(column, ask("partition_value", column, as_, threads, name, style))


def compress(
    column: Column,
    /,
    prefixes: Mapping[str, str],
    *,
    syntax: Syntax = "plain",
    escapes: bool = True,
    repair: bool = False,
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """Each row in compact form, by the longest namespace that it begins with.

    Like `prefixes.compress(row, syntax=syntax, escapes=escapes)`; null if no namespace fits.

    `prefixes` is a `PrefixMap`, or a mapping of names to IRIs.

    >>> prefixes = PrefixMap({"dbr": "http://dbpedia.org/resource/"})
    >>> columns.compress(pa.array(["http://dbpedia.org/resource/Paris", "urn:x"]), prefixes).to_pylist()
    ['dbr:Paris', None]
    """
    return own(column, ask("compress", column, as_, threads, prefixes, syntax, escapes, repair))


def expand(
    column: Column,
    /,
    prefixes: Mapping[str, str],
    *,
    syntax: Syntax = "plain",
    as_: Kind = IRI,
    threads: int | None = None,
) -> Answer:
    """The IRI that each compact row stands for.

    Like `prefixes.expand(row, syntax=syntax)`; null for an unknown prefix, for text that is not compact,
    and for a result that is not valid. `as_` is the type of the results.

    This is the inverse of `compress`, with the same `prefixes`.

    >>> prefixes = {"dbr": "http://dbpedia.org/resource/"}
    >>> columns.expand(pa.array(["dbr:Paris", "dbo:City", "dbr:a b"]), prefixes).to_pylist()
    ['http://dbpedia.org/resource/Paris', None, None]
    """
    return own(column, ask("expand", column, as_, threads, prefixes, syntax))


def match_template(
    column: Column,
    /,
    template: str,
    *,
    allow_encoded_separators: bool = False,
    query: Order = "exact",
    extra: Extra = "allow",
    plus: bool = False,
    request: bool = False,
    repair: bool = False,
    as_: Kind = IRIReference,
    threads: int | None = None,
) -> Answer:
    """The variables of a URI template in each row that matches it: a struct.

    The values are those of `template.match(row)`; null for a row that does not match. The struct has a
    field for each variable, null if it is undefined. A field is text; with `*` it is a list of text, or
    a list of structs of `name` and `value` after `;`, `?` and `&`.

    A list for a text field, such as `a,b` for `{x}`, is the text with its commas. `template` is a
    `URITemplate` or its text, with at least one variable; raises ParseError if it is not valid.

    With `query="any-order"`, rows are requests, as in `URITemplate.match`: the pairs of the query may
    be in any order. Pairs that the template does not have are ignored; with `extra="refuse"`, such a
    row does not match. With `request=True`, the path is also that of a request.

    >>> column = pa.array(["http://a/users/anna/files/x/y?page=2", "http://a/users/"])
    >>> columns.match_template(column, "http://a/users/{user}/files{/path*}{?page}").to_pylist()
    [{'user': 'anna', 'path': ['x', 'y'], 'page': '2'}, None]
    """
    return own(
        column,
        ask(
            "match_template",
            column,
            as_,
            threads,
            template,
            allow_encoded_separators,
            query,
            extra,
            plus,
            request,
            repair,
        ),
    )


def expand_template(
    column: Column,
    /,
    template: str,
    *,
    dot_segments: bool = False,
    as_: Kind = URIReference,
    threads: int | None = None,
) -> Answer:
    """The expansion of a URI template by each row of a struct column or a table.

    Like `template.expand(row)`; null if the result is invalid, and if values make a dot segment or a
    host, which `dot_segments=True` allows. `expand_template_errors` says why. The column has a field
    for each variable. A null or a missing field is undefined (RFC 6570 §2.3). Fields are
    text, integers, floats, bools, or lists, maps or lists of pairs of these.

    `as_` is the type of the results; with `IRI` or `IRIReference`, the template is expanded like
    `expand_iri`. This is the inverse of `match_template`, with the same `template`. Raises ValueError
    for a prefix of lists or pairs (`{x:3}`).

    >>> values = pa.table({"user": ["anna", "jörg m"], "page": [2, None]})
    >>> columns.expand_template(values, "http://a/users/{user}{?page}").to_pylist()
    ['http://a/users/anna?page=2', 'http://a/users/j%C3%B6rg%20m']
    """
    return own(column, ask("expand_template", column, as_, threads, template, dot_segments))


def expand_template_errors(
    column: Column,
    /,
    template: str,
    *,
    dot_segments: bool = False,
    as_: Kind = URIReference,
    threads: int | None = None,
) -> Answer:
    """Why `expand_template` returns null for a row: a struct of `variable`, `rule`, `message`.

    Null for a row that has an expansion, or is null. `variable` has the names of the variables at
    fault, separated by commas; null if the whole result is invalid. `rule` is the clause of the RFC, or
    the production's name.

    >>> values = pa.table({"user": ["anna", ".."]})
    >>> good, bad = columns.expand_template_errors(values, "http://a/users/{user}").to_pylist()
    >>> good, bad["variable"], bad["rule"]
    (None, 'user', 'RFC 3986 §5.2.4')
    """
    return own(column, ask("expand_template_errors", column, as_, threads, template, dot_segments))


# end of functions


def own(column: Any, answer: Array | ChunkedArray) -> Answer:  # noqa: ANN401
    """Convert the answer to an object of the column's library."""
    # The library of a user's class is that of a base class.
    libraries = {each.__module__.partition(".")[0] for each in type(column).__mro__}
    if "pyarrow" in libraries:
        import pyarrow as pa

        return pa.array(answer) if isinstance(answer, Array) else pa.chunked_array(answer)
    if "polars" in libraries:
        import polars as pl

        return pl.Series(answer).rename(getattr(column, "name", ""))
    if "pandas" in libraries:
        return _pandas(column, answer)
    return answer


def _pandas(column: pd.Series | pd.DataFrame, answer: Array | ChunkedArray) -> pd.Series:
    """Convert the answer to a Series with the column's index and name.

    Text of a StringDtype keeps its type; everything else has an ArrowDtype, which has nulls for all
    types.
    """
    import pandas as pd
    import pyarrow as pa

    chunks = pa.chunked_array(answer)
    if pa.types.is_dictionary(chunks.type):
        # A category must be unique, but two texts may have the same answer.
        chunks = chunks.cast(chunks.type.value_type)
    is_text = pa.types.is_string(chunks.type) or pa.types.is_large_string(chunks.type)
    dtype: Any = getattr(column, "dtype", None)
    if not (is_text and isinstance(dtype, pd.StringDtype)):
        dtype = pd.ArrowDtype(chunks.type)
    values = dtype.__from_arrow__(chunks)
    name = getattr(column, "name", None)
    series = pd.Series(values, index=column.index, name=name, copy=False)
    is_own = isinstance(column, pd.Series) and type(column) is not pd.Series
    # pandas documents it for classes that derive from Series.
    own: Any = column._constructor(series) if is_own else series  # noqa: SLF001
    return own
