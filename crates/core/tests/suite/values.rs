//! References as values: `Uri`, `Iri`, `UriRef`, `IriRef`, and those that own their text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use iriform::engine::{
    self, Requirements, convert, origin, parse, percent::encode_non_ascii, text::Utf8,
};
use iriform::findings::{Profile, RuleSet};
use iriform::{
    EditError, HostKind, Iri, IriBuf, IriRef, IriRefBuf, Level, Misfit, ParseError, Reason,
    ReferenceForm, Rule, Uri, UriBuf, UriRef, UriRefBuf,
};

use crate::{normalize, relativize, resolve, texts};

#[test]
fn components() {
    let iri = Iri::parse("ftp://anna:s@[::1]:021/a/b//é?q?r#f").expect("valid");
    assert_eq!(iri.scheme(), "ftp");
    assert_eq!(iri.authority().as_deref(), Some("anna:s@[::1]:021"));
    assert_eq!(iri.userinfo().as_deref(), Some("anna:s"));
    assert_eq!(iri.host().as_deref(), Some("[::1]"));
    assert_eq!(iri.host_kind(), Some(HostKind::Ipv6address));
    assert_eq!(iri.ip(), "::1".parse().ok());
    assert_eq!((iri.port(), iri.port_text()), (Some(21), Some("021")));
    assert_eq!(iri.path(), "/a/b//é");
    assert_eq!(iri.path().segments().collect::<Vec<_>>(), ["a", "b", "", "é"]);
    assert_eq!(iri.query().as_deref(), Some("q?r"));
    assert_eq!(iri.fragment().as_deref(), Some("f"));
    assert_eq!(iri.form(), ReferenceForm::Full);
    assert_eq!(iri.without_fragment(), "ftp://anna:s@[::1]:021/a/b//é?q?r");
    assert_eq!(iri.without_fragment().fragment(), None);
    assert_eq!(iri.masked(), "ftp://anna:***@[::1]:021/a/b//é?q?r#f");
    assert_eq!(format!("{iri:?}"), "\"ftp://anna:***@[::1]:021/a/b//é?q?r#f\"");
    assert_eq!(iri.to_string(), "ftp://anna:s@[::1]:021/a/b//é?q?r#f");
    let secrets = Iri::parse("https://u:p@h/a?token=t;t&b=c#x=ghp_abcdef").expect("valid");
    assert_eq!(secrets.masked(), "https://u:***@h/a?token=***&b=c#x=***");
    assert_eq!(secrets.masked_password(), "https://u:***@h/a?token=t;t&b=c#x=ghp_abcdef");

    let reference = UriRefBuf::parse("//h:/?".to_owned()).expect("valid");
    assert_eq!(reference.scheme(), None);
    assert_eq!((reference.host().as_deref(), reference.userinfo()), (Some("h"), None));
    assert_eq!((reference.port(), reference.port_text()), (None, Some("")));
    assert_eq!((reference.query().as_deref(), reference.fragment()), (Some(""), None));
    assert_eq!(reference.form(), ReferenceForm::NetworkPath);
    assert_eq!(reference.port_or_default(), None);
    assert_eq!(Uri::parse("https://h").expect("valid").port_or_default(), Some(443));
}

#[test]
fn what_a_value_borrows_outlives_it() {
    fn path(text: &str) -> Option<&str> {
        let iri = Iri::parse(text).ok()?;
        Some(iri.without_fragment().path().as_str())
    }
    assert_eq!(path("s:a/b#c"), Some("a/b"));
}

#[test]
fn each_type_takes_its_production() {
    for (text, uri, iri, uri_ref, iri_ref) in [
        ("s:a", true, true, true, true),
        ("s:é", false, true, false, true),
        ("a/b", false, false, true, true),
        ("é", false, false, false, true),
        ("a b", false, false, false, false),
    ] {
        assert_eq!(Uri::parse(text).is_ok(), uri, "{text}");
        assert_eq!(Iri::parse(text).is_ok(), iri, "{text}");
        assert_eq!(UriRef::parse(text).is_ok(), uri_ref, "{text}");
        assert_eq!(IriRef::parse(text).is_ok(), iri_ref, "{text}");
        assert_eq!(text.parse::<UriBuf>().is_ok(), uri, "{text}");
        assert_eq!(IriBuf::parse(text.to_owned()).is_ok(), iri, "{text}");
        assert_eq!(UriRefBuf::try_from(text.to_owned()).is_ok(), uri_ref, "{text}");
        assert_eq!(IriRef::try_from(text).is_ok(), iri_ref, "{text}");
        // A value of one type becomes another's if that type accepts its text.
        if let Ok(wide) = IriRef::parse(text) {
            assert_eq!(Uri::try_from(wide).is_ok(), uri, "{text}");
            assert_eq!(Iri::try_from(wide).is_ok(), iri, "{text}");
            assert_eq!(UriRef::try_from(wide).is_ok(), uri_ref, "{text}");
            assert_eq!(UriBuf::try_from(wide.to_buf()).is_ok(), uri, "{text}");
            assert_eq!(IriBuf::try_from(wide.to_buf()).is_ok(), iri, "{text}");
            assert_eq!(UriRefBuf::try_from(wide.to_buf()).is_ok(), uri_ref, "{text}");
        }
        if let Ok(iri) = Iri::parse(text) {
            assert_eq!(Uri::try_from(iri).is_ok(), uri, "{text}");
            assert_eq!(UriBuf::try_from(iri.to_buf()).is_ok(), uri, "{text}");
        }
        if let Ok(reference) = UriRef::parse(text) {
            assert_eq!(Uri::try_from(reference).is_ok(), uri, "{text}");
        }
    }
}

#[test]
fn an_error_says_where_and_why() {
    let error = UriRef::parse("http://é.example/?x y").expect_err("not ASCII");
    assert_eq!((error.position(), error.span()), (7, 7..9));
    assert_eq!((error.char_position(), error.char_span()), (7, 7..8));
    assert_eq!((error.production(), error.rule()), (Rule::UriReference, Rule::RegName));
    assert_eq!(error.reason(), Reason::NonAscii);
    assert_eq!(error.text(), "http://é.example/?x y");
    assert_eq!(
        error.to_string(),
        "not a URI reference: U+00E9 is not ASCII (reg-name, RFC 3986 §3.2.2)"
    );

    let error = IriBuf::parse("s://é/a b".to_owned()).expect_err("a space");
    assert_eq!((error.position(), error.char_position()), (8, 7));
    assert_eq!((error.span(), error.char_span()), (8..9, 7..8));

    let error = Uri::try_from(UriRef::parse("a").expect("valid")).expect_err("relative");
    assert_eq!(error.to_string(), "not a URI: there is no scheme (scheme, RFC 3986 §3.1)");
    let error = Uri::try_from(Iri::parse("s:é").expect("valid")).expect_err("not ASCII");
    assert_eq!(error.reason(), Reason::NonAscii);

    let error = Iri::parse("http://anna:geheim@h/ x").expect_err("a space");
    let said = format!("{error} {error:?} {}", error.drawing());
    assert!(said.contains("http://anna:***@h/ x") && !said.contains("geheim"), "{said}");
}

#[test]
fn edits() {
    let uri = Uri::parse("http://u@h:1/a?b#c").expect("valid");
    assert_eq!(uri.with_scheme("ftp").expect("one"), "ftp://u@h:1/a?b#c");
    assert_eq!(uri.with_authority(None).expect("none"), "http:/a?b#c");
    assert_eq!(uri.with_authority(Some("x:2")).expect("one"), "http://x:2/a?b#c");
    assert_eq!(uri.with_userinfo(None).expect("none"), "http://h:1/a?b#c");
    assert_eq!(uri.with_host(Some("[::1]")).expect("one"), "http://u@[::1]:1/a?b#c");
    assert_eq!(uri.with_port(Some(0)).expect("one"), "http://u@h:0/a?b#c");
    assert_eq!(uri.with_path("/x//y").expect("one"), "http://u@h:1/x//y?b#c");
    assert_eq!(uri.with_query(None).expect("none"), "http://u@h:1/a#c");
    assert_eq!(uri.with_fragment(Some("")).expect("one"), "http://u@h:1/a?b#");
    assert_eq!(uri.with_path("x"), Err(EditError::Misfit(Misfit::RootlessAfterAuthority)));
    assert_eq!(uri.with_host(None), Err(EditError::Misfit(Misfit::NoHost)));
    let Err(EditError::Component(error)) = uri.with_query(Some("é")) else { panic!("not ASCII") };
    assert_eq!((error.production(), error.text()), (Rule::Query, "é"));
    assert_eq!(
        EditError::from(error).to_string(),
        "not a query: U+00E9 is not ASCII (query, RFC 3986 §3.4)"
    );

    let guarded = Uri::parse("s://h//p").expect("valid").with_authority(None).expect("none");
    assert_eq!(guarded, "s:/.//p");
    assert_eq!(guarded.with_authority(Some("h")).expect("one"), "s://h//p");
    let relative = IriRef::parse("s:a:b").expect("valid").with_scheme(None).expect("none");
    assert_eq!((relative.as_str(), &*relative.path()), ("./a:b", "./a:b"));
}

#[test]
fn repairs() {
    let (iri, changes) = IriBuf::repair(" http://h/a b ").expect("repaired");
    assert_eq!((iri.as_str(), changes.len()), ("http://h/a%20b", 3));
    let (iri, changes) = IriBuf::repair("http://h/a").expect("valid");
    assert_eq!((iri.as_str(), changes.len()), ("http://h/a", 0));
    let error = UriBuf::repair(" \t http://u v@a é/ü ").expect_err("a host");
    assert_eq!((error.text(), error.position()), (" \t http://u v@a é/ü ", 15));
    assert_eq!((error.span(), error.reason()), (15..16, Reason::InvalidCharacter));
    assert_eq!(UriBuf::repair("  ").expect_err("nothing").text(), "");
}

#[test]
fn values_are_their_text() {
    let iri = Iri::parse("s:a").expect("valid");
    let owned = iri.to_buf();
    assert_eq!(iri, owned);
    assert_eq!(owned, iri);
    assert_eq!(owned, "s:a");
    assert_ne!(iri, Iri::parse("S:a").expect("valid"));
    assert!(iri < Iri::parse("s:b").expect("valid"));
    let map = HashMap::from([(owned.clone(), 1)]);
    assert_eq!(map.get("s:a"), Some(&1));
    assert!(HashSet::from([iri]).contains("s:a"));
    assert_eq!(String::from(owned), "s:a");
    assert_eq!(format!("{iri:>5}|{iri:<5}"), "  s:a|s:a  ");
}

#[test]
fn references_to_findings() {
    let iri = Iri::parse("http://anna@h/").expect("valid");
    let codes: Vec<_> = iri
        .check(RuleSet::shared(Profile::Untrusted))
        .iter()
        .map(|finding| finding.rule.code)
        .collect();
    assert!(codes.contains(&"userinfo"), "{codes:?}");
}

/// The positions that an operation computes are those that the parser finds, and the text is that of the
/// function.
#[test]
fn what_operations_make_is_split_where_the_parser_splits_it() {
    fn assert_split(value: IriRef<'_>, expected: &str) {
        assert_eq!(value.as_str(), expected);
        let parts =
            parse::<true>(Utf8(expected.as_bytes()), Requirements::REFERENCE).expect(expected);
        let at = |range: Option<std::ops::Range<usize>>| range.map(|range| &expected[range]);
        assert_eq!(value.scheme().as_deref(), at(parts.scheme()), "{expected}");
        assert_eq!(value.authority().as_deref(), at(parts.authority()), "{expected}");
        assert_eq!(value.userinfo().as_deref(), at(parts.userinfo()), "{expected}");
        assert_eq!(value.host().as_deref(), at(parts.host()), "{expected}");
        assert_eq!(value.port_text(), at(parts.port()), "{expected}");
        assert_eq!(value.path(), &expected[parts.path()], "{expected}");
        assert_eq!(value.query().as_deref(), at(parts.query()), "{expected}");
        assert_eq!(value.fragment().as_deref(), at(parts.fragment()), "{expected}");
    }
    let texts: Vec<String> = texts::composed().chain(texts::carried()).collect();
    let values: Vec<IriRef<'_>> =
        texts.iter().filter_map(|text| IriRef::parse(text).ok()).collect();
    assert!(values.len() > 100);
    for (i, &value) in values.iter().enumerate() {
        let text = value.as_str();
        assert_split(value.without_fragment(), text.split('#').next().expect("one"));
        assert_eq!(
            value.origin().map(UriBuf::into_string),
            origin(text).map(Cow::into_owned),
            "{text}"
        );
        for &level in Level::ALL {
            let normal = normalize(text, level);
            assert_split((&value.normalize(level)).into(), &normal);
            assert_eq!(value.is_normalized(level), normal == text, "{text}");
            assert_eq!(value.comparison_key(level), engine::comparison_key(text, level));
        }
        assert_split((&value.to_uri()).into(), &encode_non_ascii(text));
        assert_split((&value.to_iri()).into(), &convert::to_iri(text, false));
        assert_split((&value.to_iri_with_idna()).into(), &convert::to_iri(text, true));
        if let Ok(uri) = value.to_uri_with_idna() {
            assert_split((&uri).into(), &convert::to_uri_with_idna(text).expect("the same"));
        }
        for &other in values.iter().skip(i % 487).step_by(487) {
            let target = value.resolve(other);
            assert_split((&target).into(), &resolve(text, other.as_str(), true));
            let expected = relativize(target.as_str(), text);
            let found: Option<IriRefBuf> = target.relativize(value);
            assert_eq!(found.is_some(), expected.is_some(), "{text} {target}");
            if let (Some(found), Some(expected)) = (found, expected) {
                assert_split((&found).into(), &expected);
            }
            let is_equivalent = engine::equivalent(text, other.as_str(), Level::Scheme, false);
            assert_eq!(value.equivalent(other, Level::Scheme), is_equivalent);
        }
    }
}

#[test]
fn components_are_typed() {
    let uri =
        Uri::parse("https://a%40b:p@xn--h.example:8080/a%2Fb/%FF?x=1&y=a+b#%C3%A9").expect("valid");
    let authority = uri.authority().expect("one");
    assert_eq!(authority.host(), "xn--h.example");
    assert_eq!(authority.port(), Some(8080));
    assert_eq!(format!("{authority:?}"), "\"a%40b:***@xn--h.example:8080\"");
    assert_eq!(format!("{:?}", authority.userinfo()), "Some(Userinfo(***))");
    assert_eq!(
        authority.userinfo().and_then(|userinfo| userinfo.decode()).as_deref(),
        Some("a@b:p")
    );
    assert!(uri.scheme().is("HTTPS"));
    assert_eq!(uri.scheme().default_port(), Some(443));
    let decoded: Vec<_> = uri.path().segments().map(|segment| segment.decode()).collect();
    assert_eq!(decoded, [Some(Cow::Borrowed("a/b")), None]);
    assert_eq!(uri.path().segments().last().expect("one").to_octets(), b"\xFF");
    assert_eq!(uri.query().and_then(|query| query.value("y")).as_deref(), Some("a b"));
    assert_eq!(uri.fragment().and_then(|fragment| fragment.decode()).as_deref(), Some("é"));
    assert!(uri.path().is_absolute() && !Uri::parse("a:b").expect("valid").path().is_absolute());
    // The methods of text.
    assert!(uri.starts_with("https:") && uri.path().contains("%2F"));
    assert_eq!(Cow::from(uri), uri.as_str());
    assert_eq!(UriRef::default(), "");
    let local = Uri::parse("http://[::1]:99/").expect("valid").authority().expect("one");
    let address: std::net::SocketAddr = "[::1]:99".parse().expect("an address");
    assert_eq!(local.to_socket_addrs(80).expect("known"), [address]);
    let wrong = Uri::parse("http://a:99999/").expect("valid").authority().expect("one");
    assert!(wrong.to_socket_addrs(80).is_err());
}

#[test]
fn a_builder_makes_what_it_is_given() {
    let built = UriBuf::builder().scheme("http").host("::1").port(1).path("//a").query("b").build();
    assert_eq!(built.expect("valid"), "http://[::1]:1//a?b");
    let guarded = UriBuf::builder().scheme("s").path("//a").build().expect("valid");
    assert_eq!((guarded.as_str(), guarded.authority()), ("s:/.//a", None));
    let relative = IriRefBuf::builder().path("a:b").build().expect("valid");
    assert_eq!((relative.as_str(), relative.scheme()), ("./a:b", None));
    let iri = IriBuf::builder().scheme("http").user("a:b", Some("c@d")).host("é.example");
    assert_eq!(iri.build().expect("valid"), "http://a%3Ab:c%40d@é.example");
    assert!(matches!(UriBuf::builder().host("h").build(), Err(EditError::Component(_))));
    assert!(matches!(UriBuf::builder().scheme("1").build(), Err(EditError::Component(_))));
    assert!(matches!(UriBuf::builder().scheme("a").host("b/c").build(), Err(EditError::Host(_))));
    let dots = UriBuf::builder().scheme("a").host("b").segments(["c", ".."]).build();
    assert_eq!(dots, Err(EditError::DotSegment));
    let hidden = UriBuf::builder().scheme("a").host("b").segments(["c/..\\d"]).build();
    assert_eq!(hidden, Err(EditError::DotSegment));
    let rootless = UriBuf::builder().scheme("a").host("b").path("c").build();
    assert_eq!(rootless, Err(EditError::Misfit(Misfit::RootlessAfterAuthority)));
    assert_eq!(
        UriBuf::builder().scheme("a").port(1).build(),
        Err(EditError::Misfit(Misfit::NoHost))
    );
    // Any data is restored unchanged.
    for data in ["", "/", "a/b?c#d&e=f+g%41", "\u{0}é\u{10FFFF}", "..a", "%2e%2e"] {
        let built =
            UriBuf::builder().scheme("http").host("h").segments(["x", data]).pairs([(data, data)]);
        let built = built.build().expect("valid");
        assert_eq!(
            built.path().segments().nth(1).and_then(|s| s.decode()).as_deref().unwrap_or(""),
            data
        );
        let pairs: Vec<_> = built.query().expect("one").pairs().collect();
        assert_eq!(pairs, [(data.to_owned(), Some(data.to_owned()))]);
        assert_eq!(
            built.normalize(Level::Scheme).path().segments().count(),
            built.path().segments().count()
        );
    }
}

#[test]
fn text_is_resolved_or_says_why_not() {
    let base = Iri::parse("http://h/a/b").expect("valid");
    assert_eq!(base.resolve_str("../é").expect("valid"), "http://h/é");
    assert_eq!(base.resolve_str("a b").expect_err("a space").position(), 1);
}

#[cfg(feature = "serde")]
#[test]
fn values_are_text_in_data() {
    let text = "\"http://h/\"";
    let uri: Uri<'_> = serde_json::from_str(text).expect("valid");
    let owned: IriRefBuf = serde_json::from_str(text).expect("valid");
    assert_eq!(
        serde_json::to_string(&(uri, &owned)).expect("text"),
        "[\"http://h/\",\"http://h/\"]"
    );
    let error = serde_json::from_str::<UriBuf>("\"a b\"").expect_err("a space");
    assert!(error.to_string().starts_with("not a URI"), "{error}");
}

#[test]
fn queries_are_edited() -> Result<(), ParseError> {
    let uri = Uri::parse("https://h/a?b=1&c=x+y&b=2&d#f")?;
    assert_eq!(uri.query_value("c").as_deref(), Some("x y"));
    assert_eq!((uri.query_value("d").as_deref(), uri.query_value("e")), (Some(""), None));
    for (pairs, expected) in [
        (&[("b", Some("3"))][..], "https://h/a?b=3&c=x+y&d#f"),
        (&[("e", Some("é&=")), ("e", None)], "https://h/a?b=1&c=x+y&b=2&d&e=%C3%A9%26%3D&e#f"),
    ] {
        assert_eq!(uri.update_query(pairs), expected);
    }
    assert_eq!(Uri::parse("https://h/a#f")?.update_query(&[("b", Some(""))]), "https://h/a?b=#f");
    let iri = Iri::parse("https://h/")?;
    assert_eq!(iri.update_query(&[("q", Some("é"))]), "https://h/?q=é");
    for (names, expected) in [
        (&["b"][..], "https://h/a?c=x+y&d#f"),
        (&["*"], "https://h/a#f"),
        (&[], "https://h/a#f"),
        (&["z"], "https://h/a?b=1&c=x+y&b=2&d#f"),
    ] {
        assert_eq!(uri.without_query(names), expected);
    }
    Ok(())
}

#[test]
fn hosts_are_compared_and_divided() {
    for (a, b, expected) in [
        ("http://www.example.co.uk/", "https://SHOP.example.co.uk./", true),
        ("http://a.github.io/", "http://b.github.io/", false),
        ("http://co.uk/", "http://co.uk/", true),
        ("http://co.uk/", "http://a.co.uk/", false),
        ("http://127.0.0.1/", "http://127.0.0.1:80/", true),
        ("http://127.0.0.1/", "http://127.0.0.2/", false),
        ("http://[::1]/", "http://[0:0::1]/", true),
        ("http://例え.jp/", "http://www.xn--r8jz45g.jp/", true),
    ] {
        let (a, b) = (Iri::parse(a).expect("an IRI"), Iri::parse(b).expect("an IRI"));
        let hosts = (a.host().expect("a host"), b.host().expect("a host"));
        assert_eq!(hosts.0.is_same_site(hosts.1), expected, "{a} {b}");
        assert_eq!(hosts.1.is_same_site(hosts.0), expected, "{b} {a}");
    }
    let host = |text: &'static str| Iri::parse(text).expect("an IRI").host().expect("a host");
    assert!(host("http://a.Example.org./").is_within("example.org"));
    assert!(!host("http://a.example.org/").is_within("*.example.org"));
    assert!(!host("http://10.0.0.1/").is_within("0.1"));
    assert!(host("http://0x7f.1/").matches("127.0.0.1"));
    assert_eq!(host("http://a.b.co.uk/").public_suffix().as_deref(), Some("co.uk"));
    assert_eq!(host("http://127.0.0.1/").registrable_domain(), None);
}
