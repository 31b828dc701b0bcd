//! Queries as pairs of names and values.

use std::borrow::Cow;

use iriform::engine::query::{
    NamedValues, Style, added, from_pairs, pairs, sorted, value, values, without,
};

const FORMS: Style =
    Style { separator: '&', plus: true, form: false, is_iri: true, ignores_case: false };

fn with_pairs<T: AsRef<str>>(query: &str, pairs: &[NamedValues<T>], style: Style) -> String {
    let mut out = String::new();
    iriform::engine::query::with_pairs(query, pairs, style, &mut out);
    out
}

/// A name and its value.
type Row<'a> = (&'a str, Option<&'a str>);

fn text(octets: Cow<'_, [u8]>) -> String {
    String::from_utf8(octets.into_owned()).expect("UTF-8")
}

fn found(query: &str, style: Style) -> Vec<(String, Option<String>)> {
    pairs(query, style).map(|(name, value)| (text(name), value.map(text))).collect()
}

fn expected(pairs: &[Row<'_>]) -> Vec<(String, Option<String>)> {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.map(str::to_owned))).collect()
}

fn given(pairs: &[Row<'_>]) -> Vec<NamedValues> {
    expected(pairs).into_iter().map(|(name, value)| (name, vec![value])).collect()
}

#[test]
fn the_default_is_what_forms_write() {
    assert_eq!(Style::default(), FORMS);
}

/// Query, its pairs with `+` for a space.
#[test]
fn pairs_of_queries() {
    let rows: &[(&str, &[Row<'_>])] = &[
        ("", &[]),
        ("a", &[("a", None)]),
        ("a=", &[("a", Some(""))]),
        ("=", &[("", Some(""))]),
        ("=b", &[("", Some("b"))]),
        ("a=b", &[("a", Some("b"))]),
        ("a=b=c", &[("a", Some("b=c"))]),
        ("a=1&b=2&a=3", &[("a", Some("1")), ("b", Some("2")), ("a", Some("3"))]),
        ("&&a&&b&", &[("a", None), ("b", None)]),
        ("a+b=c+d", &[("a b", Some("c d"))]),
        ("a%2Bb=%26%3d", &[("a+b", Some("&="))]),
        ("a%3Db=c", &[("a=b", Some("c"))]),
        ("%c3%a9=\u{E9}", &[("\u{E9}", Some("\u{E9}"))]),
        ("a;b=1", &[("a;b", Some("1"))]),
    ];
    for &(query, list) in rows {
        assert_eq!(found(query, FORMS), expected(list), "{query}");
    }
    let literal: Vec<_> = pairs("a+b=%FF+", Style { plus: false, ..FORMS }).collect();
    assert_eq!(literal, [(b"a+b".into(), Some(b"\xFF+".into()))]);
    let semicolons = found("a;b=1&2", Style { separator: ';', ..FORMS });
    assert_eq!(semicolons, expected(&[("a", None), ("b", Some("1&2"))]));
}

#[test]
fn queries_of_pairs() {
    for (list, style, query) in [
        (&[][..], FORMS, ""),
        (&[("a", Some("b"))], FORMS, "a=b"),
        (&[("a", Some("")), ("", Some("b")), ("", Some(""))], FORMS, "a=&=b&="),
        (&[("a", None), ("b", Some("c"))], FORMS, "a&b=c"),
        (
            &[("a b", Some("c+d")), ("&=;", Some("%/?#"))],
            FORMS,
            "a%20b=c%2Bd&%26%3D%3B=%25%2F%3F%23",
        ),
        (&[("a b", Some("c+d "))], Style { form: true, ..FORMS }, "a+b=c%2Bd+"),
        (&[("a%20", None)], Style { form: true, ..FORMS }, "a%2520"),
        (&[("\u{E9}", Some("\u{E000}\u{202E}"))], FORMS, "\u{E9}=%EE%80%80%E2%80%AE"),
        (&[("\u{E9}", Some("~-._"))], Style { is_iri: false, ..FORMS }, "%C3%A9=~-._"),
        (&[("a", Some("1")), ("b", Some("2"))], Style { separator: ';', ..FORMS }, "a=1;b=2"),
    ] {
        assert_eq!(from_pairs(&given(list), style), query);
        assert_eq!(found(query, style), expected(list));
    }
    // An empty name without a value would not be a piece.
    assert_eq!(from_pairs(&given(&[("", None)]), FORMS), "=");
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
        assert_eq!(with_pairs(query, &given(&[("a", Some("1 2"))]), FORMS), with, "{query}");
        // Without values, the pairs of that name are removed.
        assert_eq!(with_pairs(query, &[("a", Vec::new())], FORMS), left, "{query}");
        assert_eq!(without(query, &["a"], FORMS), left, "{query}");
        assert_eq!(without::<&str>(query, &[], FORMS), query);
    }
    for (query, expected) in [
        ("", ""),
        ("&&", ""),
        ("b&a", "a&b"),
        ("b=2&a=%7e&b=1&", "a=~&b=1&b=2"),
        ("a=%c3%a9&a", "a&a=%C3%A9"),
        ("x+y&x%20y&x%20", "x%20&x+y&x%20y"), // equal pairs stay in their order
    ] {
        assert_eq!(sorted(query, FORMS), expected, "{query}");
        assert_eq!(sorted(expected, FORMS), expected);
    }
    let semicolons = Style { separator: ';', ..FORMS };
    let accented = given(&[("b&c", Some("\u{E9}"))]);
    assert_eq!(with_pairs("a;b&c", &accented, semicolons), "a;b%26c=\u{E9}");
    assert_eq!(without("a;b=1;c", &["b"], semicolons), "a;c");
    // With and without `+` for a space.
    assert_eq!(without("a+b=1&a%20b=2&a%2Bb=3", &["a b"], FORMS), "a%2Bb=3");
    let literal = Style { plus: false, ..FORMS };
    assert_eq!(without("a+b=1&a%20b=2&a%2Bb=3", &["a+b"], literal), "a%20b=2");
}

#[test]
fn several_pairs_at_once() {
    let new = given(&[("a", Some("1")), ("b", None), ("a", Some("2")), ("c", Some(""))]);
    for (query, expected) in
        [("", "a=1&a=2&b&c="), ("c=0&x&a&a=9", "c=&x&a=1&a=2&b"), ("%62=%7e&y", "b&y&a=1&a=2&c=")]
    {
        assert_eq!(with_pairs(query, &new, FORMS), expected);
    }
    assert_eq!(added("a=0&", &new, FORMS), "a=0&a=1&b&a=2&c=");
    assert_eq!(added::<&str>("", &[], FORMS), "");
    assert_eq!(with_pairs::<&str>("a&&b", &[], FORMS), "a&b");
}

#[test]
fn names_go_by_pattern() {
    let query = "utm_source=1&id=2&UTM_x=3&utm%5Fmedium&fbclid=4&a[0]=5&%FFx=6";
    for (patterns, left) in [
        (&["utm_*", "fbclid"][..], "id=2&UTM_x=3&a[0]=5&%FFx=6"),
        (&["*"], ""),
        (&["a[0]"], "utm_source=1&id=2&UTM_x=3&utm%5Fmedium&fbclid=4&%FFx=6"),
        (&["??"], "utm_source=1&UTM_x=3&utm%5Fmedium&fbclid=4&a[0]=5"),
        (&[], query),
    ] {
        assert_eq!(without(query, patterns, FORMS), left, "{patterns:?}");
    }
}

/// Query, the values of `a b` in it.
#[test]
fn values_of_a_name() {
    for (query, expected) in [
        ("a+b=1&a%20b=2", &["1", "2"][..]),
        ("a%2Bb=0&a%20b=2&a+b=3", &["2", "3"]),
        ("x&%61%20b", &[""]),
        ("a%20b=1+%2B", &["1 +"]),
        ("ab=1&A+b=2&b=3", &[]),
        ("", &[]),
    ] {
        let all: Vec<String> = values(query, "a b", FORMS).map(text).collect();
        assert_eq!(all, expected, "{query}");
        let first = value(query, "a b", FORMS).map(text);
        assert_eq!(first.as_deref(), expected.first().copied(), "{query}");
    }
    let literal = Style { separator: ';', plus: false, ..FORMS };
    assert_eq!(value("a+b=%FF;c", "a+b", literal), Some(b"\xFF".into()));
}
