//! Rows with another part, or without one.

use iriform_kernel::Production;

use crate::table::arguments::Argument;
use crate::table::operation::Work;
use crate::table::rows;
use crate::table::unchanged;

operations! { ($) with_edits
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
}
