//! Percent-encoding of text that is no reference.

use iriform_kernel::ReferenceKind;

use crate::table::arguments::Argument;
use crate::table::operation::{View, Work};
use crate::table::rows;

operations! { ($) with_percent
    quote {
        arguments: &[Argument::safe()],
        production: ReferenceKind::IRI,
        work: Work::Text(View::Any, rows::quote),
        prepare: rows::safe,
        summary: "Plain text percent-encoded, for a component or by another standard's set.",
        doc: r#"
As `iriform.quote(row, safe=safe)`. Rows are any text, so `as_` has no meaning.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.quote(pa.array(["50% (é/b)"])).to_pylist()
['50%25%20%28%C3%A9%2Fb%29']
>>> columns.quote(pa.array(["50% (é/b)"]), safe="path").to_pylist()
['50%25%20(é/b)']
"#,
    }

    unquote {
        arguments: &[],
        production: ReferenceKind::IRI,
        work: Work::Text(View::Any, rows::unquote),
        summary: "The plain text that percent-encoded text stands for.",
        doc: r#"
As `iriform.unquote(row)`; null if a `%` has no two digits behind it, and if the octets are not
UTF-8. Rows are any text, so `as_` has no meaning.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.unquote(pa.array(["50%25%20a%2Fb", "50%"])).to_pylist()
['50% a/b', None]
"#,
    }
}
