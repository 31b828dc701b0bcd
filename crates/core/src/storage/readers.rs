//! The readers: the key that each reads in a text, as measured. `make readers` measures anew.

use crate::syntax::choice::{self, UnknownName, choices};

/// A library, and its function that opens the location which a text names.
#[derive(Debug, PartialEq, Eq)]
pub struct StorageReader {
    /// Its name: its import path.
    pub name: &'static str,
    /// The function that was measured.
    pub function: &'static str,
    /// The version that was measured; empty for the two readings that belong to no library.
    pub version: &'static str,
    /// The forms of text that it accepts, in the order in which they are tried.
    pub forms: &'static [TextForm],
}

/// How a reader reads one form of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// The schemes of texts of this form; `PATH` stands for an absolute path.
    pub schemes: &'static [&'static str],
    /// Returns true if `%HH` stands for an octet. Otherwise the text is the raw key.
    pub decodes: bool,
    /// Returns true if only a URI is accepted; `URI` itself also accepts an IRI.
    pub is_uri: bool,
    /// The marks in a text that do not stand for themselves.
    pub in_text: &'static [(KeyMark, MarkEffect)],
    /// The marks in a key that no text can name.
    pub in_key: &'static [(KeyMark, MarkEffect)],
    /// How to write a pattern character that stands for itself.
    pub escape: Escape,
    /// The hosts that a `file:` text may have.
    pub hosts: Hosts,
    /// Returns true if `?versionId=` is read.
    pub has_versions: bool,
}

/// A mark in a text or in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMark {
    /// One of these characters.
    OneOf(&'static str),
    /// This text.
    Text(&'static str),
    /// A `%` and two hexadecimal digits.
    Triplet,
    /// A segment `.` or `..`.
    DotSegment,
}

choices! {
    /// The effect of a mark on a reader.
    pub enum MarkEffect;
    /// Its name.
    pub fn name;
    /// The effect in words, after the mark.
    pub(crate) fn says;
    /// The key ends there, and the rest is ignored.
    Ends = "ends", "ends the key";
    /// It is a pattern for several names.
    Pattern = "pattern", "is part of a pattern";
    /// The reader raises an error.
    Refused = "refused", "is refused";
    /// Another key is opened.
    Changed = "changed", "leads to another key";
}

choices! {
    /// How a pattern character is escaped.
    pub enum Escape;
    /// Its name.
    pub fn name;
    /// There is no way.
    Never = "never";
    /// `[*]`, as by `glob.escape`.
    Bracket = "bracket";
    /// `\*`.
    Backslash = "backslash";
}

choices! {
    /// The hosts that a reader accepts in a `file:` text.
    pub enum Hosts;
    /// Its name.
    pub fn name;
    /// None.
    Never = "never";
    /// `localhost`, which is this machine.
    Localhost = "localhost";
    /// Any.
    Any = "any";
}

impl KeyMark {
    /// The mark in a table.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::OneOf(text) | Self::Text(text) => text,
            Self::Triplet => "%20",
            Self::DotSegment => "..",
        }
    }
}

/// Stands for an absolute path without a scheme.
pub const PATH: &str = "/";

/// A text that is the raw key.
const fn literal(schemes: &'static [&'static str]) -> TextForm {
    TextForm {
        schemes,
        decodes: false,
        is_uri: false,
        in_text: &[],
        in_key: &[],
        escape: Escape::Never,
        hosts: Hosts::Never,
        has_versions: false,
    }
}

/// A text whose `%HH` are decoded, and in which these marks are not part of a key.
const fn decoded(
    schemes: &'static [&'static str],
    in_text: &'static [(KeyMark, MarkEffect)],
    in_key: &'static [(KeyMark, MarkEffect)],
) -> TextForm {
    TextForm { decodes: true, in_text, in_key, ..literal(schemes) }
}

/// A text that must be a URI.
const fn strict(
    schemes: &'static [&'static str],
    in_text: &'static [(KeyMark, MarkEffect)],
    in_key: &'static [(KeyMark, MarkEffect)],
) -> TextForm {
    TextForm { is_uri: true, ..decoded(schemes, in_text, in_key) }
}

/// A text in which `::` chains file systems, as in fsspec.
const fn chained(schemes: &'static [&'static str]) -> TextForm {
    TextForm { in_text: &[(KeyMark::Text("::"), MarkEffect::Ends)], ..literal(schemes) }
}

/// A text in which `*`, `?` and `[` are patterns unless they are in brackets.
const fn globbed(schemes: &'static [&'static str]) -> TextForm {
    TextForm { in_text: GLOB, escape: Escape::Bracket, ..literal(schemes) }
}

const ALL: &[&str] = &["file", "s3", "s3a", "gs", "az", "abfs", "abfss", "wasbs", "hf", "memory"];
const LOCAL: &[&str] = &[PATH];
const FILE: &[&str] = &["file"];
const S3: &[&str] = &["s3"];

const GLOB: &[(KeyMark, MarkEffect)] = &[(KeyMark::OneOf("*?["), MarkEffect::Pattern)];
const ENDS: &[(KeyMark, MarkEffect)] = &[(KeyMark::OneOf("?#"), MarkEffect::Ends)];
const HASH_ENDS: &[(KeyMark, MarkEffect)] = &[(KeyMark::OneOf("#"), MarkEffect::Ends)];
/// Paths of object stores are normalized, or refused.
const NORMAL: &[(KeyMark, MarkEffect)] =
    &[(KeyMark::Text("//"), MarkEffect::Refused), (KeyMark::DotSegment, MarkEffect::Changed)];
const NEITHER: &[(KeyMark, MarkEffect)] =
    &[(KeyMark::Text("//"), MarkEffect::Refused), (KeyMark::DotSegment, MarkEffect::Refused)];
const BACKSLASH_CHANGED: &[(KeyMark, MarkEffect)] =
    &[(KeyMark::OneOf("?#"), MarkEffect::Ends), (KeyMark::OneOf("\\"), MarkEffect::Changed)];

/// The reading of RFC 3986: split, then decoded once.
pub static URI: StorageReader = StorageReader {
    name: "uri",
    function: "RFC 3986: the text is a URI",
    version: "",
    forms: &[TextForm {
        hosts: Hosts::Any,
        has_versions: true,
        ..strict(ALL, &[(KeyMark::OneOf("?#"), MarkEffect::Refused)], &[])
    }],
};

/// The reading without escapes: the scheme, the container, and the raw key.
pub static LITERAL: StorageReader = StorageReader {
    name: "literal",
    function: "the text is scheme://container/ and the key as it is",
    version: "",
    forms: &[TextForm { hosts: Hosts::Any, ..literal(ALL) }],
};

const fn reader(
    name: &'static str,
    function: &'static str,
    version: &'static str,
    forms: &'static [TextForm],
) -> StorageReader {
    StorageReader { name, function, version, forms }
}

/// The libraries, in the order of their names.
pub static READERS: &[StorageReader] = &[
    reader(
        "chdb",
        "query: file('…')",
        "4.4.0",
        &[TextForm { in_text: &[(KeyMark::OneOf("*?{"), MarkEffect::Pattern)], ..literal(LOCAL) }],
    ),
    reader("cloudpathlib", "AnyPath", "0.26.0", &[literal(LOCAL), literal(S3)]),
    reader(
        "daft",
        "read_parquet, read_csv",
        "0.7.26",
        &[TextForm {
            in_text: &[(KeyMark::OneOf("*?[]{}\\"), MarkEffect::Pattern)],
            escape: Escape::Backslash,
            ..literal(&[PATH, "file", "s3"])
        }],
    ),
    reader(
        "datafusion",
        "SessionContext.read_parquet",
        "55.0.0",
        &[
            globbed(LOCAL),
            TextForm { hosts: Hosts::Localhost, ..decoded(FILE, BACKSLASH_CHANGED, &[]) },
            decoded(S3, ENDS, NORMAL),
        ],
    ),
    reader(
        "deltalake",
        "DeltaTable",
        "1.6.6",
        &[
            TextForm {
                in_key: &[
                    (KeyMark::Triplet, MarkEffect::Refused),
                    (KeyMark::OneOf("\\"), MarkEffect::Refused),
                ],
                ..literal(LOCAL)
            },
            decoded(
                FILE,
                BACKSLASH_CHANGED,
                &[
                    (KeyMark::Triplet, MarkEffect::Refused),
                    (KeyMark::OneOf("\\"), MarkEffect::Refused),
                ],
            ),
            decoded(
                S3,
                ENDS,
                &[
                    (KeyMark::Triplet, MarkEffect::Refused),
                    (KeyMark::Text("//"), MarkEffect::Refused),
                    (KeyMark::DotSegment, MarkEffect::Changed),
                ],
            ),
        ],
    ),
    reader(
        "duckdb",
        "read_csv, read_parquet",
        "2.0.1",
        &[globbed(LOCAL), TextForm { hosts: Hosts::Localhost, ..globbed(FILE) }],
    ),
    reader(
        "fsspec",
        "open; s3fs, adlfs",
        "2026.9.0",
        &[
            chained(&[PATH, "file", "memory"]),
            TextForm { has_versions: true, ..chained(S3) },
            TextForm {
                in_text: &[
                    (KeyMark::Text("::"), MarkEffect::Ends),
                    (KeyMark::OneOf("?"), MarkEffect::Changed),
                ],
                ..literal(&["az", "abfs", "abfss"])
            },
        ],
    ),
    reader(
        "obstore",
        "store.from_url",
        "0.12.1",
        &[decoded(FILE, BACKSLASH_CHANGED, NORMAL), decoded(&["s3", "s3a", "gs"], ENDS, NORMAL)],
    ),
    reader(
        "pandas.read_csv",
        "read_csv",
        "3.1.1",
        &[
            literal(LOCAL),
            TextForm { hosts: Hosts::Localhost, ..decoded(FILE, HASH_ENDS, &[]) },
            TextForm { has_versions: true, ..chained(S3) },
        ],
    ),
    reader(
        "pandas.read_parquet",
        "read_parquet",
        "3.1.1",
        &[
            literal(LOCAL),
            strict(FILE, ENDS, &[]),
            // s3fs, which does not decode, receives the texts that pyarrow refuses.
            strict(
                S3,
                &[
                    (KeyMark::OneOf("#"), MarkEffect::Ends),
                    (KeyMark::OneOf("?"), MarkEffect::Changed),
                ],
                NORMAL,
            ),
        ],
    ),
    reader(
        "polars",
        "scan_csv, read_parquet",
        "2.1.0",
        &[
            globbed(LOCAL),
            decoded(FILE, GLOB, &[]),
            TextForm { in_text: GLOB, in_key: NEITHER, ..literal(S3) },
        ],
    ),
    reader("polars.write", "sink_csv, write_parquet", "2.1.0", &[literal(&[PATH, "file"])]),
    reader(
        "pyarrow",
        "dataset.dataset, FileSystem.from_uri",
        "26.0.1",
        &[
            literal(LOCAL),
            strict(FILE, ENDS, &[]),
            strict(&["s3", "gs", "abfs", "abfss"], ENDS, NORMAL),
        ],
    ),
    reader(
        "rasterio",
        "open",
        "1.4.4",
        &[
            literal(LOCAL),
            TextForm { in_text: HASH_ENDS, ..literal(FILE) },
            TextForm {
                in_text: &[
                    (KeyMark::OneOf("#"), MarkEffect::Ends),
                    (KeyMark::OneOf("\\"), MarkEffect::Changed),
                ],
                in_key: &[(KeyMark::DotSegment, MarkEffect::Changed)],
                ..literal(S3)
            },
        ],
    ),
    reader(
        "smart_open",
        "open",
        "9.0.2",
        &[literal(&[PATH, "file"]), TextForm { has_versions: true, ..literal(S3) }],
    ),
    reader(
        "spark",
        "spark.read",
        "4.3.0",
        &[TextForm {
            in_text: &[(KeyMark::OneOf("*?[]{}\\"), MarkEffect::Pattern)],
            in_key: &[(KeyMark::OneOf(":"), MarkEffect::Refused)],
            escape: Escape::Backslash,
            ..literal(FILE)
        }],
    ),
    reader(
        "sqlite3",
        "connect(uri=True)",
        "3.40.1",
        &[literal(LOCAL), TextForm { hosts: Hosts::Localhost, ..decoded(FILE, ENDS, &[]) }],
    ),
    reader("upath", "UPath", "0.3.10", &[literal(LOCAL), chained(&["file", "s3", "memory"])]),
    reader("zarr", "open_group", "3.1.6", &[chained(&[PATH, "file", "s3"])]),
];

/// The reader of that name. The error lists the names.
pub fn storage_reader(name: &str) -> Result<&'static StorageReader, UnknownName> {
    let all: Vec<_> = [&URI, &LITERAL].into_iter().chain(READERS).collect();
    choice::named("reader", &all, |reader| reader.name, name)
}
