//! The table of the operations on columns. All faces are made from it.
//!
//! A row has the name, the arguments, the default production, the function of `rows` that answers
//! for a row, a sentence for every page, and the rest of the docstring in Python. CONTRIBUTING.md
//! has the recipe for a new one.

use iriform::engine::Level;
use iriform_kernel::Production;

use crate::table::arguments::Argument;
use crate::table::component::Component;
use crate::table::hosts;
use crate::table::operation::{Operation, Work};
use crate::table::paths;
use crate::table::rows;
use crate::table::unchanged;

/// The productions that rows can be validated against, the narrowest first.
pub const PRODUCTIONS: [Production; 4] =
    [Production::URI, Production::IRI, Production::URI_REFERENCE, Production::IRI_REFERENCE];

/// Makes the table, and a macro that passes on the names of its rows: the functions that a plugin
/// exports must be named in its source.
macro_rules! operations {
    (($dollar:tt) $($name:ident { $($row:tt)* })*) => {
        /// All operations, in the order of the documentation.
        pub static OPERATIONS: &[Operation] = &[$(row!($name { $($row)* })),*];

        /// Calls a macro with the names of all operations.
        #[macro_export]
        macro_rules! with_operations {
            ($dollar macro_:ident) => { $dollar macro_! { $($name)* } };
        }
    };
}

impl Operation {
    /// The operation of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATIONS.iter().find(|operation| operation.name == name)
    }
}

/// A row: `unchanged` and `prepare` may be left out.
macro_rules! row {
    ($name:ident {
        arguments: $arguments:expr,
        production: $production:expr,
        work: $work:expr,
        $(unchanged: $unchanged:expr,)?
        $(prepare: $prepare:expr,)?
        summary: $summary:expr,
        doc: $doc:expr,
    }) => {
        Operation {
            name: stringify!($name),
            arguments: $arguments,
            production: $production,
            work: $work,
            unchanged: row!(@optional $($unchanged)?),
            prepare: row!(@optional $($prepare)?),
            summary: $summary,
            doc: $doc,
        }
    };
    (@optional $value:expr) => { Some($value) };
    (@optional) => { None };
}

operations! { ($)
    is_valid {
        arguments: &[],
        production: Production::IRI,
        work: Work::Validity,
        summary: "Whether each row is valid.",
        doc: r#"
As `as_.is_valid` says.

>>> import pyarrow as pa
>>> from iriform import URI, columns
>>> columns.is_valid(pa.array(["http://例え.jp/", "a b"])).to_pylist()
[True, False]
>>> columns.is_valid(pa.array(["http://例え.jp/", "a b"]), as_=URI).to_pylist()
[False, False]
"#,
    }

    errors {
        arguments: &[],
        production: Production::IRI,
        work: Work::Errors,
        summary: "Where and why each row is not valid; null for rows that are.",
        doc: r#"
As `ParseError` says.

A struct of `position`, `start`, `stop` (int64: the position and the span, in code points, or in
bytes of a binary column), `production`, `rule`, `reason`, `message` and `hint` (text; some faults
have no hint). Messages name the characters that are most often wrong, and give the others by number.

>>> import pyarrow as pa
>>> from iriform import columns
>>> error = columns.errors(pa.array(["http://example.com/a b"]))[0].as_py()
>>> error["position"], error["rule"], error["reason"], error["hint"]
(20, 'isegment', 'invalid-character', 'percent-encode it as %20')
>>> error["message"]
'not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)'
"#,
    }

    check {
        arguments: &[Argument::text_or("profile", "default")],
        production: Production::IRI,
        work: Work::Codes,
        prepare: rows::profile,
        summary: "The codes of the findings in each row: a list of text.",
        doc: r#"
As in `row.check(profile)`; empty if there are no findings. Raises ValueError for an unknown
profile.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.check(pa.array(["http://a/\u202egnp.exe", "http://a/", "a b"])).to_pylist()
[['bidi-formatting'], [], None]
"#,
    }

    has_finding {
        arguments: &[Argument::text("code")],
        production: Production::IRI,
        work: Work::Found,
        prepare: rows::rule,
        summary: "Whether the rule of that code finds something in each row.",
        doc: r#"
As in `row.check(…)`, with any profile. Use it in filters. Raises ValueError for an unknown code,
and for `host-confusable-with`, because this rule needs names to compare with:
`row.check(protected=…)`.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://0x7f.1/", "http://a/", "a b"])
>>> columns.has_finding(column, "ipv4-lookalike").to_pylist()
[True, False, None]
"#,
    }

    allows {
        arguments: &[Argument::policy()],
        production: Production::IRI_REFERENCE,
        work: Work::Allowed,
        summary: "Whether a policy allows each row.",
        doc: r#"
As `policy.allows(row)` says: false for a row that is not valid. What rows must match is the
policy's own production; `as_` can only narrow it. In SQL, `policy` is a name that was registered,
`web`, `public-webhook` or `redirect-uri`, or JSON of `policy.to_dict()`.

>>> import pyarrow as pa
>>> from iriform import Policy, columns
>>> column = pa.array(["https://example.org/", "javascript:alert(1)", "a b", None])
>>> columns.allows(column, Policy.WEB).to_pylist()
[True, False, False, None]
"#,
    }

    refusals {
        arguments: &[Argument::policy()],
        production: Production::IRI_REFERENCE,
        work: Work::Refusals,
        summary: "The codes of why a policy refuses each row: a list of text.",
        doc: r#"
As in `policy.refusals(row)`; empty for a row that is allowed. For a row that is not valid it is the
reason of its `ParseError`. `policy` and `as_` are as for `allows`.

>>> import pyarrow as pa
>>> from iriform import Policy, columns
>>> column = pa.array(["https://example.org/", "javascript:alert(1)", "a b", None])
>>> columns.refusals(column, Policy.WEB).to_pylist()
[[], ['scheme-not-allowed', 'host-not-allowed'], ['missing-scheme'], None]
"#,
    }

    components {
        arguments: &[Argument::fields()],
        production: Production::IRI,
        work: Work::Components,
        summary: "Several components of each row in one pass: a struct.",
        doc: r#"
`fields` are names from `COMPONENTS`. The default is all of them; fewer are faster. `port` is
uint16, the others are text.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://example.org:8042/over/there?name=ferret"])
>>> columns.components(column, ["host", "port", "fragment"]).to_pylist()
[{'host': 'example.org', 'port': 8042, 'fragment': None}]
"#,
    }

    scheme {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Scheme),
        summary: "The scheme of each row, as written.",
        doc: r#"
RFC 3986 §3.1.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.scheme(column).to_pylist()
['https', 'urn']
"#,
    }

    authority {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Authority),
        summary: "The authority of each row, without its `//`.",
        doc: r#"
RFC 3986 §3.2.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.authority(column).to_pylist()
['me@example.org:8042', None]
"#,
    }

    userinfo {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Userinfo),
        summary: "The userinfo of each row, without its `@`.",
        doc: r#"
RFC 3986 §3.2.1.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.userinfo(column).to_pylist()
['me', None]
"#,
    }

    host {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Host),
        summary: "The host of each row, as written and with the brackets of an IP-literal.",
        doc: r#"
RFC 3986 §3.2.2.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.host(column).to_pylist()
['example.org', None]
"#,
    }

    port {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Port),
        summary: "The port of each row as a number; null if it is absent, empty or above 65535.",
        doc: r#"
RFC 3986 §3.2.3.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.port(column).to_pylist()
[8042, None]
"#,
    }

    port_text {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::PortText),
        summary: "The digits of the port of each row as written; an empty port gives ''.",
        doc: r#"
RFC 3986 §3.2.3.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.port_text(column).to_pylist()
['8042', None]
"#,
    }

    path {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Path),
        summary: "The path of each row, which may be empty.",
        doc: r#"
RFC 3986 §3.3.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.path(column).to_pylist()
['/over/there', '']
"#,
    }

    query {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Query),
        summary: "The query of each row, without its `?`.",
        doc: r#"
RFC 3986 §3.4.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.query(column).to_pylist()
['name=ferret', None]
"#,
    }

    fragment {
        arguments: &[],
        production: Production::IRI,
        work: Work::Component(Component::Fragment),
        summary: "The fragment of each row, without its `#`.",
        doc: r#"
RFC 3986 §3.5.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.fragment(column).to_pylist()
['nose', None]
"#,
    }

    origin {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(rows::origin),
        summary: "The origin of each row, so that equal texts are the same origin.",
        doc: r#"
As `row.origin` (RFC 6454 §4): scheme, host and port in normal form, without a default port. Null
if there is no host.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.origin(pa.array(["HTTPS://Example.org:443/a", "http://h:8080", "urn:x"])).to_pylist()
['https://example.org', 'http://h:8080', None]
"#,
    }

    host_key {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(hosts::key),
        summary: "The host of each row as name look-up reads it, to join and group by.",
        doc: r#"
As `row.host_key`: equal for two rows exactly where `host_matches` says so. Null without a host.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://BÜCHER.example./a", "http://0x7f.1/", "urn:x"])
>>> columns.host_key(column).to_pylist()
['xn--bcher-kva.example', '127.0.0.1', None]
"#,
    }

    host_kind {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(hosts::kind),
        summary: "The kind of the host of each row, as the grammar tells it.",
        doc: r#"
As `row.host_kind`: `reg-name`, `IPv4address`, `IPv6address` or `IPvFuture`; null without a host.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.host_kind(pa.array(["http://a/", "http://[::1]/", "urn:x"])).to_pylist()
['reg-name', 'IPv6address', None]
"#,
    }

    host_ip {
        arguments: &[Argument::flag("lookup", false)],
        production: Production::IRI,
        work: Work::Text(hosts::ip),
        summary: "The address that the host of each row is, in normal form.",
        doc: r#"
As `row.host_ip(lookup=lookup)`, as text: an IPv6 address as in RFC 5952. Null for other hosts.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://[::0:1]/", "http://0x7f.1/", "http://a/"])
>>> columns.host_ip(column).to_pylist()
['::1', None, None]
>>> columns.host_ip(column, lookup=True).to_pylist()
['::1', '127.0.0.1', None]
"#,
    }

    host_matches {
        arguments: &[Argument::text("name")],
        production: Production::IRI,
        work: Work::Truth(hosts::matches),
        prepare: hosts::names,
        summary: "Whether the host of each row is that host to name look-up.",
        doc: r#"
As `row.host_matches(name)`; false without a host.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://EXAMPLE.org./", "http://example.com/", "urn:x", "a b"])
>>> columns.host_matches(column, "example.org").to_pylist()
[True, False, False, None]
"#,
    }

    host_is_within {
        arguments: &[Argument::texts("names")],
        production: Production::IRI,
        work: Work::Truth(hosts::is_within),
        prepare: hosts::names,
        summary: "Whether the host of each row is one of these or a name below one.",
        doc: r#"
As `row.host_is_within(*names)`; false without a host. It takes no longer for many names than for one.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://www.example.org/", "http://notexample.org/", "urn:x", "a b"])
>>> columns.host_is_within(column, "example.org", "example.com").to_pylist()
[True, False, False, None]
"#,
    }

    user {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(hosts::user),
        summary: "The user in the userinfo of each row, decoded.",
        doc: r#"
As `row.user`; null without a userinfo, and if its octets are not UTF-8.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.user(pa.array(["ftp://anna:x@h/", "ftp://h/"])).to_pylist()
['anna', None]
"#,
    }

    password {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(hosts::password),
        summary: "The password in the userinfo of each row, decoded.",
        doc: r#"
As `row.password`; null without one, and if its octets are not UTF-8.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.password(pa.array(["ftp://anna:s%3Ac@h/", "ftp://anna@h/"])).to_pylist()
['s:c', None]
"#,
    }

    redacted {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(rows::redacted),
        summary: "Each row with the secret in its userinfo replaced by `***`, for logs.",
        doc: r#"
As `row.redacted()`.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.redacted(pa.array(["ftp://anna:secret@h/", "http://h/"])).to_pylist()
['ftp://anna:***@h/', 'http://h/']
"#,
    }

    registrable_domain {
        arguments: &[Argument::flag("private", true)],
        production: Production::IRI,
        work: Work::Text(hosts::registrable_domain),
        prepare: hosts::suffixes,
        summary: "The registrable domain of the host of each row, by the public suffix list.",
        doc: r#"
As `row.registrable_domain(private=private)`: the public suffix and the label before it, in ASCII;
null for an address and for a public suffix.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://www.example.co.uk/a", "http://anna.github.io/", "http://127.0.0.1/"])
>>> columns.registrable_domain(column).to_pylist()
['example.co.uk', 'anna.github.io', None]
>>> columns.registrable_domain(column, private=False).to_pylist()
['example.co.uk', 'github.io', None]
"#,
    }

    public_suffix {
        arguments: &[Argument::flag("private", true)],
        production: Production::IRI,
        work: Work::Text(hosts::public_suffix),
        prepare: hosts::suffixes,
        summary: "The public suffix of the host of each row, under which anybody may register names.",
        doc: r#"
As `row.public_suffix(private=private)`, in ASCII; null for an address.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://www.example.co.uk/a", "http://anna.github.io/", "http://127.0.0.1/"])
>>> columns.public_suffix(column).to_pylist()
['co.uk', 'github.io', None]
"#,
    }

    subdomain {
        arguments: &[Argument::flag("private", true)],
        production: Production::IRI,
        work: Work::Text(hosts::subdomain),
        prepare: hosts::suffixes,
        summary: "What stands before the registrable domain in the host of each row.",
        doc: r#"
As `row.subdomain(private=private)`, in ASCII; null if nothing does, and if there is no registrable
domain.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://a.b.example.co.uk/", "http://example.co.uk/", "http://127.0.0.1/"])
>>> columns.subdomain(column).to_pylist()
['a.b', None, None]
"#,
    }

    domain_labels {
        arguments: &[],
        production: Production::IRI,
        work: Work::Texts(hosts::domain_labels),
        summary: "The labels of the domain name of each row: a list of text.",
        doc: r#"
As `row.domain_labels`, in ASCII and lower case; null for an address.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.domain_labels(pa.array(["http://www.Example.co.uk/a", "http://127.0.0.1/"])).to_pylist()
[['www', 'example', 'co', 'uk'], None]
"#,
    }

    resolve {
        arguments: &[Argument::base(), Argument::flag("strict", true)],
        production: Production::IRI_REFERENCE,
        work: Work::Text(rows::resolve),
        unchanged: unchanged::resolve,
        summary: "The target of each row, as a reference in a document at `base`.",
        doc: r#"
As `base.resolve(row)` (RFC 3986 §5.2).

`base` is text or a column. Text must have a scheme, else ParseError is raised. A column must have
as many rows, each the base of its row; a base that is null or not valid gives null.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.resolve(pa.array(["../g", "?y", "a b"]), "http://a/b/c/d;p?q").to_pylist()
['http://a/b/g', 'http://a/b/c/d;p?y', None]
"#,
    }

    relative_to {
        arguments: &[Argument::base(), Argument::form(), Argument::root("within")],
        production: Production::IRI,
        work: Work::Text(rows::relative_to),
        prepare: rows::relative,
        summary: "The shortest reference that leads to each row from `base`.",
        doc: r#"
As `row.relative_to(base, form=form, within=within)`: `form` chooses another reference than the
shortest, and `within` is a folder that references do not leave.

`base` is text or a column, as for `resolve`. Null if no reference of that form leads there.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://a/b/x?q"])
>>> columns.relative_to(column, "http://a/b/c/d").to_pylist()
['../x?q']
>>> columns.relative_to(column, "http://a/b/c/d", form="absolute-path").to_pylist()
['/b/x?q']
"#,
    }

    normalize {
        arguments: &[Argument::level(Level::Syntax)],
        production: Production::IRI,
        work: Work::Text(rows::normalize),
        unchanged: unchanged::normalize,
        summary: "The normal form of each row.",
        doc: r#"
As `row.normalized(level)` (RFC 3986 §6.2).

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.normalize(pa.array(["HTTP://Example.COM:80/%7Ea/../b"]), "scheme").to_pylist()
['http://example.com/b']
"#,
    }

    comparison_key {
        arguments: &[Argument::level(Level::Syntax)],
        production: Production::IRI,
        work: Work::Text(rows::comparison_key),
        unchanged: unchanged::comparison_key,
        summary: "Text that is the same for two rows exactly if they are equivalent.",
        doc: r#"
As `row.comparison_key(level)`.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.comparison_key(pa.array(["http://a/é", "HTTP://a/%c3%a9"])).unique().to_pylist()
['http://a/%C3%A9']
"#,
    }

    to_uri {
        arguments: &[Argument::flag("idna", false)],
        production: Production::IRI,
        work: Work::Text(rows::to_uri),
        unchanged: unchanged::to_uri,
        summary: "Each row as a URI.",
        doc: r#"
As `row.to_uri(idna=idna)` (RFC 3987 §3.1).

Null if `idna` is set and the host cannot become a domain name.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.to_uri(pa.array(["http://résumé.example.org/é"]), idna=True).to_pylist()
['http://xn--rsum-bpad.example.org/%C3%A9']
"#,
    }

    to_iri {
        arguments: &[Argument::flag("idna", false)],
        production: Production::IRI,
        work: Work::Text(rows::to_iri),
        unchanged: unchanged::to_iri,
        summary: "Each row as an IRI.",
        doc: r#"
As `row.to_iri(idna=idna)` (RFC 3987 §3.2).

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.to_iri(pa.array(["http://example.org/D%C3%BCrst%2F"])).to_pylist()
['http://example.org/Dürst%2F']
"#,
    }

    repair {
        arguments: &[],
        production: Production::IRI,
        work: Work::TextOfInvalid(rows::repair),
        summary: "The reference that each row was probably meant to be; null if that would be a guess.",
        doc: r#"
As `as_.repair(row).value`.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.repair(pa.array([" http://example.org/a b", "http://a:b:c/"])).to_pylist()
['http://example.org/a%20b', None]
"#,
    }

    query_value {
        arguments: &[Argument::text("name")],
        production: Production::IRI,
        work: Work::Text(rows::query_value),
        summary: "The first value of that name in the query of each row, decoded.",
        doc: r#"
Decoded as in `row.query.pairs()`.

Null if there is no such value, or if its octets are not UTF-8. `name` is plain text.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.query_value(pa.array(["http://a/?q=J%C3%B6+Q&q=2", "http://a/"]), "q").to_pylist()
['Jö Q', None]
"#,
    }

    query_values {
        arguments: &[Argument::text("name")],
        production: Production::IRI,
        work: Work::Texts(rows::query_values),
        summary: "All values of that name in the query of each row, decoded: a list of text.",
        doc: r#"
Decoded as in `row.query.get_all(name)`; empty if there is none. `name` is plain text.

A value is null if its octets are not UTF-8.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.query_values(pa.array(["http://a/?tag=x&tag=y+z", "http://a/", "a b"]), "tag").to_pylist()
[['x', 'y z'], [], None]
"#,
    }

    pairs {
        arguments: &[],
        production: Production::IRI,
        work: Work::Records(&["name", "value"], rows::pairs),
        summary: "The names and values in the query of each row, decoded: a list of structs.",
        doc: r#"
As `row.query.pairs()`; empty if there is no query. A struct has `name` and `value` (text).

A name or a value is null if its octets are not UTF-8.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.pairs(pa.array(["http://a/?q=J%C3%B6+Q&x", "http://a/"])).to_pylist()
[[{'name': 'q', 'value': 'Jö Q'}, {'name': 'x', 'value': ''}], []]
"#,
    }

    segments {
        arguments: &[],
        production: Production::IRI,
        work: Work::Texts(paths::segments),
        summary: "The segments of the path of each row, as written: a list of text.",
        doc: r#"
As `row.segments`.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.segments(pa.array(["http://h/a/b%20c", "http://h/a/", "http://h"])).to_pylist()
[['a', 'b%20c'], ['a', ''], []]
"#,
    }

    name {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(paths::name),
        summary: "The last segment of the path of each row, as written.",
        doc: r#"
As `row.name`; null if there is no segment or it is empty.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.name(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
['b.tar.gz', None]
"#,
    }

    stem {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(paths::stem),
        summary: "The name of each row without its suffix, as written.",
        doc: r#"
As `row.stem`; null if there is no name.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.stem(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
['b.tar', None]
"#,
    }

    suffix {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(paths::suffix),
        summary: "The end of the name of each row from its last dot; '' if there is none.",
        doc: r#"
As `row.suffix`.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.suffix(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
['.gz', '']
"#,
    }

    parents {
        arguments: &[],
        production: Production::IRI,
        work: Work::Texts(paths::parents),
        summary: "The parent of each row, its parent and so on, the nearest first: a list of text.",
        doc: r#"
As `row.parents`, without query and fragment.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.parents(pa.array(["http://h/a/b?q", "http://h/"])).to_pylist()
[['http://h/a', 'http://h/'], []]
"#,
    }

    request_target {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(paths::request_target),
        summary: "Path and query of each row as HTTP sends them.",
        doc: r#"
As `row.request_target` (RFC 9112 §3.2.1); null for a path that does not begin with a slash.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.request_target(pa.array(["http://h?q=é#f", "http://h/a", "urn:x"])).to_pylist()
['/?q=%C3%A9', '/a', None]
"#,
    }

    sorted_query {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(rows::sorted_query),
        unchanged: unchanged::sorted_query,
        summary: "Each row with the pairs of its query in the order of their names and values.",
        doc: r#"
As `row.sorted_query()`. Empty pieces go, and percent-encoding is in its normal form.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.sorted_query(pa.array(["http://h/?b=%7e&&a=2&a=1"])).to_pylist()
['http://h/?a=1&a=2&b=~']
"#,
    }

    without_query {
        arguments: &[Argument::texts("patterns")],
        production: Production::IRI,
        work: Work::Text(rows::without_query),
        unchanged: unchanged::without_query,
        summary: "Each row without its query, or without the pairs of these names.",
        doc: r#"
As `row.without_query(*patterns)`. A fragment stays.

In a pattern `*` stands for any characters and `?` for one. The other pairs stay as they are
written, and empty pieces go.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://a/b?utm_source=x&id=1#d"])
>>> columns.without_query(column).to_pylist()
['http://a/b#d']
>>> columns.without_query(column, "utm_*", "fbclid").to_pylist()
['http://a/b?id=1#d']
"#,
    }

    without_fragment {
        arguments: &[],
        production: Production::IRI,
        work: Work::Text(rows::without_fragment),
        unchanged: unchanged::without_fragment,
        summary: "Each row without its fragment.",
        doc: r#"
As `row.without_fragment()`.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.without_fragment(pa.array(["http://a/b?c#d"])).to_pylist()
['http://a/b?c']
"#,
    }

    purl {
        arguments: &[],
        production: Production::IRI,
        work: Work::Record(rows::PURL, rows::purl),
        summary: "The components of each row that is a package URL: a struct.",
        doc: r#"
As `row.purl`: `type`, `namespace`, `name`, `version` and `subpath`, decoded and as the type of the
package writes them; null for any other row. `qualifiers` is their text, as it is written:
`query_value(column, "arch")` gives the value of one.

>>> import pyarrow as pa
>>> from iriform import columns
>>> purls = pa.array(["pkg:npm/%40angular/core@19.0.0", "pkg:npm/@angular/core"])
>>> columns.purl(purls).field("name").to_pylist()
['core', None]
>>> columns.purl(columns.purl_canonical(purls)).field("namespace").to_pylist()
['@angular', '@angular']
"#,
    }

    purl_canonical {
        arguments: &[],
        production: Production::IRI,
        work: Work::TextOfText(rows::purl_canonical),
        summary: "The canonical package URL that each row is equivalent to; null if there is none.",
        doc: r#"
As `PURL.repair(row).value`, of a row that is valid.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.purl_canonical(pa.array(["pkg:PyPI/Django_Filter@1", "urn:x:y"])).to_pylist()
['pkg:pypi/django-filter@1', None]
"#,
    }

    compress {
        arguments: &[Argument::prefixes(), Argument::syntax()],
        production: Production::IRI,
        work: Work::TextOfText(rows::compress),
        prepare: rows::compact,
        summary: "Each row in compact form, by the longest namespace that it begins with.",
        doc: r#"
As `prefixes.compress(row, syntax=syntax)`; null if no namespace fits.

`prefixes` is a `PrefixMap`, or a mapping of names to IRIs.

>>> import pyarrow as pa
>>> from iriform import PrefixMap, columns
>>> prefixes = PrefixMap({"dbr": "http://dbpedia.org/resource/"})
>>> columns.compress(pa.array(["http://dbpedia.org/resource/Paris", "urn:x"]), prefixes).to_pylist()
['dbr:Paris', None]
"#,
    }

    expand {
        arguments: &[Argument::prefixes(), Argument::syntax()],
        production: Production::IRI,
        work: Work::ValidText(rows::expand),
        prepare: rows::compact,
        summary: "The IRI that each compact row stands for.",
        doc: r#"
As `prefixes.expand(row, syntax=syntax)`; null for an unknown prefix, for text that is not compact,
and for a result that is not valid. `as_` is the type that the results must be valid for.

This is the inverse of `compress`, and `prefixes` is as there.

>>> import pyarrow as pa
>>> from iriform import columns
>>> prefixes = {"dbr": "http://dbpedia.org/resource/"}
>>> columns.expand(pa.array(["dbr:Paris", "dbo:City", "dbr:a b"]), prefixes).to_pylist()
['http://dbpedia.org/resource/Paris', None, None]
"#,
    }

    match_template {
        arguments: &[
            Argument::template(),
            Argument::flag("allow_encoded_separators", false),
            Argument::query(),
            Argument::extra(),
            Argument::flag("plus", false),
        ],
        production: Production::IRI_REFERENCE,
        work: Work::Variables,
        prepare: rows::requests,
        summary: "The variables of a URI template in each row that matches it: a struct.",
        doc: r#"
The values are those of `template.match(row)`; null for a row that does not match. The struct has
a field for each variable, null where it is undefined. A field is text; with `*` it is a list of
text, or a list of structs of `name` and `value` after `;`, `?` and `&`.

A list where the type is text, such as `a,b` for `{x}`, is the text with its commas. `template` is a
`URITemplate` or its text, with at least one variable; raises ParseError if it is not valid.

With `query="any-order"`, rows are requests as they come, as in `URITemplate.match`: the pairs of the
query stand in any order. Pairs that the template does not have are left out, or with
`extra="refuse"` such a row does not match.

>>> import pyarrow as pa
>>> from iriform import columns
>>> column = pa.array(["http://a/users/anna/files/x/y?page=2", "http://a/users/"])
>>> columns.match_template(column, "http://a/users/{user}/files{/path*}{?page}").to_pylist()
[{'user': 'anna', 'path': ['x', 'y'], 'page': '2'}, None]
"#,
    }

    expand_template {
        arguments: &[Argument::template()],
        production: Production::URI_REFERENCE,
        work: Work::Expansion,
        summary: "The expansion of a URI template by each row of a struct column or a table.",
        doc: r#"
As `template.expand(row)`; null where the result is not valid. `template.expand` of that row raises
the error that says why. The column has a field for each variable. A null or a field that is not
there is undefined (RFC 6570 §2.3). Fields are text, integers, floats, bools, or lists, maps or
lists of pairs of these.

`as_` is the type that the results must be valid for; with `IRI` or `IRIReference` the template is
expanded as by `expand_iri`. This is the inverse of `match_template`, and `template` is as there.
Raises ValueError for a prefix of lists or pairs (`{x:3}`).

>>> import pyarrow as pa
>>> from iriform import columns
>>> values = pa.table({"user": ["anna", "jörg m"], "page": [2, None]})
>>> columns.expand_template(values, "http://a/users/{user}{?page}").to_pylist()
['http://a/users/anna?page=2', 'http://a/users/j%C3%B6rg%20m']
"#,
    }
}
