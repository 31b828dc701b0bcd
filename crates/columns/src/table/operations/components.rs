//! The components of rows.

use crate::table::arguments::Argument;
use crate::table::component::Component;
use crate::table::operation::Work;

operations! { ($) with_components
    components {
        arguments: &[Argument::fields()],
        work: Work::Components(None),
        summary: "Several components of each row in one pass: a struct.",
        doc: r#"
`fields` are names from `COMPONENTS`. The default is all of them; fewer are faster. `port` is
uint16, the others are text.

>>> column = pa.array(["https://example.org:8042/over/there?name=ferret"])
>>> columns.components(column, ["host", "port", "fragment"]).to_pylist()
[{'host': 'example.org', 'port': 8042, 'fragment': None}]
"#,
    }

    scheme {
        work: Work::Components(Some(Component::Scheme)),
        summary: "The scheme of each row, as written.",
        doc: r#"
RFC 3986 §3.1.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.scheme(column).to_pylist()
['https', 'urn']
"#,
    }

    authority {
        work: Work::Components(Some(Component::Authority)),
        summary: "The authority of each row, without its `//`.",
        doc: r#"
RFC 3986 §3.2.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.authority(column).to_pylist()
['me@example.org:8042', None]
"#,
    }

    userinfo {
        work: Work::Components(Some(Component::Userinfo)),
        summary: "The userinfo of each row, without its `@`.",
        doc: r#"
RFC 3986 §3.2.1.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.userinfo(column).to_pylist()
['me', None]
"#,
    }

    host {
        work: Work::Components(Some(Component::Host)),
        summary: "The host of each row, as written and with the brackets of an IP-literal.",
        doc: r#"
RFC 3986 §3.2.2.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.host(column).to_pylist()
['example.org', None]
"#,
    }

    port {
        work: Work::Components(Some(Component::Port)),
        summary: "The port of each row as a number; null if it is absent, empty or above 65535.",
        doc: r#"
RFC 3986 §3.2.3.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.port(column).to_pylist()
[8042, None]
"#,
    }

    port_text {
        work: Work::Components(Some(Component::PortText)),
        summary: "The digits of the port of each row as written; an empty port gives ''.",
        doc: r#"
RFC 3986 §3.2.3.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.port_text(column).to_pylist()
['8042', None]
"#,
    }

    path {
        work: Work::Components(Some(Component::Path)),
        summary: "The path of each row, which may be empty.",
        doc: r#"
RFC 3986 §3.3.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.path(column).to_pylist()
['/over/there', '']
"#,
    }

    query {
        work: Work::Components(Some(Component::Query)),
        summary: "The query of each row, without its `?`.",
        doc: r#"
RFC 3986 §3.4.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.query(column).to_pylist()
['name=ferret', None]
"#,
    }

    fragment {
        work: Work::Components(Some(Component::Fragment)),
        summary: "The fragment of each row, without its `#`.",
        doc: r#"
RFC 3986 §3.5.

>>> column = pa.array(["https://me@example.org:8042/over/there?name=ferret#nose", "urn:"])
>>> columns.fragment(column).to_pylist()
['nose', None]
"#,
    }
}
