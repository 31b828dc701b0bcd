//! Locations, readers, URLs of objects, and partitions.

use std::borrow::Cow;

use iriform::engine::{
    Reference, Rule,
    file_key::file_key,
    storage::{
        LITERAL, Location, PARTITION_STYLES, PartitionStyle, READERS, SCHEMES, URI, WebStyle,
        delta_path, from_delta_path, from_https, partition_value, read_partitions, storage_reader,
        write_partitions,
    },
};

use crate::is;

/// Keys that some reader reads as a different key.
const ODD: [&str; 24] = [
    "a b", "a%20b", "a#b", "a%23b", "a[1]", "a?b", "a:b", "é", "%C3%A9", "a%2Fb", "x//y", "d/../e",
    "a+b", "a*b", "a{1,2}", "a\\b", "a::b", "a%", "a?versionId=b", "[[]", "\u{202E}", ".", "k=v/b",
    "a\nb",
];

fn object<'a>(scheme: &str, key: &'a [u8]) -> Location<'a> {
    let is_path = matches!(scheme, "file" | "memory");
    let key = if is_path { Cow::Owned([b"/", key].concat()) } else { Cow::Borrowed(key) };
    let container = match scheme {
        _ if is_path => None,
        "hf" => Some("datasets/u/n".into()),
        _ => Some("bucket".into()),
    };
    Location::new(scheme, container, key, None, None).expect("a location")
}

#[test]
fn a_text_for_a_reader_is_read_by_it_as_the_same_location() {
    let mut texts = 0;
    let keys = ODD.map(str::as_bytes).into_iter().chain([&b"\xFF\xE9"[..], b"\xC3"]);
    for key in keys {
        for scheme in SCHEMES {
            let location = object(scheme.name, key);
            for reader in READERS.iter().chain([&URI, &LITERAL]) {
                if let Ok(text) = location.text_for(reader) {
                    texts += 1;
                    let read = Location::read(&text, Some(reader));
                    assert_eq!(read.as_ref(), Ok(&location), "{} {text:?}", reader.name);
                    // Reading and writing again changes nothing.
                    assert_eq!(read.expect("read").text_for(reader), Ok(text.clone()));
                }
            }
            let uri = location.uri().expect("every location has a URI");
            assert!(is(Rule::Uri, &uri), "{uri}");
            assert!(location.literal().is_ok());
            // Both give the result of reading without a reader.
            if let Ok(read) = Location::read(uri.as_bytes(), None) {
                assert_eq!((read.uri(), read.literal()), (Ok(uri.clone()), Ok(uri.into_bytes())));
            }
        }
    }
    assert!(texts > 1500, "{texts}");
}

#[test]
fn readers_read_one_text_as_several_keys() {
    for (text, reader, key) in [
        ("s3://b/a%20b", "uri", "a b"),
        ("s3://b/a%20b", "literal", "a%20b"),
        ("s3://b/a%20b", "polars", "a%20b"),
        ("s3://b/a%20b", "pandas.read_csv", "a%20b"),
        ("s3://b/a%20b", "pandas.read_parquet", "a b"),
        ("file:///d/a%20b", "polars", "/d/a b"),
        ("file:///d/a%20b", "polars.write", "/d/a%20b"),
        ("file:///d/a%20b", "duckdb", "/d/a%20b"),
        ("/d/a[[]1].csv", "duckdb", "/d/a[1].csv"),
        ("file:///d/a\\[1\\].csv", "spark", "/d/a[1].csv"),
        ("s3://b/a#b", "fsspec", "a#b"),
        ("s3://b/x//y", "uri", "x//y"),
        ("s3://b/d/../e", "uri", "d/../e"),
        ("s3://b", "uri", ""),
        ("S3://b/k", "uri", "k"),
        ("file://localhost/a", "uri", "/a"),
        ("file:/a", "uri", "/a"),
        ("memory://a/b", "fsspec", "/a/b"),
    ] {
        let reader = storage_reader(reader).expect("a reader");
        let read = Location::read(text.as_bytes(), Some(reader)).expect(text);
        assert_eq!(&*read.key, key.as_bytes(), "{text} {}", reader.name);
    }
}

#[test]
fn a_refusal_names_the_reader_and_the_character() {
    for (text, reader, said) in [
        ("s3://b/a#b", "pyarrow", "pyarrow: “#” at position 8 ends the key"),
        ("s3://b/é b", "uri", "uri: “ ” at position 8 is not allowed in a URI"),
        ("/d/a[1]", "polars", "polars: “[” at position 4 is part of a pattern"),
        ("s3://b/x//y", "datafusion", "datafusion: “//” at position 1 of the key is refused"),
        ("s3://b/d/../e", "pyarrow", "pyarrow: “..” at position 2 of the key leads to another key"),
        ("s3://b/a?c=1", "uri", "uri: “?” at position 8 is refused"),
        ("s3://b/a", "duckdb", "duckdb: texts of this scheme were not measured"),
        ("S3://b/a", "literal", "literal: “S3” at position 0 is a scheme in capital letters"),
        ("file://localhost/a", "spark", "spark: readers take the host for a folder, or refuse it"),
        (
            "s3:///a",
            "uri",
            "uri: a container or an account has only letters, digits, “-”, “.”, “_”, “~” and “$”",
        ),
        (
            "s3://u:p@b/a",
            "literal",
            "literal: a container or an account has only letters, digits, “-”, “.”, “_”, “~” and “$”",
        ),
        (
            "abfss://acc.dfs.core.windows.net/c/k",
            "uri",
            "uri: an Azure container has no dot: this is the name of an account",
        ),
        (
            "ftp://h/a",
            "uri",
            "uri: the scheme is not one of file, s3, s3a, gs, az, abfs, abfss, wasbs, hf, memory",
        ),
        ("s3://b/a%20b", "", "“%” at position 8 is read in two ways; name the reader"),
        ("s3://b/a?versionId=1", "", "“?” at position 8 is read in two ways; name the reader"),
        ("s3://b/a b", "", "uri: “ ” at position 8 is not allowed in a URI; name the reader"),
        ("/d/a", "", "uri: texts of this scheme were not measured; name the reader"),
    ] {
        let reader = storage_reader(reader).ok();
        let error = Location::read(text.as_bytes(), reader).expect_err(text);
        assert_eq!(error.to_string(), said, "{text}");
    }
    let location = object("s3", b"a[1]");
    let polars = storage_reader("polars").expect("a reader");
    let error = location.text_for(polars).expect_err("there is no escape");
    assert_eq!(error.to_string(), "polars: “[” at position 1 of the key is part of a pattern");
    assert!(storage_reader("polar").is_err());
}

#[test]
fn parts_beside_the_key() {
    for (text, container, account, version) in [
        ("abfss://c@acc.dfs.core.windows.net/k", "c", Some("acc"), None),
        ("wasbs://c@acc.blob.core.windows.net/k", "c", Some("acc"), None),
        (
            "abfss://ws@onelake.dfs.fabric.microsoft.com/k",
            "ws",
            Some("onelake.dfs.fabric.microsoft.com"),
            None,
        ),
        ("az://c/k", "c", None, None),
        ("s3://b/k?versionId=3%2F", "b", None, Some("3/")),
        ("hf://datasets/u/n@refs%2Fpr%2F1/k", "datasets/u/n", None, Some("refs/pr/1")),
        ("hf://datasets/u/n@refs/pr/1/k", "datasets/u/n", None, Some("refs/pr/1")),
        ("hf://u/n@v1/k", "u/n", None, Some("v1")),
    ] {
        let read = Location::read(text.as_bytes(), Some(&URI)).expect(text);
        assert_eq!(&*read.key, b"k");
        let parts = (read.container.as_deref(), read.account.as_deref(), read.version.as_deref());
        assert_eq!(parts, (Some(container), account, version), "{text}");
        let again = read.uri().expect(text);
        assert_eq!(Location::read(again.as_bytes(), Some(&URI)), Ok(read), "{text}");
    }
    assert!(Location::new("gs", Some("b".into()), &b"k"[..], None, Some("1".into())).is_err());
    assert!(Location::new("s3", None, &b"k"[..], None, None).is_err());
    assert!(Location::new("file", None, &b"k"[..], None, None).is_err());
    assert!(Location::new("file", None, &b"/\0"[..], None, None).is_err());
    assert!(Location::new("hf", Some("u".into()), &b"k"[..], None, None).is_err());
}

#[test]
fn urls_of_objects() {
    let key = "a b/c+d%#é";
    let named = |scheme: &str, account: Option<&'static str>| {
        let account = account.map(Cow::Borrowed);
        Location::new(scheme, Some("bucket".into()), key.as_bytes(), account, None).expect("valid")
    };
    let written = "a%20b/c%2Bd%25%23%C3%A9";
    for (scheme, account, style, region, dualstack, before) in [
        ("s3", None, "virtual", None, false, "https://bucket.s3.amazonaws.com/"),
        (
            "s3",
            None,
            "virtual",
            Some("eu-west-1"),
            false,
            "https://bucket.s3.eu-west-1.amazonaws.com/",
        ),
        (
            "s3",
            None,
            "path",
            Some("eu-west-1"),
            true,
            "https://s3.dualstack.eu-west-1.amazonaws.com/bucket/",
        ),
        ("s3", Some("acc"), "r2", None, false, "https://acc.r2.cloudflarestorage.com/bucket/"),
        ("gs", None, "path", None, false, "https://storage.googleapis.com/bucket/"),
        ("gs", None, "virtual", None, false, "https://bucket.storage.googleapis.com/"),
        ("az", Some("acc"), "blob", None, false, "https://acc.blob.core.windows.net/bucket/"),
        ("abfss", Some("acc"), "dfs", None, false, "https://acc.dfs.core.windows.net/bucket/"),
    ] {
        let style = WebStyle::by_name(style).expect("a style");
        let location = named(scheme, account);
        let url = location.https(style, region, dualstack).expect("a URL");
        assert_eq!(url, format!("{before}{written}"));
        assert_eq!(from_https(&url), Ok(location), "{url}");
    }
    for (url, said) in [
        ("http://bucket.s3.amazonaws.com/k", "the scheme is not https"),
        ("https://bucket.s3.amazonaws.com/a+b", "S3 reads “+” as a space, other servers do not"),
        (
            "https://bucket.s3.amazonaws.com/k?X-Amz-Expires=1",
            "the query names more than the object",
        ),
        ("https://bucket.s3.amazonaws.com/k#f", "a fragment is not part of a key"),
        ("https://bucket.s3.amazonaws.com/a/%2e./k", "clients remove the dot segment of the key"),
        ("https://bucket.s3.amazonaws.com:8443/k", "a user or a port names another server"),
        (
            "https://bucket.s3-website-eu.amazonaws.com/k",
            "the host belongs to no known storage service",
        ),
        (
            "https://s3.amazonaws.com.example.org/b/k",
            "the host belongs to no known storage service",
        ),
        ("https://xstorage.googleapis.com/b/k", "the host belongs to no known storage service"),
        ("https://storage.googleapis.com/", "the URL names no object in a container"),
        ("https://example.org/k", "the host belongs to no known storage service"),
        ("https://a b/", "this is not a URL"),
    ] {
        assert_eq!(from_https(url).expect_err(url).to_string(), said, "{url}");
    }
    let dotted = Location::new("s3", Some("a.b".into()), &b"k"[..], None, None).expect("valid");
    assert!(dotted.https(WebStyle::Virtual, None, false).is_err());
    assert!(object("s3", b"a/../b").https(WebStyle::Path, None, false).is_err());
    assert!(object("gs", b"k").https(WebStyle::Blob, None, false).is_err());
}

#[test]
fn partitions_are_read_as_they_were_written() {
    let values = [
        "a/b c=d%é:e+f#g?h", "", "null", "__HIVE_DEFAULT_PARTITION__", "日本", "%41", "a\\b{c}[*]",
        "\u{85}", "\u{202E}", "~", "http://例え.jp/a b", "a=b", "\n",
    ];
    for style in PARTITION_STYLES {
        let mut refused = Vec::new();
        for value in values.map(Some).into_iter().chain([None]) {
            match write_partitions([("k", value), ("l", Some("x"))], style) {
                Ok(path) => {
                    let read = read_partitions(&path, style).expect(&path);
                    assert_eq!(read[0].1.as_deref(), value, "{} {path}", style.name);
                    assert_eq!(read[1], ("l", Some("x".into())));
                    assert_eq!(partition_value(&path, "k", style), Ok(read[0].1.clone()));
                }
                Err(_) => refused.push(value.unwrap_or("None")),
            }
        }
        let hive = "__HIVE_DEFAULT_PARTITION__";
        let expected = match style.name {
            "spark" => vec!["", hive],
            "datafusion" => vec![""],
            "iceberg" => vec!["null"],
            _ => vec![hive],
        };
        assert_eq!(refused, expected, "{}", style.name);
    }
}

#[test]
fn partitions_as_measured() {
    let value = Some("a/b c=d%é:e+f#g?h");
    for (style, folder) in [
        ("pyarrow", "k=a%2Fb%20c%3Dd%25%C3%A9%3Ae%2Bf%23g%3Fh"),
        ("polars", "k=a%2Fb%20c%3Dd%25%C3%A9%3Ae+f#g?h"),
        ("datafusion", "k=a%2Fb c=d%25%C3%A9:e+f%23g%3Fh"),
        ("spark", "k=a%2Fb c%3Dd%25é%3Ae+f%23g%3Fh"),
        ("iceberg", "k=a%2Fb+c%3Dd%25%C3%A9%3Ae%2Bf%23g%3Fh"),
    ] {
        let style = PartitionStyle::by_name(style).expect("a style");
        assert_eq!(write_partitions([("k", value)], style).as_deref(), Ok(folder));
    }
    let spark = PartitionStyle::by_name("spark").expect("a style");
    let pyarrow = PartitionStyle::by_name("pyarrow").expect("a style");
    let one = |path: &str, style| partition_value(path, "k", style).map(|v| v.map(Cow::into_owned));
    assert_eq!(one("k=%C3%A9/f", spark), Ok(Some("Ã©".into())));
    assert_eq!(one("s3://b/t/k=%C3%A9/f", pyarrow), Ok(Some("é".into())));
    assert_eq!(one("k=a%zz", pyarrow), Ok(Some("a%zz".into())));
    assert_eq!(one("l=1", pyarrow), Ok(None));
    for (path, style, said) in [
        ("k=%E9", "pyarrow", "pyarrow: the octets of a value are not UTF-8"),
        ("k=", "spark", "spark: an empty value is refused"),
        ("k=a=b", "polars", "polars: a value with “=” is not a partition"),
        ("k=1/k=2", "iceberg", "iceberg: the partition k occurs twice"),
        ("k e=1", "pyarrow", "pyarrow: “ ” in the name of a partition is ambiguous"),
        ("=1", "spark", "spark: the name of a partition is empty"),
    ] {
        let style = PartitionStyle::by_name(style).expect("a style");
        let error = read_partitions(path, style).map(drop).expect_err(path);
        assert_eq!(error.to_string(), said);
    }
    assert_eq!(delta_path("k=a%20b%C3%A9/part 0"), "k=a%2520b%25C3%25A9/part%200");
    assert_eq!(from_delta_path("k=a%2520b/x").as_deref(), Some("k=a%20b/x"));
}

#[test]
fn one_key_for_all_references_to_a_file() {
    for (texts, windows, key) in [
        (
            &["file:///c%3A/a", "file:///C:/a", "file://localhost/C:/a", "FILE:/c|/a", "file:c:/a"]
                [..],
            None,
            "file:///C:/a",
        ),
        (&["file:///a%7Eb/./c", "file:///a~b/c", "file://LOCALHOST/a~b/c"], None, "file:///a~b/c"),
        (&["file:///é", "file:///%c3%a9"], None, "file:///%C3%A9"),
        (&["file:///a+b", "file:///a%2Bb"], None, "file:///a+b"),
        (&["file:///a%2Fb"], None, "file:///a%2Fb"),
        (&["file:///c:/a"], Some(false), "file:///c:/a"),
        (
            &["file:////S/share/a", "file://s/share/a", "file://///s/share/a"],
            Some(true),
            "file://s/share/a",
        ),
        (&["file:////s/share/a"], None, "file:////s/share/a"),
        (&["file:///a?b#c"], None, "file:///a?b#c"),
    ] {
        for text in texts {
            assert_eq!(file_key(&Reference::of(text), windows).as_deref(), Some(key), "{text}");
            assert_eq!(file_key(&Reference::of(key), windows).as_deref(), Some(key), "{text}");
        }
    }
    assert_eq!(file_key(&Reference::of("http://h/"), None), None);
    assert_eq!(file_key(&Reference::of("a/b"), None), None);
}
