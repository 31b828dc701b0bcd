//! Queries as pairs of names and values.

use iriform_core::query::{from_pairs, pairs, value, with_pair, without};

fn text(pairs: Vec<(Vec<u8>, Vec<u8>)>) -> Vec<(String, String)> {
    let text = |octets| String::from_utf8(octets).expect("UTF-8");
    pairs.into_iter().map(|(name, value)| (text(name), text(value))).collect()
}

/// Query, its pairs with `+` for a space.
#[test]
fn pairs_of_queries() {
    let rows: &[(&str, &[(&str, &str)])] = &[
        ("", &[]),
        ("a", &[("a", "")]),
        ("a=", &[("a", "")]),
        ("=", &[("", "")]),
        ("=b", &[("", "b")]),
        ("a=b", &[("a", "b")]),
        ("a=b=c", &[("a", "b=c")]),
        ("a=1&b=2&a=3", &[("a", "1"), ("b", "2"), ("a", "3")]),
        ("&&a&&b&", &[("a", ""), ("b", "")]),
        ("a+b=c+d", &[("a b", "c d")]),
        ("a%2Bb=%26%3d", &[("a+b", "&=")]),
        ("a%3Db=c", &[("a=b", "c")]),
        ("%c3%a9=\u{E9}", &[("\u{E9}", "\u{E9}")]),
        ("a;b=1", &[("a;b", "1")]),
    ];
    for &(query, expected) in rows {
        let found = text(pairs(query, '&', true));
        let found: Vec<_> = found.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(found, expected, "{query}");
    }
    assert_eq!(pairs("a+b=%FF+", '&', false), [(b"a+b".to_vec(), b"\xFF+".to_vec())]);
    assert_eq!(
        text(pairs("a;b=1&2", ';', true)),
        [("a", ""), ("b", "1&2")].map(|(n, v)| (n.into(), v.into()))
    );
}

#[test]
fn queries_of_pairs() {
    for (list, is_iri, query) in [
        (&[][..], true, ""),
        (&[("a", "b")], true, "a=b"),
        (&[("a", ""), ("", "b"), ("", "")], true, "a=&=b&="),
        (&[("a b", "c+d"), ("&=;", "%/?#")], true, "a%20b=c%2Bd&%26%3D%3B=%25%2F%3F%23"),
        (&[("\u{E9}", "\u{E000}\u{202E}")], true, "\u{E9}=%EE%80%80%E2%80%AE"),
        (&[("\u{E9}", "~-._")], false, "%C3%A9=~-._"),
    ] {
        assert_eq!(from_pairs(list.iter().copied(), '&', is_iri), query);
        let found = text(pairs(query, '&', true));
        let found: Vec<_> = found.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(found, list);
    }
    assert_eq!(from_pairs([("a", "1"), ("b", "2")], ';', true), "a=1;b=2");
}

/// Query, query with `a` as `1 2`, query without `a`.
#[test]
fn edits_leave_the_rest_as_written() {
    for (query, with, left) in [
        ("", "a=1%202", ""),
        ("a", "a=1%202", ""),
        ("b=%7e", "b=%7e&a=1%202", "b=%7e"),
        ("a=0&b", "a=1%202&b", "b"),
        ("b&a=0", "b&a=1%202", "b"),
        ("x&a=0&y&a&%61=3&z", "x&a=1%202&y&z", "x&y&z"),
        ("&&b&", "b&a=1%202", "b"),
        ("aa=1&A=2", "aa=1&A=2&a=1%202", "aa=1&A=2"),
        ("a;b=1", "a;b=1&a=1%202", "a;b=1"),
    ] {
        assert_eq!(with_pair(query, "a", "1 2", '&', true), with, "{query}");
        assert_eq!(without(query, "a", '&', true), left, "{query}");
    }
    assert_eq!(with_pair("a;b&c", "b&c", "\u{E9}", ';', true), "a;b%26c=\u{E9}");
    assert_eq!(without("a;b=1;c", "b", ';', true), "a;c");
    // A plus sign is a space, or it is not.
    assert_eq!(without("a+b=1&a%20b=2&a%2Bb=3", "a b", '&', true), "a%2Bb=3");
    assert_eq!(without("a+b=1&a%20b=2&a%2Bb=3", "a+b", '&', false), "a%20b=2");
}

/// Query, the value of its first `a b`.
#[test]
fn values_of_a_name() {
    for (query, expected) in [
        ("a+b=1&a%20b=2", Some("1")),
        ("a%2Bb=0&a%20b=2&a+b=3", Some("2")),
        ("x&%61%20b", Some("")),
        ("a%20b=1+%2B", Some("1 +")),
        ("ab=1&A+b=2&b=3", None),
        ("", None),
    ] {
        let found = value(query, "a b", '&', true);
        assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{query}");
    }
    assert_eq!(value("a+b=%FF;c", "a+b", ';', false), Some(b"\xFF".to_vec()));
}
