//! Paths, and what HTTP sends.

use crate::table::arguments::Argument;
use crate::table::operation::{TextView, Work};
use crate::table::paths;

operations! { ($) with_paths
    segments {
        work: Work::List(&[], paths::segments),
        summary: "The segments of the path of each row, as written: a list of text.",
        doc: r#"
Like `row.segments`.

>>> columns.segments(pa.array(["http://h/a/b%20c", "http://h/a/", "http://h"])).to_pylist()
[['a', 'b%20c'], ['a', ''], []]
"#,
    }

    segment {
        arguments: &[Argument::number("place")],
        work: Work::Text(TextView::Parsed, paths::segment),
        summary: "The segment at an index of the path of each row, as written.",
        doc: r#"
Like `row.segment(place)`: 0 is the first, -1 the last; null if there is none.

>>> column = pa.array(["http://h/a/b%20c", "http://h/"])
>>> columns.segment(column, 0).to_pylist(), columns.segment(column, -1).to_pylist()
(['a', None], ['b%20c', None])
"#,
    }

    name {
        work: Work::Text(TextView::Parsed, paths::name),
        summary: "The last segment of the path of each row, as written.",
        doc: r#"
Like `row.name`; null if there is no segment or it is empty.

>>> columns.name(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
['b.tar.gz', None]
"#,
    }

    stem {
        work: Work::Text(TextView::Parsed, paths::stem),
        summary: "The name of each row without its suffix, as written.",
        doc: r#"
Like `row.stem`; null if there is no name.

>>> columns.stem(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
['b.tar', None]
"#,
    }

    suffix {
        work: Work::Text(TextView::Parsed, paths::suffix),
        summary: "The end of the name of each row from its last dot; '' if there is none.",
        doc: r#"
Like `row.suffix`.

>>> columns.suffix(pa.array(["http://h/a/b.tar.gz?q", "http://h/a/"])).to_pylist()
['.gz', '']
"#,
    }

    parents {
        work: Work::List(&[], paths::parents),
        summary: "The parent of each row, its parent and so on, the nearest first: a list of text.",
        doc: r#"
Like `row.parents`, without query and fragment. A row with more than 1000 slashes in its path gives
null.

>>> columns.parents(pa.array(["http://h/a/b?q", "http://h/"])).to_pylist()
[['http://h/a', 'http://h/'], []]
"#,
    }

    request_target {
        work: Work::Text(TextView::Parsed, paths::request_target),
        summary: "Path and query of each row as HTTP sends them.",
        doc: r#"
Like `row.request_target` (RFC 9112 §3.2.1); null for a path that does not begin with a slash.

>>> columns.request_target(pa.array(["http://h?q=é#f", "http://h/a", "urn:x"])).to_pylist()
['/?q=%C3%A9', '/a', None]
"#,
    }

    path_and_after {
        work: Work::Text(TextView::Parsed, paths::path_and_after),
        summary: "Path, query and fragment of each row, as written.",
        doc: r#"
Like `row.path_and_after`.

>>> columns.path_and_after(pa.array(["http://h/a?q#f", "http://h"])).to_pylist()
['/a?q#f', '']
"#,
    }
}
