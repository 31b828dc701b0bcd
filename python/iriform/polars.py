"""The functions of `iriform.columns` as expressions of Polars: `pl.col("url").iri.host()`.

Importing this module registers the namespace `iri` for expressions and for Series. The functions
here make the same expressions from a column's name or an expression, for code with checked types:
`host("url")`. They have the arguments and answers of the functions of that name in
`iriform.columns`; a `base`, a part and a value of `update_query` may also be expressions.
Expressions convert categories to text.

An expression runs in Polars' own threads, without Python, in the lazy and in the streaming engine.
The methods of a Series have `threads=`, like those of `iriform.columns`.

>>> import polars as pl
>>> import iriform.polars
>>> df = pl.DataFrame({"url": ["http://example.org/a", "http://例え.jp:8080/", "a b"]})
>>> df.filter(pl.col("url").iri.is_valid()).select(pl.col("url").iri.host())["url"].to_list()
['example.org', '例え.jp']
>>> df["url"].iri.port().to_list()
[None, 8080, None]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import columns
from ._core import IRI, IRIReference, URIReference
from ._engines.functions import NAMES, accessor
from ._extras import needed

with needed("polars", "iriform.polars"):
    import polars as pl

    from ._engines.expressions import expression

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import EllipsisType
    from typing import TypeAlias

    from ._policy import Policy
    from .columns import Component, Extra, Form, Kind, Level, Masked, Order, Safe, Syntax

    Column: TypeAlias = str | pl.Expr

# names: made by scripts/generate.py
__all__ = [
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


# functions: made by scripts/generate.py


def is_valid(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """True for each valid row."""
    return expression("is_valid", column, as_)


def errors(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Where and why each row is invalid; null for valid rows."""
    return expression("errors", column, as_)


def check(
    column: Column,
    /,
    profile: str = "default",
    severities: Mapping[str, str] | None = None,
    *,
    protected: Iterable[str] = (),
    repair: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """The codes of the findings in each row: a list of text."""
    return expression("check", column, as_, profile, severities, protected, repair)


def has_finding(column: Column, /, code: str, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """True for each row in which the rule of that code finds something."""
    return expression("has_finding", column, as_, code, repair)


def allows(column: Column, /, policy: Policy, *, as_: Kind = IRIReference) -> pl.Expr:
    """True for each row that a policy allows."""
    return expression("allows", column, as_, policy)


def refusals(column: Column, /, policy: Policy, *, as_: Kind = IRIReference) -> pl.Expr:
    """The codes of the reasons why a policy refuses each row: a list of text."""
    return expression("refusals", column, as_, policy)


def components(
    column: Column,
    /,
    fields: Iterable[Component] | None = None,
    *,
    repair: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """Several components of each row in one pass: a struct."""
    return expression("components", column, as_, fields, repair)


def scheme(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The scheme of each row, as written."""
    return expression("scheme", column, as_, repair)


def authority(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The authority of each row, without its `//`."""
    return expression("authority", column, as_, repair)


def userinfo(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The userinfo of each row, without its `@`."""
    return expression("userinfo", column, as_, repair)


def host(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The host of each row, as written and with the brackets of an IP-literal."""
    return expression("host", column, as_, repair)


def port(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The port of each row as a number; null if it is absent, empty or above 65535."""
    return expression("port", column, as_, repair)


def port_text(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The digits of the port of each row as written; an empty port gives ''."""
    return expression("port_text", column, as_, repair)


def path(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The path of each row, which may be empty."""
    return expression("path", column, as_, repair)


def query(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The query of each row, without its `?`."""
    return expression("query", column, as_, repair)


def fragment(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The fragment of each row, without its `#`."""
    return expression("fragment", column, as_, repair)


def origin(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The origin of each row; equal texts are the same origin."""
    return expression("origin", column, as_, repair)


def host_key(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The host of each row as name look-up reads it, for joins and groups."""
    return expression("host_key", column, as_, repair)


def host_kind(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The kind of the host of each row, by the grammar."""
    return expression("host_kind", column, as_, repair)


def host_ip(
    column: Column, /, *, lookup: bool = False, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """The address of the host of each row, in normal form."""
    return expression("host_ip", column, as_, lookup, repair)


def host_matches(column: Column, /, name: str, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """True for each row whose host is the same for name look-up."""
    return expression("host_matches", column, as_, name, repair)


def host_is_within(
    column: Column, /, *names: str, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """True for each row whose host is one of these or a name below one."""
    return expression("host_is_within", column, as_, names, repair)


def user(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The user in the userinfo of each row, decoded."""
    return expression("user", column, as_, repair)


def password(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The password in the userinfo of each row, decoded."""
    return expression("password", column, as_, repair)


def masked(column: Column, /, what: Masked = "secrets", *, as_: Kind = IRI) -> pl.Expr:
    """Each row with `***` for each secret in it, for logs and for publication."""
    return expression("masked", column, as_, what)


def registrable_domain(
    column: Column, /, *, private: bool = True, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """The registrable domain of the host of each row, by the public suffix list."""
    return expression("registrable_domain", column, as_, private, repair)


def public_suffix(
    column: Column, /, *, private: bool = True, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """The public suffix of the host of each row, under which anybody may register names."""
    return expression("public_suffix", column, as_, private, repair)


def subdomain(
    column: Column, /, *, private: bool = True, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """The labels before the registrable domain in the host of each row."""
    return expression("subdomain", column, as_, private, repair)


def domain_labels(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The labels of the domain name of each row: a list of text."""
    return expression("domain_labels", column, as_, repair)


def resolve(
    column: Column,
    /,
    base: str | pl.Expr,
    *,
    strict: bool = True,
    repair: bool = False,
    as_: Kind = IRIReference,
) -> pl.Expr:
    """The target of each row, as a reference in a document at `base`."""
    return expression("resolve", column, as_, base, strict, repair)


def relative_to(
    column: Column,
    /,
    base: str | pl.Expr,
    *,
    form: Form = "shortest",
    within: str | None = None,
    repair: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """The shortest reference from `base` to each row."""
    return expression("relative_to", column, as_, base, form, within, repair)


def normalize(
    column: Column, /, level: Level = "syntax", *, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """The normal form of each row."""
    return expression("normalize", column, as_, level, repair)


def comparison_key(
    column: Column, /, level: Level = "syntax", *, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """The comparison key of each row: equal for two rows exactly if they are equivalent."""
    return expression("comparison_key", column, as_, level, repair)


def canonical(column: Column, /, *steps: str, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The canonical link: one text for all links to a page, by the normal form and further steps."""
    return expression("canonical", column, as_, steps, repair)


def surt(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The sort key that web archives and Common Crawl's index use for each row."""
    return expression("surt", column, as_, repair)


def surt_host(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The host of each row in the form of the `surt`: its labels in reverse order."""
    return expression("surt_host", column, as_, repair)


def to_uri(
    column: Column, /, *, idna: bool = False, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """Each row as a URI."""
    return expression("to_uri", column, as_, idna, repair)


def to_iri(
    column: Column, /, *, idna: bool = False, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """Each row as an IRI."""
    return expression("to_iri", column, as_, idna, repair)


def repair(column: Column, /, *, default_scheme: str | None = None, as_: Kind = IRI) -> pl.Expr:
    """The repaired reference of each row; null if a repair would be a guess."""
    return expression("repair", column, as_, default_scheme)


def query_value(column: Column, /, name: str, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The first value of a name in the query of each row, decoded."""
    return expression("query_value", column, as_, name, repair)


def query_values(column: Column, /, name: str, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """All values of a name in the query of each row, decoded: a list of text."""
    return expression("query_values", column, as_, name, repair)


def pairs(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The names and values in the query of each row, decoded: a list of structs."""
    return expression("pairs", column, as_, repair)


def segments(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The segments of the path of each row, as written: a list of text."""
    return expression("segments", column, as_, repair)


def segment(column: Column, /, place: int, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The segment at an index of the path of each row, as written."""
    return expression("segment", column, as_, place, repair)


def name(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The last segment of the path of each row, as written."""
    return expression("name", column, as_, repair)


def stem(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The name of each row without its suffix, as written."""
    return expression("stem", column, as_, repair)


def suffix(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The end of the name of each row from its last dot; '' if there is none."""
    return expression("suffix", column, as_, repair)


def parents(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The parent of each row, its parent and so on, the nearest first: a list of text."""
    return expression("parents", column, as_, repair)


def request_target(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Path and query of each row as HTTP sends them."""
    return expression("request_target", column, as_, repair)


def path_and_after(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Path, query and fragment of each row, as written."""
    return expression("path_and_after", column, as_, repair)


def with_parts(
    column: Column,
    /,
    *,
    scheme: str | pl.Expr | EllipsisType | None = ...,
    authority: str | pl.Expr | EllipsisType | None = ...,
    userinfo: str | pl.Expr | EllipsisType | None = ...,
    host: str | pl.Expr | EllipsisType | None = ...,
    port: int | str | pl.Expr | EllipsisType | None = ...,
    path: str | pl.Expr | EllipsisType = ...,
    query: str | pl.Expr | EllipsisType | None = ...,
    fragment: str | pl.Expr | EllipsisType | None = ...,
    repair: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """Each row with these parts replaced."""
    return expression(
        "with_parts",
        column,
        as_,
        scheme,
        authority,
        userinfo,
        host,
        port,
        path,
        query,
        fragment,
        repair,
    )


def with_host(
    column: Column, /, host: str | pl.Expr | None, *, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """Each row with this host."""
    return expression("with_host", column, as_, host, repair)


def update_query(
    column: Column, /, pairs: Mapping[str, Any], *, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """Each row with these pairs in place of all pairs that have the same names in its query."""
    return expression("update_query", column, as_, pairs, repair)


def sorted_query(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Each row with the pairs of its query sorted by name and value."""
    return expression("sorted_query", column, as_, repair)


def without_query(
    column: Column, /, *patterns: str, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """Each row without its query, or without the pairs of these names."""
    return expression("without_query", column, as_, patterns, repair)


def without_fragment(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Each row without its fragment."""
    return expression("without_fragment", column, as_, repair)


def quote(column: Column, /, *, safe: Safe = "unreserved", as_: Kind = IRI) -> pl.Expr:
    """Plain text percent-encoded, for a component or by another standard's set."""
    return expression("quote", column, as_, safe)


def unquote(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The decoded text of each row."""
    return expression("unquote", column, as_)


def links(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """The links in each text, by UTS #58: a list with the range and the IRI of each."""
    return expression("links", column, as_, schemes, domains, emails, strict)


def first_link(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """The IRI of the first link in each text."""
    return expression("first_link", column, as_, schemes, domains, emails, strict)


def links_count(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """The number of links in each text."""
    return expression("links_count", column, as_, schemes, domains, emails, strict)


def purl(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The components of each row that is a package URL: a struct."""
    return expression("purl", column, as_)


def purl_canonical(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The canonical form of each row that is a package URL; null for any other row."""
    return expression("purl_canonical", column, as_, repair)


def location(column: Column, /, *, reader: str | None = None, as_: Kind = IRI) -> pl.Expr:
    """The location of the file or object of each row, as a library reads it: a struct."""
    return expression("location", column, as_, reader)


def file_key(column: Column, /, *, repair: bool = False, as_: Kind = IRI) -> pl.Expr:
    """One text for all references to a file, for joins and groups."""
    return expression("file_key", column, as_, repair)


def to_file_path(
    column: Column, /, *, windows: bool = False, repair: bool = False, as_: Kind = IRI
) -> pl.Expr:
    """The path that a `file:` reference names, as text."""
    return expression("to_file_path", column, as_, windows, repair)


def from_file_path(column: Column, /, *, windows: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The `file:` URI of an absolute path."""
    return expression("from_file_path", column, as_, windows)


def partition_value(column: Column, /, name: str, style: str, *, as_: Kind = IRI) -> pl.Expr:
    """The value of a partition in the path of each row, `name=value`, as engines write it."""
    return expression("partition_value", column, as_, name, style)


def compress(
    column: Column,
    /,
    prefixes: Mapping[str, str],
    *,
    syntax: Syntax = "plain",
    escapes: bool = True,
    repair: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """Each row in compact form, by the longest namespace that it begins with."""
    return expression("compress", column, as_, prefixes, syntax, escapes, repair)


def expand(
    column: Column, /, prefixes: Mapping[str, str], *, syntax: Syntax = "plain", as_: Kind = IRI
) -> pl.Expr:
    """The IRI that each compact row stands for."""
    return expression("expand", column, as_, prefixes, syntax)


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
) -> pl.Expr:
    """The variables of a URI template in each row that matches it: a struct."""
    return expression(
        "match_template",
        column,
        as_,
        template,
        allow_encoded_separators,
        query,
        extra,
        plus,
        request,
        repair,
    )


def expand_template(
    column: Column, /, template: str, *, dot_segments: bool = False, as_: Kind = URIReference
) -> pl.Expr:
    """The expansion of a URI template by each row of a struct column or a table."""
    return expression("expand_template", column, as_, template, dot_segments)


def expand_template_errors(
    column: Column, /, template: str, *, dot_segments: bool = False, as_: Kind = URIReference
) -> pl.Expr:
    """Why `expand_template` returns null for a row: a struct of `variable`, `rule`, `message`."""
    return expression("expand_template_errors", column, as_, template, dot_segments)


# end of functions

pl.api.register_series_namespace("iri")(accessor({n: getattr(columns, n) for n in NAMES}))
pl.api.register_expr_namespace("iri")(accessor({name: globals()[name] for name in NAMES}))
