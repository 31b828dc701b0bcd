//! Compact IRIs.

use crate::table::arguments::Argument;
use crate::table::operation::{TextView, Work};
use crate::table::rows;

operations! { ($) with_prefixes
    compress {
        arguments: &[Argument::prefixes(), Argument::syntax(), Argument::flag("escapes", true)],
        work: Work::Text(TextView::Whole, rows::compress),
        prepare: rows::compressing,
        summary: "Each row in compact form, by the longest namespace that it begins with.",
        doc: r#"
Like `prefixes.compress(row, syntax=syntax, escapes=escapes)`; null if no namespace fits.

`prefixes` is a `PrefixMap`, or a mapping of names to IRIs.

>>> prefixes = PrefixMap({"dbr": "http://dbpedia.org/resource/"})
>>> columns.compress(pa.array(["http://dbpedia.org/resource/Paris", "urn:x"]), prefixes).to_pylist()
['dbr:Paris', None]
"#,
    }

    expand {
        arguments: &[Argument::prefixes(), Argument::syntax()],
        work: Work::Text(TextView::Checked, rows::expand),
        prepare: rows::compact,
        summary: "The IRI that each compact row stands for.",
        doc: r#"
Like `prefixes.expand(row, syntax=syntax)`; null for an unknown prefix, for text that is not compact,
and for a result that is not valid. `as_` is the type of the results.

This is the inverse of `compress`, with the same `prefixes`.

>>> prefixes = {"dbr": "http://dbpedia.org/resource/"}
>>> columns.expand(pa.array(["dbr:Paris", "dbo:City", "dbr:a b"]), prefixes).to_pylist()
['http://dbpedia.org/resource/Paris', None, None]
"#,
    }
}
