//! Percent-encoding of text that is not a reference.

use crate::table::arguments::Argument;
use crate::table::operation::{TextView, Work};
use crate::table::rows;

operations! { ($) with_percent
    quote {
        arguments: &[Argument::safe()],
        work: Work::Text(TextView::Any, rows::quote),
        prepare: rows::safe,
        summary: "Plain text percent-encoded, for a component or by another standard's set.",
        doc: r#"
Like `iriform.quote(row, safe=safe)`. Rows are any text, so `as_` has no meaning.

>>> columns.quote(pa.array(["50% (é/b)"])).to_pylist()
['50%25%20%28%C3%A9%2Fb%29']
>>> columns.quote(pa.array(["50% (é/b)"]), safe="path").to_pylist()
['50%25%20(é/b)']
"#,
    }

    unquote {
        work: Work::Text(TextView::Any, rows::unquote),
        summary: "The decoded text of each row.",
        doc: r#"
Like `iriform.unquote(row)`; null if a `%` is not followed by two digits, and if the octets are not
UTF-8. Rows are any text, so `as_` has no meaning.

>>> columns.unquote(pa.array(["50%25%20a%2Fb", "50%"])).to_pylist()
['50% a/b', None]
"#,
    }
}
