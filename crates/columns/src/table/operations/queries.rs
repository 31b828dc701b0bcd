//! Queries as pairs of names and values.

use crate::table::arguments::Argument;
use crate::table::operation::{TextView, Work};
use crate::table::rows;

operations! { ($) with_queries
    query_value {
        arguments: &[Argument::text("name")],
        work: Work::Text(TextView::Parsed, rows::query_value),
        summary: "The first value of a name in the query of each row, decoded.",
        doc: r#"
Decoded as in `row.query.pairs()`.

Null if there is no such value, or if its octets are not UTF-8. `name` is plain text.

>>> columns.query_value(pa.array(["http://a/?q=J%C3%B6+Q&q=2", "http://a/"]), "q").to_pylist()
['Jö Q', None]
"#,
    }

    query_values {
        arguments: &[Argument::text("name")],
        work: Work::List(&[], rows::query_values),
        summary: "All values of a name in the query of each row, decoded: a list of text.",
        doc: r#"
Decoded as in `row.query.get_all(name)`; empty if there is none. `name` is plain text.

A value is null if its octets are not UTF-8.

>>> columns.query_values(pa.array(["http://a/?tag=x&tag=y+z", "http://a/", "a b"]), "tag").to_pylist()
[['x', 'y z'], [], None]
"#,
    }

    pairs {
        work: Work::List(&["name", "value"], rows::pairs),
        summary: "The names and values in the query of each row, decoded: a list of structs.",
        doc: r#"
Like `row.query.pairs()`; empty if there is no query. A struct has `name` and `value` (text).

A name or a value is null if its octets are not UTF-8.

>>> columns.pairs(pa.array(["http://a/?q=J%C3%B6+Q&x", "http://a/"])).to_pylist()
[[{'name': 'q', 'value': 'Jö Q'}, {'name': 'x', 'value': ''}], []]
"#,
    }
}
