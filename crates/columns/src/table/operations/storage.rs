//! Files, objects and partitions.

use crate::table::arguments::Argument;
use crate::table::operation::{TextView, Work};
use crate::table::storage;

operations! { ($) with_storage
    location {
        arguments: &[Argument { name: "reader", ..Argument::default_scheme() }],
        work: Work::Record(storage::LOCATION, storage::location),
        prepare: storage::reader,
        summary: "The location of the file or object of each row, as a library reads it: a struct.",
        doc: r#"
Like `iriform.storage.Location.read(row, reader=reader)`: `scheme`, `container`, `account`, `key` and
`version`; null if that raises, and for a key that is not UTF-8. Rows are any text, such as Spark's
`input_file_name()`, whose reader is "uri"; `as_` has no meaning.

>>> files = pa.array(["s3://b/a%20b", "file:///d/a%20b.csv", "s3://b/a b"])
>>> columns.location(files, reader="uri").field("key").to_pylist()
['a b', '/d/a b.csv', None]
>>> columns.location(files, reader="duckdb").field("key").to_pylist()
[None, '/d/a%20b.csv', None]
"#,
    }

    file_key {
        work: Work::Text(TextView::Whole, storage::file_key),
        summary: "One text for all references to a file, for joins and groups.",
        doc: r#"
Like `row.file_key()`; null for a scheme other than `file`.

>>> column = pa.array(["file:///c%3A/a", "file://localhost/C:/a", "http://h/"])
>>> columns.file_key(column).to_pylist()
['file:///C:/a', 'file:///C:/a', None]
"#,
    }

    to_file_path {
        arguments: &[Argument::flag("windows", false)],
        work: Work::Text(TextView::Parsed, storage::to_file_path),
        summary: "The path that a `file:` reference names, as text.",
        doc: r#"
Like `row.to_file_path(windows=windows)`, but it keeps `//` and a slash at the end; null if that
raises, and for a path that is not UTF-8.

>>> column = pa.array(["file:///d/a%20b", "file://host/share/a", "file:///c:/a"])
>>> columns.to_file_path(column).to_pylist()
['/d/a b', None, '/c:/a']
>>> columns.to_file_path(column, windows=True).to_pylist()
[None, '\\\\host\\share\\a', 'c:\\a']
"#,
    }

    from_file_path {
        arguments: &[Argument::flag("windows", false)],
        work: Work::Text(TextView::Any, storage::from_file_path),
        summary: "The `file:` URI of an absolute path.",
        doc: r#"
Like `URI.from_file_path(row, windows=windows)`; null if that raises. Rows are any text, so `as_` has
no meaning.

>>> columns.from_file_path(pa.array(["/d/50% é", "a"])).to_pylist()
['file:///d/50%25%20%C3%A9', None]
"#,
    }

    partition_value {
        arguments: &[
            Argument::text("name"),
            Argument::text("style"),
        ],
        work: Work::Text(TextView::Any, storage::partition_value),
        prepare: storage::style,
        summary: "The value of a partition in the path of each row, `name=value`, as engines write it.",
        doc: r#"
Like `iriform.storage.partitions.read(row, style=style)[name]`; null without that partition, if it
is null, and if `read` raises. Rows are any text, so `as_` has no meaning.

>>> files = pa.array(["s3://b/t/site=a%2Fb/part-0.parquet", "t/site=__HIVE_DEFAULT_PARTITION__/x"])
>>> columns.partition_value(files, "site", style="spark").to_pylist()
['a/b', None]
"#,
    }
}
