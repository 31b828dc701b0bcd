"""The functions of `iriform.columns` for columns of Spark: `df.select(host("url"))`.

They accept a column or its name, and return a column. `register(spark)` adds the same functions to
Spark's SQL, with names that begin with `iri_`, as in `iriform.duckdb`: `SELECT iri_host(url)`.

Rows go to the workers' Python processes in Arrow batches, which costs much more than the work
there: `components("url", ["host", "path"])` at once is cheaper than `host` and `path`. Executors
need iriform and pyarrow. Needs Spark 4.1 or later.
"""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._core import IRI, IRIReference, URIReference
from ._extras import needed

with needed("spark", "iriform.spark"):
    from ._engines.arrow_udfs import answer, function
    from ._engines.sql import functions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import EllipsisType
    from typing import TypeAlias

    from pyspark.sql import Column, SparkSession

    from ._policy import Policy
    from .columns import Component, Extra, Form, Kind, Level, Masked, Order, Safe, Syntax

    ColumnOrName: TypeAlias = Column | str

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
    "register",
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


def register(
    spark: SparkSession,
    *,
    prefixes: Mapping[str, str] | None = None,
    templates: Mapping[str, str] | None = None,
    policies: Mapping[str, Policy] | None = None,
    protected: Iterable[str] | None = None,
) -> None:
    """Add the functions to the SQL of a session.

    With `prefixes`, a `PrefixMap` or a mapping, `iri_compress(url)` and `iri_expand(text)` use
    these and have no such argument. With `templates={"user": "/users/{id}"}` there is
    `iri_match_user(url)`, which answers with a struct. With `policies={"callbacks": policy}`,
    `iri_allows(url, 'callbacks')` and `iri_refusals` know it by that name. With `protected`, names
    that other hosts must not resemble, `iri_check(url, 'untrusted')` compares with them; it has no
    such argument, because Spark would copy it for every row.

    register(spark)
    spark.sql("SELECT iri_host(url), iri_resolve(link, url) FROM links")
    """
    for name, bound in functions_of(prefixes, templates, policies, protected):
        spark.udf.register(name, function(bound, bound.answer()))


# functions: made by scripts/generate.py


def is_valid(column: ColumnOrName, /, *, as_: Kind = IRI) -> Column:
    """True for each valid row."""
    return answer("is_valid", column, as_)


def errors(column: ColumnOrName, /, *, as_: Kind = IRI) -> Column:
    """Where and why each row is invalid; null for valid rows."""
    return answer("errors", column, as_)


def check(
    column: ColumnOrName,
    /,
    profile: str = "default",
    severities: Mapping[str, str] | None = None,
    *,
    protected: Iterable[str] = (),
    repair: bool = False,
    as_: Kind = IRI,
) -> Column:
    """The codes of the findings in each row: a list of text."""
    return answer("check", column, as_, profile, severities, protected, repair)


def has_finding(
    column: ColumnOrName, /, code: str, *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """True for each row in which the rule of that code finds something."""
    return answer("has_finding", column, as_, code, repair)


def allows(column: ColumnOrName, /, policy: Policy, *, as_: Kind = IRIReference) -> Column:
    """True for each row that a policy allows."""
    return answer("allows", column, as_, policy)


def refusals(column: ColumnOrName, /, policy: Policy, *, as_: Kind = IRIReference) -> Column:
    """The codes of the reasons why a policy refuses each row: a list of text."""
    return answer("refusals", column, as_, policy)


def components(
    column: ColumnOrName,
    /,
    fields: Iterable[Component] | None = None,
    *,
    repair: bool = False,
    as_: Kind = IRI,
) -> Column:
    """Several components of each row in one pass: a struct."""
    return answer("components", column, as_, fields, repair)


def scheme(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The scheme of each row, as written."""
    return answer("scheme", column, as_, repair)


def authority(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The authority of each row, without its `//`."""
    return answer("authority", column, as_, repair)


def userinfo(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The userinfo of each row, without its `@`."""
    return answer("userinfo", column, as_, repair)


def host(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The host of each row, as written and with the brackets of an IP-literal."""
    return answer("host", column, as_, repair)


def port(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The port of each row as a number; null if it is absent, empty or above 65535."""
    return answer("port", column, as_, repair)


def port_text(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The digits of the port of each row as written; an empty port gives ''."""
    return answer("port_text", column, as_, repair)


def path(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The path of each row, which may be empty."""
    return answer("path", column, as_, repair)


def query(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The query of each row, without its `?`."""
    return answer("query", column, as_, repair)


def fragment(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The fragment of each row, without its `#`."""
    return answer("fragment", column, as_, repair)


def origin(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The origin of each row; equal texts are the same origin."""
    return answer("origin", column, as_, repair)


def host_key(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The host of each row as name look-up reads it, for joins and groups."""
    return answer("host_key", column, as_, repair)


def host_kind(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The kind of the host of each row, by the grammar."""
    return answer("host_kind", column, as_, repair)


def host_ip(
    column: ColumnOrName, /, *, lookup: bool = False, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The address of the host of each row, in normal form."""
    return answer("host_ip", column, as_, lookup, repair)


def host_matches(
    column: ColumnOrName, /, name: str, *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """True for each row whose host is the same for name look-up."""
    return answer("host_matches", column, as_, name, repair)


def host_is_within(
    column: ColumnOrName, /, *names: str, repair: bool = False, as_: Kind = IRI
) -> Column:
    """True for each row whose host is one of these or a name below one."""
    return answer("host_is_within", column, as_, names, repair)


def user(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The user in the userinfo of each row, decoded."""
    return answer("user", column, as_, repair)


def password(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The password in the userinfo of each row, decoded."""
    return answer("password", column, as_, repair)


def masked(column: ColumnOrName, /, what: Masked = "secrets", *, as_: Kind = IRI) -> Column:
    """Each row with `***` for each secret in it, for logs and for publication."""
    return answer("masked", column, as_, what)


def registrable_domain(
    column: ColumnOrName, /, *, private: bool = True, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The registrable domain of the host of each row, by the public suffix list."""
    return answer("registrable_domain", column, as_, private, repair)


def public_suffix(
    column: ColumnOrName, /, *, private: bool = True, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The public suffix of the host of each row, under which anybody may register names."""
    return answer("public_suffix", column, as_, private, repair)


def subdomain(
    column: ColumnOrName, /, *, private: bool = True, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The labels before the registrable domain in the host of each row."""
    return answer("subdomain", column, as_, private, repair)


def domain_labels(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The labels of the domain name of each row: a list of text."""
    return answer("domain_labels", column, as_, repair)


def resolve(
    column: ColumnOrName,
    /,
    base: str | Column,
    *,
    strict: bool = True,
    repair: bool = False,
    as_: Kind = IRIReference,
) -> Column:
    """The target of each row, as a reference in a document at `base`."""
    return answer("resolve", column, as_, base, strict, repair)


def relative_to(
    column: ColumnOrName,
    /,
    base: str | Column,
    *,
    form: Form = "shortest",
    within: str | None = None,
    repair: bool = False,
    as_: Kind = IRI,
) -> Column:
    """The shortest reference from `base` to each row."""
    return answer("relative_to", column, as_, base, form, within, repair)


def normalize(
    column: ColumnOrName, /, level: Level = "syntax", *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The normal form of each row."""
    return answer("normalize", column, as_, level, repair)


def comparison_key(
    column: ColumnOrName, /, level: Level = "syntax", *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The comparison key of each row: equal for two rows exactly if they are equivalent."""
    return answer("comparison_key", column, as_, level, repair)


def canonical(
    column: ColumnOrName, /, *steps: str, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The canonical link: one text for all links to a page, by the normal form and further steps."""
    return answer("canonical", column, as_, steps, repair)


def surt(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The sort key that web archives and Common Crawl's index use for each row."""
    return answer("surt", column, as_, repair)


def surt_host(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The host of each row in the form of the `surt`: its labels in reverse order."""
    return answer("surt_host", column, as_, repair)


def to_uri(
    column: ColumnOrName, /, *, idna: bool = False, repair: bool = False, as_: Kind = IRI
) -> Column:
    """Each row as a URI."""
    return answer("to_uri", column, as_, idna, repair)


def to_iri(
    column: ColumnOrName, /, *, idna: bool = False, repair: bool = False, as_: Kind = IRI
) -> Column:
    """Each row as an IRI."""
    return answer("to_iri", column, as_, idna, repair)


def repair(
    column: ColumnOrName, /, *, default_scheme: str | None = None, as_: Kind = IRI
) -> Column:
    """The repaired reference of each row; null if a repair would be a guess."""
    return answer("repair", column, as_, default_scheme)


def query_value(
    column: ColumnOrName, /, name: str, *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The first value of a name in the query of each row, decoded."""
    return answer("query_value", column, as_, name, repair)


def query_values(
    column: ColumnOrName, /, name: str, *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """All values of a name in the query of each row, decoded: a list of text."""
    return answer("query_values", column, as_, name, repair)


def pairs(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The names and values in the query of each row, decoded: a list of structs."""
    return answer("pairs", column, as_, repair)


def segments(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The segments of the path of each row, as written: a list of text."""
    return answer("segments", column, as_, repair)


def segment(
    column: ColumnOrName, /, place: int, *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The segment at an index of the path of each row, as written."""
    return answer("segment", column, as_, place, repair)


def name(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The last segment of the path of each row, as written."""
    return answer("name", column, as_, repair)


def stem(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The name of each row without its suffix, as written."""
    return answer("stem", column, as_, repair)


def suffix(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The end of the name of each row from its last dot; '' if there is none."""
    return answer("suffix", column, as_, repair)


def parents(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The parent of each row, its parent and so on, the nearest first: a list of text."""
    return answer("parents", column, as_, repair)


def request_target(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """Path and query of each row as HTTP sends them."""
    return answer("request_target", column, as_, repair)


def path_and_after(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """Path, query and fragment of each row, as written."""
    return answer("path_and_after", column, as_, repair)


def with_parts(
    column: ColumnOrName,
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
) -> Column:
    """Each row with these parts replaced."""
    return answer(
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
    column: ColumnOrName, /, host: str | Column | None, *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """Each row with this host."""
    return answer("with_host", column, as_, host, repair)


def update_query(
    column: ColumnOrName, /, pairs: Mapping[str, Any], *, repair: bool = False, as_: Kind = IRI
) -> Column:
    """Each row with these pairs in place of all pairs that have the same names in its query."""
    return answer("update_query", column, as_, pairs, repair)


def sorted_query(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """Each row with the pairs of its query sorted by name and value."""
    return answer("sorted_query", column, as_, repair)


def without_query(
    column: ColumnOrName, /, *patterns: str, repair: bool = False, as_: Kind = IRI
) -> Column:
    """Each row without its query, or without the pairs of these names."""
    return answer("without_query", column, as_, patterns, repair)


def without_fragment(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """Each row without its fragment."""
    return answer("without_fragment", column, as_, repair)


def quote(column: ColumnOrName, /, *, safe: Safe = "unreserved", as_: Kind = IRI) -> Column:
    """Plain text percent-encoded, for a component or by another standard's set."""
    return answer("quote", column, as_, safe)


def unquote(column: ColumnOrName, /, *, as_: Kind = IRI) -> Column:
    """The decoded text of each row."""
    return answer("unquote", column, as_)


def links(
    column: ColumnOrName,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> Column:
    """The links in each text, by UTS #58: a list with the range and the IRI of each."""
    return answer("links", column, as_, schemes, domains, emails, strict)


def first_link(
    column: ColumnOrName,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> Column:
    """The IRI of the first link in each text."""
    return answer("first_link", column, as_, schemes, domains, emails, strict)


def links_count(
    column: ColumnOrName,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> Column:
    """The number of links in each text."""
    return answer("links_count", column, as_, schemes, domains, emails, strict)


def purl(column: ColumnOrName, /, *, as_: Kind = IRI) -> Column:
    """The components of each row that is a package URL: a struct."""
    return answer("purl", column, as_)


def purl_canonical(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """The canonical form of each row that is a package URL; null for any other row."""
    return answer("purl_canonical", column, as_, repair)


def location(column: ColumnOrName, /, *, reader: str | None = None, as_: Kind = IRI) -> Column:
    """The location of the file or object of each row, as a library reads it: a struct."""
    return answer("location", column, as_, reader)


def file_key(column: ColumnOrName, /, *, repair: bool = False, as_: Kind = IRI) -> Column:
    """One text for all references to a file, for joins and groups."""
    return answer("file_key", column, as_, repair)


def to_file_path(
    column: ColumnOrName, /, *, windows: bool = False, repair: bool = False, as_: Kind = IRI
) -> Column:
    """The path that a `file:` reference names, as text."""
    return answer("to_file_path", column, as_, windows, repair)


def from_file_path(column: ColumnOrName, /, *, windows: bool = False, as_: Kind = IRI) -> Column:
    """The `file:` URI of an absolute path."""
    return answer("from_file_path", column, as_, windows)


def partition_value(column: ColumnOrName, /, name: str, style: str, *, as_: Kind = IRI) -> Column:
    """The value of a partition in the path of each row, `name=value`, as engines write it."""
    return answer("partition_value", column, as_, name, style)


def compress(
    column: ColumnOrName,
    /,
    prefixes: Mapping[str, str],
    *,
    syntax: Syntax = "plain",
    escapes: bool = True,
    repair: bool = False,
    as_: Kind = IRI,
) -> Column:
    """Each row in compact form, by the longest namespace that it begins with."""
    return answer("compress", column, as_, prefixes, syntax, escapes, repair)


def expand(
    column: ColumnOrName,
    /,
    prefixes: Mapping[str, str],
    *,
    syntax: Syntax = "plain",
    as_: Kind = IRI,
) -> Column:
    """The IRI that each compact row stands for."""
    return answer("expand", column, as_, prefixes, syntax)


def match_template(
    column: ColumnOrName,
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
) -> Column:
    """The variables of a URI template in each row that matches it: a struct."""
    return answer(
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
    column: ColumnOrName, /, template: str, *, dot_segments: bool = False, as_: Kind = URIReference
) -> Column:
    """The expansion of a URI template by each row of a struct column or a table."""
    return answer("expand_template", column, as_, template, dot_segments)


def expand_template_errors(
    column: ColumnOrName, /, template: str, *, dot_segments: bool = False, as_: Kind = URIReference
) -> Column:
    """Why `expand_template` returns null for a row: a struct of `variable`, `rule`, `message`."""
    return answer("expand_template_errors", column, as_, template, dot_segments)


# end of functions
