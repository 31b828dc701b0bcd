//! Hosts, and the other parts of the authority.

use crate::table::arguments::Argument;
use crate::table::hosts;
use crate::table::operation::{TextView, Work};
use crate::table::rows;

operations! { ($) with_hosts
    origin {
        work: Work::Text(TextView::Plain(|parts| 0..parts.path_start as usize), rows::origin),
        summary: "The origin of each row; equal texts are the same origin.",
        doc: r#"
Like `row.origin` (RFC 6454 §4): scheme, host and port in normal form, without a default port. Null
if there is no host.

>>> columns.origin(pa.array(["HTTPS://Example.org:443/a", "http://h:8080", "urn:x"])).to_pylist()
['https://example.org', 'http://h:8080', None]
"#,
    }

    host_key {
        work: Work::Text(TextView::Plain(|parts| parts.host().unwrap_or_default()), hosts::key),
        summary: "The host of each row as name look-up reads it, for joins and groups.",
        doc: r#"
Like `row.host_key`: equal for two rows exactly if `host_matches` is true. Null without a host, and
if the authority is not a name of the DNS, as in `s3:`.

>>> column = pa.array(["http://BÜCHER.example./a", "http://0x7f.1/", "urn:x"])
>>> columns.host_key(column).to_pylist()
['xn--bcher-kva.example', '127.0.0.1', None]
"#,
    }

    host_kind {
        work: Work::Text(TextView::Authority, hosts::kind),
        summary: "The kind of the host of each row, by the grammar.",
        doc: r#"
Like `row.host_kind`: `reg-name`, `IPv4address`, `IPv6address` or `IPvFuture`; null without a host.

>>> columns.host_kind(pa.array(["http://a/", "http://[::1]/", "urn:x"])).to_pylist()
['reg-name', 'IPv6address', None]
"#,
    }

    host_ip {
        arguments: &[Argument::flag("lookup", false)],
        work: Work::Text(TextView::Authority, hosts::ip),
        summary: "The address of the host of each row, in normal form.",
        doc: r#"
Like `row.host_ip(lookup=lookup)`, as text: an IPv6 address as in RFC 5952. Null for other hosts.

>>> column = pa.array(["http://[::0:1]/", "http://0x7f.1/", "http://a/"])
>>> columns.host_ip(column).to_pylist()
['::1', None, None]
>>> columns.host_ip(column, lookup=True).to_pylist()
['::1', '127.0.0.1', None]
"#,
    }

    host_matches {
        arguments: &[Argument::text("name")],
        work: Work::Truth(hosts::matches),
        prepare: hosts::name,
        summary: "True for each row whose host is the same for name look-up.",
        doc: r#"
Like `row.host_matches(name)`; false without a host.

>>> column = pa.array(["http://EXAMPLE.org./", "http://example.com/", "urn:x", "a b"])
>>> columns.host_matches(column, "example.org").to_pylist()
[True, False, False, None]
"#,
    }

    host_is_within {
        arguments: &[Argument::texts("names")],
        work: Work::Truth(hosts::is_within),
        prepare: hosts::names,
        summary: "True for each row whose host is one of these or a name below one.",
        doc: r#"
Like `row.host_is_within(*names)`; false without a host. Many names take no longer than one.

>>> column = pa.array(["http://www.example.org/", "http://notexample.org/", "urn:x", "a b"])
>>> columns.host_is_within(column, "example.org", "example.com").to_pylist()
[True, False, False, None]
"#,
    }

    user {
        work: Work::Text(TextView::Authority, hosts::user),
        summary: "The user in the userinfo of each row, decoded.",
        doc: r#"
Like `row.user`; null without a userinfo, and if its octets are not UTF-8.

>>> columns.user(pa.array(["ftp://anna:x@h/", "ftp://h/"])).to_pylist()
['anna', None]
"#,
    }

    password {
        work: Work::Text(TextView::Authority, hosts::password),
        summary: "The password in the userinfo of each row, decoded.",
        doc: r#"
Like `row.password`; null without one, and if its octets are not UTF-8.

>>> columns.password(pa.array(["ftp://anna:s%3Ac@h/", "ftp://anna@h/"])).to_pylist()
['s:c', None]
"#,
    }

    masked {
        arguments: &[Argument::masking()],
        work: Work::Text(TextView::Any, rows::masked),
        prepare: rows::masking,
        summary: "Each row with `***` for each secret in it, for logs and for publication.",
        doc: r#"
Like `iriform.security.masked(row, what)`: passwords, tokens before a host, the values of pairs in
query and fragment whose names mark a secret, and the paths of webhooks; with `what="password"`,
only passwords and tokens before a host. Rows are any text, so `as_` has no meaning, and a row that
is not a reference is masked as well.

>>> column = pa.array(["ftp://anna:secret@h/?sig=x&page=2", "GET http://u:pw@h/ 200"])
>>> columns.masked(column).to_pylist()
['ftp://anna:***@h/?sig=***&page=2', 'GET http://u:***@h/ 200']
>>> columns.masked(column, what="password").to_pylist()
['ftp://anna:***@h/?sig=x&page=2', 'GET http://u:***@h/ 200']
"#,
    }

    registrable_domain {
        arguments: &[Argument::flag("private", true)],
        work: Work::Text(TextView::Authority, hosts::registrable_domain),
        reads_lists: true,
        prepare: hosts::suffixes,
        summary: "The registrable domain of the host of each row, by the public suffix list.",
        doc: r#"
Like `row.registrable_domain(private=private)`: the public suffix and the label before it, in ASCII;
null for an address and for a public suffix.

>>> column = pa.array(["http://www.example.co.uk/a", "http://anna.github.io/", "http://127.0.0.1/"])
>>> columns.registrable_domain(column).to_pylist()
['example.co.uk', 'anna.github.io', None]
>>> columns.registrable_domain(column, private=False).to_pylist()
['example.co.uk', 'github.io', None]
"#,
    }

    public_suffix {
        arguments: &[Argument::flag("private", true)],
        work: Work::Text(TextView::Authority, hosts::public_suffix),
        reads_lists: true,
        prepare: hosts::suffixes,
        summary: "The public suffix of the host of each row, under which anybody may register names.",
        doc: r#"
Like `row.public_suffix(private=private)`, in ASCII; null for an address.

>>> column = pa.array(["http://www.example.co.uk/a", "http://anna.github.io/", "http://127.0.0.1/"])
>>> columns.public_suffix(column).to_pylist()
['co.uk', 'github.io', None]
"#,
    }

    subdomain {
        arguments: &[Argument::flag("private", true)],
        work: Work::Text(TextView::Authority, hosts::subdomain),
        reads_lists: true,
        prepare: hosts::suffixes,
        summary: "The labels before the registrable domain in the host of each row.",
        doc: r#"
Like `row.subdomain(private=private)`, in ASCII; null if there are none, and if there is no
registrable domain.

>>> column = pa.array(["http://a.b.example.co.uk/", "http://example.co.uk/", "http://127.0.0.1/"])
>>> columns.subdomain(column).to_pylist()
['a.b', None, None]
"#,
    }

    domain_labels {
        work: Work::List(&[], hosts::domain_labels),
        summary: "The labels of the domain name of each row: a list of text.",
        doc: r#"
Like `row.domain_labels`, in ASCII and lower case; null for an address.

>>> columns.domain_labels(pa.array(["http://www.Example.co.uk/a", "http://127.0.0.1/"])).to_pylist()
[['www', 'example', 'co', 'uk'], None]
"#,
    }
}
