//! Rows with a part replaced or removed.

use crate::table::arguments::Argument;
use crate::table::component::Component;
use crate::table::operation::{TextView, Work};
use crate::table::rows;
use crate::table::unchanged;

operations! { ($) with_edits
    with_parts {
        arguments: &[
            Argument::part_or_not(Component::Scheme),
            Argument::part_or_not(Component::Authority),
            Argument::part_or_not(Component::Userinfo),
            Argument::part_or_not(Component::Host),
            Argument::part_or_not(Component::Port),
            Argument::part_or_not(Component::Path),
            Argument::part_or_not(Component::Query),
            Argument::part_or_not(Component::Fragment),
        ],
        work: Work::Text(TextView::Parsed, rows::with_parts),
        prepare: rows::authority_or_parts,
        summary: "Each row with these parts replaced.",
        doc: r#"
Like `row.with_parts(…)`. A part is encoded text, or a column of such texts; None or null removes
the part. Omitted parts stay.

Null if the parts do not go together, or if a part of a column is invalid, or its path null.

>>> column = pa.array(["http://h:80/a?b", "http://i/"])
>>> columns.with_parts(column, scheme="https", port=None, query=pa.array(["q", None])).to_pylist()
['https://h/a?q', 'https://i/']
"#,
    }

    with_host {
        arguments: &[Argument::part(Component::Host)],
        work: Work::Text(TextView::Parsed, rows::with_parts),
        summary: "Each row with this host.",
        doc: r#"
Like `row.with_host(host)`. The host is encoded text, or a column of such texts.

Null if a row has a path that cannot follow a host, or if a host of a column is invalid. None or
null removes the host with its two slashes, and gives null for a row with a userinfo or a port.

>>> column = pa.array(["http://a@h:80/b", "http://i/", "urn:x"])
>>> columns.with_host(column, "example.org").to_pylist()
['http://a@example.org:80/b', 'http://example.org/', None]
>>> columns.with_host(column, pa.array(["é.example", "a b", "h"])).to_pylist()
['http://a@é.example:80/b', None, None]
"#,
    }

    update_query {
        arguments: &[Argument::pairs()],
        work: Work::Text(TextView::Parsed, rows::update_query),
        summary: "Each row with these pairs in place of all pairs that have the same names in its query.",
        doc: r#"
Like `row.update_query(pairs)`. `pairs` is a mapping or a list of pairs. A value is plain text or a
number, a column of texts, None, or a list of these. None or null writes the name alone, and an
empty list removes the pairs of the name.

>>> column = pa.array(["http://h/?page=1&q=a%2Bb", "http://h/"])
>>> columns.update_query(column, {"page": 2, "by": pa.array(["name", "é&"])}).to_pylist()
['http://h/?page=2&q=a%2Bb&by=name', 'http://h/?page=2&by=é%26']
"#,
    }

    sorted_query {
        work: Work::Text(TextView::Parsed, rows::sorted_query),
        unchanged: unchanged::sorted_query,
        summary: "Each row with the pairs of its query sorted by name and value.",
        doc: r#"
Like `row.sorted_query()`. Empty pieces are removed, and percent-encoding is in normal form.

>>> columns.sorted_query(pa.array(["http://h/?b=%7e&&a=2&a=1"])).to_pylist()
['http://h/?a=1&a=2&b=~']
"#,
    }

    without_query {
        arguments: &[Argument::texts("patterns")],
        work: Work::Text(TextView::Parsed, rows::without_query),
        unchanged: unchanged::without_query,
        summary: "Each row without its query, or without the pairs of these names.",
        doc: r#"
Like `row.without_query(*patterns)`. A fragment stays.

In a pattern `*` stands for any characters and `?` for one. The other pairs are unchanged, and empty
pieces are removed.

>>> column = pa.array(["http://a/b?utm_source=x&id=1#d"])
>>> columns.without_query(column).to_pylist()
['http://a/b#d']
>>> columns.without_query(column, "utm_*", "fbclid").to_pylist()
['http://a/b?id=1#d']
"#,
    }

    without_fragment {
        work: Work::Text(TextView::Parsed, rows::without_fragment),
        unchanged: unchanged::without_fragment,
        summary: "Each row without its fragment.",
        doc: r#"
Like `row.without_fragment()`.

>>> columns.without_fragment(pa.array(["http://a/b?c#d"])).to_pylist()
['http://a/b?c']
"#,
    }
}
