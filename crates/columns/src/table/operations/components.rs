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
`fields` are names from `COMPONENTS`. By default it has all of them; fewer are faster. `port` is
uint16; the others are text.

>>> column = pa.array(["https://example.org:8042/over/there?name=ferret"])
>>> columns.components(column, ["host", "port", "fragment"]).to_pylist()
[{'host': 'example.org', 'port': 8042, 'fragment': None}]
"#,
    }

    scheme {
        component: Component::Scheme,
        clause: "§3.1",
        summary: "The scheme of each row, as written.",
        example: "['https', 'urn']",
    }

    authority {
        component: Component::Authority,
        clause: "§3.2",
        summary: "The authority of each row, without its `//`.",
        example: "['me@example.org:8042', None]",
    }

    userinfo {
        component: Component::Userinfo,
        clause: "§3.2.1",
        summary: "The userinfo of each row, without its `@`.",
        example: "['me', None]",
    }

    host {
        component: Component::Host,
        clause: "§3.2.2",
        summary: "The host of each row, as written and with the brackets of an IP-literal.",
        example: "['example.org', None]",
    }

    port {
        component: Component::Port,
        clause: "§3.2.3",
        summary: "The port of each row as a number; null if it is absent, empty or above 65535.",
        example: "[8042, None]",
    }

    port_text {
        component: Component::PortText,
        clause: "§3.2.3",
        summary: "The digits of the port of each row as written; an empty port gives ''.",
        example: "['8042', None]",
    }

    path {
        component: Component::Path,
        clause: "§3.3",
        summary: "The path of each row, which may be empty.",
        example: "['/over/there', '']",
    }

    query {
        component: Component::Query,
        clause: "§3.4",
        summary: "The query of each row, without its `?`.",
        example: "['name=ferret', None]",
    }

    fragment {
        component: Component::Fragment,
        clause: "§3.5",
        summary: "The fragment of each row, without its `#`.",
        example: "['nose', None]",
    }
}
