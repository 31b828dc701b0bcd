"""The functions of `iriform.columns` as expressions of Polars: `pl.col("url").iri.host()`.

Importing this module registers the namespace `iri` for expressions and for Series. The functions
here make the same expressions of a column's name or an expression, for whoever wants types checked:
`host("url")`. What they take and give is what the functions of that name in `iriform.columns` do;
a `base`, a part and a value of `update_query` may be expressions, too. Of categories, expressions
make text.

An expression runs in Polars' own threads, without Python, in the lazy and in the streaming engine.
The methods of a Series have `threads=` as those of `iriform.columns` do.

>>> import polars as pl
>>> import iriform.polars
>>> df = pl.DataFrame({"url": ["http://example.org/a", "http://例え.jp:8080/", "a b"]})
>>> df.filter(pl.col("url").iri.is_valid()).select(pl.col("url").iri.host())["url"].to_list()
['example.org', '例え.jp']
>>> df["url"].iri.port().to_list()
[None, 8080, None]
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core, _engines, _table, columns
from ._core import IRI, IRIReference, PrefixMap, Query, URIReference
from ._engines import NAMES, accessor
from ._extras import needed

with needed("polars", "iriform.polars"):
    import polars as pl
    from polars.plugins import register_plugin_function

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import EllipsisType
    from typing import TypeAlias

    from ._policy import Policy
    from .columns import Component, Extra, Form, Kind, Level, Order, Safe, Syntax

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
    "first_link",
    "fragment",
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
    "masked",
    "match_template",
    "name",
    "normalize",
    "origin",
    "pairs",
    "parents",
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
    "redacted",
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

UNCHANGED = pl.Struct({"iriform: unchanged": pl.String})
"""The type of the argument for a part that stays as it is."""

OTHER = "iriform.polars: "
"""The prefix of the names of arguments' columns, which no other column has."""


# functions: made by scripts/generate.py


def is_valid(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Whether each row is valid."""
    return _expression("is_valid", column, as_)


def errors(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Where and why each row is not valid; null for rows that are."""
    return _expression("errors", column, as_)


def check(
    column: Column,
    /,
    profile: str = "default",
    severities: Mapping[str, str] | None = None,
    *,
    protected: Iterable[str] = (),
    as_: Kind = IRI,
) -> pl.Expr:
    """The codes of the findings in each row: a list of text."""
    return _expression("check", column, as_, profile, severities, protected)


def has_finding(column: Column, /, code: str, *, as_: Kind = IRI) -> pl.Expr:
    """Whether the rule of that code finds something in each row."""
    return _expression("has_finding", column, as_, code)


def allows(column: Column, /, policy: Policy, *, as_: Kind = IRIReference) -> pl.Expr:
    """Whether a policy allows each row."""
    return _expression("allows", column, as_, policy)


def refusals(column: Column, /, policy: Policy, *, as_: Kind = IRIReference) -> pl.Expr:
    """The codes of why a policy refuses each row: a list of text."""
    return _expression("refusals", column, as_, policy)


def components(
    column: Column, /, fields: Iterable[Component] | None = None, *, as_: Kind = IRI
) -> pl.Expr:
    """Several components of each row in one pass: a struct."""
    return _expression("components", column, as_, fields)


def scheme(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The scheme of each row, as written."""
    return _expression("scheme", column, as_)


def authority(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The authority of each row, without its `//`."""
    return _expression("authority", column, as_)


def userinfo(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The userinfo of each row, without its `@`."""
    return _expression("userinfo", column, as_)


def host(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The host of each row, as written and with the brackets of an IP-literal."""
    return _expression("host", column, as_)


def port(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The port of each row as a number; null if it is absent, empty or above 65535."""
    return _expression("port", column, as_)


def port_text(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The digits of the port of each row as written; an empty port gives ''."""
    return _expression("port_text", column, as_)


def path(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The path of each row, which may be empty."""
    return _expression("path", column, as_)


def query(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The query of each row, without its `?`."""
    return _expression("query", column, as_)


def fragment(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The fragment of each row, without its `#`."""
    return _expression("fragment", column, as_)


def origin(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The origin of each row, so that equal texts are the same origin."""
    return _expression("origin", column, as_)


def host_key(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The host of each row as name look-up reads it, to join and group by."""
    return _expression("host_key", column, as_)


def host_kind(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The kind of the host of each row, as the grammar tells it."""
    return _expression("host_kind", column, as_)


def host_ip(column: Column, /, *, lookup: bool = False, as_: Kind = IRI) -> pl.Expr:
    """The address that the host of each row is, in normal form."""
    return _expression("host_ip", column, as_, lookup)


def host_matches(column: Column, /, name: str, *, as_: Kind = IRI) -> pl.Expr:
    """Whether the host of each row is that host to name look-up."""
    return _expression("host_matches", column, as_, name)


def host_is_within(column: Column, /, *names: str, as_: Kind = IRI) -> pl.Expr:
    """Whether the host of each row is one of these or a name below one."""
    return _expression("host_is_within", column, as_, names)


def user(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The user in the userinfo of each row, decoded."""
    return _expression("user", column, as_)


def password(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The password in the userinfo of each row, decoded."""
    return _expression("password", column, as_)


def redacted(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Each row with `***` for each password and token before a host."""
    return _expression("redacted", column, as_)


def masked(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Each row with `***` for each secret in it, for logs and for publication."""
    return _expression("masked", column, as_)


def registrable_domain(column: Column, /, *, private: bool = True, as_: Kind = IRI) -> pl.Expr:
    """The registrable domain of the host of each row, by the public suffix list."""
    return _expression("registrable_domain", column, as_, private)


def public_suffix(column: Column, /, *, private: bool = True, as_: Kind = IRI) -> pl.Expr:
    """The public suffix of the host of each row, under which anybody may register names."""
    return _expression("public_suffix", column, as_, private)


def subdomain(column: Column, /, *, private: bool = True, as_: Kind = IRI) -> pl.Expr:
    """The labels before the registrable domain in the host of each row."""
    return _expression("subdomain", column, as_, private)


def domain_labels(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The labels of the domain name of each row: a list of text."""
    return _expression("domain_labels", column, as_)


def resolve(
    column: Column, /, base: str | pl.Expr, *, strict: bool = True, as_: Kind = IRIReference
) -> pl.Expr:
    """The target of each row, as a reference in a document at `base`."""
    return _expression("resolve", column, as_, base, strict)


def relative_to(
    column: Column,
    /,
    base: str | pl.Expr,
    *,
    form: Form = "shortest",
    within: str | None = None,
    as_: Kind = IRI,
) -> pl.Expr:
    """The shortest reference that leads to each row from `base`."""
    return _expression("relative_to", column, as_, base, form, within)


def normalize(column: Column, /, level: Level = "syntax", *, as_: Kind = IRI) -> pl.Expr:
    """The normal form of each row."""
    return _expression("normalize", column, as_, level)


def comparison_key(column: Column, /, level: Level = "syntax", *, as_: Kind = IRI) -> pl.Expr:
    """Text that is the same for two rows exactly if they are equivalent."""
    return _expression("comparison_key", column, as_, level)


def canonical(column: Column, /, *steps: str, as_: Kind = IRI) -> pl.Expr:
    """One text for all links to a page: the normal form, and named steps beyond it."""
    return _expression("canonical", column, as_, steps)


def surt(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The key of each row by which web archives and Common Crawl's index sort pages."""
    return _expression("surt", column, as_)


def surt_host(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The host of each row as it begins the `surt`: its labels in reverse order."""
    return _expression("surt_host", column, as_)


def to_uri(column: Column, /, *, idna: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Each row as a URI."""
    return _expression("to_uri", column, as_, idna)


def to_iri(column: Column, /, *, idna: bool = False, as_: Kind = IRI) -> pl.Expr:
    """Each row as an IRI."""
    return _expression("to_iri", column, as_, idna)


def repair(column: Column, /, *, default_scheme: str | None = None, as_: Kind = IRI) -> pl.Expr:
    """The reference that each row was probably meant to be; null if that would be a guess."""
    return _expression("repair", column, as_, default_scheme)


def query_value(column: Column, /, name: str, *, as_: Kind = IRI) -> pl.Expr:
    """The first value of that name in the query of each row, decoded."""
    return _expression("query_value", column, as_, name)


def query_values(column: Column, /, name: str, *, as_: Kind = IRI) -> pl.Expr:
    """All values of that name in the query of each row, decoded: a list of text."""
    return _expression("query_values", column, as_, name)


def pairs(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The names and values in the query of each row, decoded: a list of structs."""
    return _expression("pairs", column, as_)


def segments(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The segments of the path of each row, as written: a list of text."""
    return _expression("segments", column, as_)


def segment(column: Column, /, place: int, *, as_: Kind = IRI) -> pl.Expr:
    """The segment of the path of each row at that place, as written."""
    return _expression("segment", column, as_, place)


def name(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The last segment of the path of each row, as written."""
    return _expression("name", column, as_)


def stem(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The name of each row without its suffix, as written."""
    return _expression("stem", column, as_)


def suffix(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The end of the name of each row from its last dot; '' if there is none."""
    return _expression("suffix", column, as_)


def parents(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The parent of each row, its parent and so on, the nearest first: a list of text."""
    return _expression("parents", column, as_)


def request_target(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Path and query of each row as HTTP sends them."""
    return _expression("request_target", column, as_)


def path_and_after(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Path, query and fragment of each row, as written."""
    return _expression("path_and_after", column, as_)


def with_parts(
    column: Column,
    /,
    *,
    scheme: str | pl.Expr | EllipsisType | None = ...,
    authority: str | pl.Expr | EllipsisType | None = ...,
    userinfo: str | pl.Expr | EllipsisType | None = ...,
    host: str | pl.Expr | EllipsisType | None = ...,
    port: int | str | pl.Expr | EllipsisType | None = ...,
    path: str | pl.Expr | EllipsisType | None = ...,
    query: str | pl.Expr | EllipsisType | None = ...,
    fragment: str | pl.Expr | EllipsisType | None = ...,
    as_: Kind = IRI,
) -> pl.Expr:
    """Each row with these parts in place of its own."""
    return _expression(
        "with_parts", column, as_, scheme, authority, userinfo, host, port, path, query, fragment
    )


def with_host(column: Column, /, host: str | pl.Expr | None, *, as_: Kind = IRI) -> pl.Expr:
    """Each row with this host in place of its own."""
    return _expression("with_host", column, as_, host)


def update_query(column: Column, /, pairs: Mapping[str, Any], *, as_: Kind = IRI) -> pl.Expr:
    """Each row with these pairs in place of all pairs of the same names in its query."""
    return _expression("update_query", column, as_, pairs)


def sorted_query(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Each row with the pairs of its query in the order of their names and values."""
    return _expression("sorted_query", column, as_)


def without_query(column: Column, /, *patterns: str, as_: Kind = IRI) -> pl.Expr:
    """Each row without its query, or without the pairs of these names."""
    return _expression("without_query", column, as_, patterns)


def without_fragment(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """Each row without its fragment."""
    return _expression("without_fragment", column, as_)


def quote(column: Column, /, *, safe: Safe = "unreserved", as_: Kind = IRI) -> pl.Expr:
    """Plain text percent-encoded, for a component or by another standard's set."""
    return _expression("quote", column, as_, safe)


def unquote(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The plain text that percent-encoded text stands for."""
    return _expression("unquote", column, as_)


def links(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """The links in each text, by UTS #58: a list of where each stands and the IRI that it is."""
    return _expression("links", column, as_, schemes, domains, emails, strict)


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
    return _expression("first_link", column, as_, schemes, domains, emails, strict)


def links_count(
    column: Column,
    /,
    *schemes: str,
    domains: bool = True,
    emails: bool = True,
    strict: bool = False,
    as_: Kind = IRI,
) -> pl.Expr:
    """How many links each text has."""
    return _expression("links_count", column, as_, schemes, domains, emails, strict)


def purl(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The components of each row that is a package URL: a struct."""
    return _expression("purl", column, as_)


def purl_canonical(column: Column, /, *, as_: Kind = IRI) -> pl.Expr:
    """The canonical package URL that each row is equivalent to; null if there is none."""
    return _expression("purl_canonical", column, as_)


def compress(
    column: Column, /, prefixes: Mapping[str, str], *, syntax: Syntax = "plain", as_: Kind = IRI
) -> pl.Expr:
    """Each row in compact form, by the longest namespace that it begins with."""
    return _expression("compress", column, as_, prefixes, syntax)


def expand(
    column: Column, /, prefixes: Mapping[str, str], *, syntax: Syntax = "plain", as_: Kind = IRI
) -> pl.Expr:
    """The IRI that each compact row stands for."""
    return _expression("expand", column, as_, prefixes, syntax)


def match_template(
    column: Column,
    /,
    template: str,
    *,
    allow_encoded_separators: bool = False,
    query: Order = "exact",
    extra: Extra = "allow",
    plus: bool = False,
    as_: Kind = IRIReference,
) -> pl.Expr:
    """The variables of a URI template in each row that matches it: a struct."""
    return _expression(
        "match_template", column, as_, template, allow_encoded_separators, query, extra, plus
    )


def expand_template(
    column: Column, /, template: str, *, dot_segments: bool = False, as_: Kind = URIReference
) -> pl.Expr:
    """The expansion of a URI template by each row of a struct column or a table."""
    return _expression("expand_template", column, as_, template, dot_segments)


def expand_template_errors(
    column: Column, /, template: str, *, dot_segments: bool = False, as_: Kind = URIReference
) -> pl.Expr:
    """Why `expand_template` gives a row none: a struct of `variable`, `rule`, `message`."""
    return _expression("expand_template_errors", column, as_, template, dot_segments)


# end of functions


def _expression(name: str, column: Column, as_: Kind, *arguments: Any) -> pl.Expr:  # noqa: ANN401 - of each function
    """Make the expression of a function with its arguments, by the plugin if there is one."""
    answer, options = _engines.check(name, as_, arguments, "pl.col")
    if policies := _engines.policies_of(name, as_):
        base = _engines.NAMED[_engines.class_name(as_)]
        return pl.all_horizontal(_expression("allows", column, base, p) for p in policies)
    operation = _table.OPERATIONS[name]
    column = pl.col(column) if isinstance(column, str) else column
    kind = _engines.class_name(as_)
    if not HAS_PLUGIN:
        return _batches(name, column, as_, options, _dtype(answer))
    words = [
        word
        for argument in operation["arguments"]
        for word in _words(argument["type"], options[argument["name"]])
    ]
    return _plugin(name, [column, pl.lit(kind), *words])


def _words(of: str, value: Any) -> Iterator[pl.Expr]:  # noqa: ANN401 - see `_word`
    """Make an argument expressions, as the native module reads them."""
    if of != "pairs":
        yield _word(of, value)
        return
    pairs = [(name, [*_values(values)]) for name, values in _items(value)]
    yield pl.lit(_packed(text for name, values in pairs for text in (name, str(len(values)))))
    yield from (_cell(value) for _, values in pairs for value in values)


def _items(pairs: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401 - of a mapping, or themselves
    items: Iterable[tuple[str, Any]] = pairs.items() if hasattr(pairs, "items") else pairs
    return items


def _values(values: Any) -> Iterable[Any]:  # noqa: ANN401 - one value, or several
    return values if isinstance(values, (list, tuple)) else [values]


def _cell(value: Any) -> pl.Expr:  # noqa: ANN401 - of a name, of a part
    """Make a value an expression: what is no text, as a query writes it."""
    if isinstance(value, pl.Expr):
        return value
    if isinstance(value, pl.Series):
        return pl.lit(value)
    text = None if value is None else Query.from_pairs({"": value}).get("")
    return pl.lit(text, dtype=pl.String)


def _word(of: str, value: Any) -> pl.Expr:  # noqa: ANN401, PLR0911 - a line for each type
    """Make an argument a literal, as the native module reads it."""
    if of in ("fields", "template"):
        # Types are all that is known when a query is planned. So such an argument is one: of a struct
        # whose fields have these names.
        names = [value] if of == "template" else value
        return pl.lit(None, dtype=pl.Struct(dict.fromkeys(names, pl.String)))
    if of == "flag":
        return pl.lit("true" if value else "false")
    if of in ("texts", "protected"):
        return pl.lit(_packed(value))
    if of == "words":
        return pl.lit(_packed(text for pair in (value or {}).items() for text in pair))
    if of == "prefixes":
        return pl.lit(_packed(_prefixes(PrefixMap(value))))
    if of == "policy":
        return pl.lit(json.dumps(value.to_dict()))
    if of == "number":
        return pl.lit(str(value))
    if of == "part":
        # What stays as it is is of a type that no column has.
        return pl.lit(None, dtype=UNCHANGED) if value is ... else _cell(value)
    return value if isinstance(value, pl.Expr) else pl.lit(value)


def _packed(texts: Iterable[str]) -> str:
    """Write texts in one: of each its length in bytes, a colon, and the text."""
    return "".join(f"{len(text.encode())}:{text}" for text in texts)


def _prefixes(prefixes: PrefixMap) -> Iterator[str]:
    """Give of each prefix its name, its namespace, and whether it is declared."""
    declared = frozenset(prefixes.declared)
    for name, namespace in prefixes.items():
        yield from (name, namespace, "@prefix" if name in declared else "")


def _plugin(name: str, arguments: list[pl.Expr]) -> pl.Expr:
    return register_plugin_function(
        plugin_path=Path(_core.__file__), function_name=name, args=arguments, is_elementwise=True
    )


def _batches(
    name: str, column: pl.Expr, as_: Kind, options: dict[str, Any], dtype: pl.DataType
) -> pl.Expr:
    """Make an expression that calls Python for every batch, which is nearly as fast."""
    others: list[pl.Expr] = []

    def put(other: pl.Expr | pl.Series) -> _Place:
        other = other if isinstance(other, pl.Expr) else pl.lit(other)
        others.append(other.alias(f"{OTHER}{len(others)}"))
        return _Place(len(others))

    places = {name: _replaced(value, (pl.Expr, pl.Series), put) for name, value in options.items()}
    if others:
        # A struct is called as its first field is, which is what the answer is called, too.
        column = pl.struct([column, *others])

    # Polars calls this from several threads at once, so it changes nothing that they share.
    def work(batch: pl.Series) -> pl.Series:
        all_ = batch.struct.unnest().get_columns() if others else [batch]
        # As the plugin does: of categories, text.
        all_ = [_text(each) for each in all_]
        batch = all_[0]
        given = {n: _replaced(v, _Place, lambda place: all_[place.of]) for n, v in places.items()}
        answer = _core.column(name, batch, as_, 1, *_table.filled(name, given))
        series: pl.Series = columns.own(batch, answer)
        # Of bytes, what is valid is text, which is what Polars was told.
        return series if series.dtype == dtype else series.cast(dtype)

    return column.map_batches(work, return_dtype=dtype, is_elementwise=True)


def _text(series: pl.Series) -> pl.Series:
    """Make categories text."""
    is_category = series.dtype in (pl.Categorical, getattr(pl, "Enum", pl.Categorical))
    return series.cast(pl.String) if is_category else series


@dataclass(frozen=True)
class _Place:
    """The place of an argument's column."""

    of: int


def _replaced(value: Any, of: Any, change: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - of any argument
    """Change what is of a class in an argument: it may be one, or be the value of a name."""
    if isinstance(value, of):
        return change(value)
    if isinstance(value, (list, tuple)):
        return [_replaced(item, of, change) for item in value]
    if isinstance(value, dict):
        return {name: _replaced(item, of, change) for name, item in value.items()}
    return value


def _dtype(answer: Any) -> Any:  # noqa: ANN401 - a type of Polars, of a type of the table
    """Say of which type an answer is, for a column of text."""
    if isinstance(answer, dict):
        return pl.Struct({name: _dtype(of) for name, of in answer.items()})
    if isinstance(answer, list):
        return pl.List(_dtype(*answer))
    return {"bool": pl.Boolean, "uint16": pl.UInt16, "int64": pl.Int64, "text": pl.String}[answer]


def _plugin_works() -> bool:
    """Whether this Polars can load expressions from the native module."""
    try:
        return pl.select(_plugin("is_valid", [pl.lit("a:"), pl.lit("IRI")])).item() is True
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return False


HAS_PLUGIN = _plugin_works()
"""Whether expressions run without Python; else they are `map_batches`."""

pl.api.register_series_namespace("iri")(accessor({n: getattr(columns, n) for n in NAMES}))
pl.api.register_expr_namespace("iri")(accessor({name: globals()[name] for name in NAMES}))
