//! Protected names: the findings, and how the host resembles the name.

use iriform::engine::findings::{Names, RuleSet, check};

const LOOK: &str = "host-confusable-with";
const FONT: &str = "host-font-confusable-with";
const PART: &str = "host-contains-name";
const EDIT: &str = "host-edit-of-name";
const SUFFIX: &str = "host-suffix-of-name";

fn rule_set(names: &[&str]) -> RuleSet {
    let names = Names::new(names.iter().map(|&name| name.to_owned()));
    RuleSet::nothing().protecting(&names.expect("names"))
}

/// The code, the evidence and the text of the finding for a host.
fn found(rule_set: &RuleSet, host: &str) -> Option<(&'static str, String, String)> {
    let text = format!("https://{host}/a");
    let mut findings = check(&text, rule_set).into_iter();
    let finding = findings.next()?;
    assert!(findings.next().is_none(), "{host}");
    let span = text[finding.span.clone()].to_owned();
    Some((finding.rule.code, finding.evidence.unwrap_or_default(), span))
}

const NAMES: [&str; 12] = [
    "paypal.com", "microsoft.com", "google.com", "wikipedia.org", "example.org", "phktb.com",
    "o2.com", "digklmo68.co.uk", "www.bücher.example", "github.io", "coca-cola.com", "intranet",
];

#[test]
fn hosts_that_resemble_a_name() {
    let rule_set = rule_set(&NAMES);
    for (host, code, name) in [
        // Letters of other scripts, marks, strokes and hooks.
        ("p\u{430}yp\u{430}l.com", LOOK, "paypal.com"),
        ("www.xn--pypl-53dc.com", LOOK, "paypal.com"),
        ("páypal.com", LOOK, "paypal.com"),
        ("paypa\u{4CF}.com", LOOK, "paypal.com"),
        ("pħktb.com", LOOK, "phktb.com"),
        ("þħĸŧƅ.com", LOOK, "phktb.com"),
        ("đigklmo68.co.uk", LOOK, "digklmo68.co.uk"),
        ("mail.digkłmo68.co.uk", LOOK, "digklmo68.co.uk"),
        ("\u{1005}2.com", LOOK, "o2.com"),
        ("bucher.example", LOOK, "bücher.example"),
        ("p\u{430}yp\u{430}l.net", LOOK, "paypal.com"),
        ("paypal.c\u{43E}m", LOOK, "paypal.com"),
        // Fonts.
        ("paypal.corn", FONT, "paypal.com"),
        ("micros0ft.com", FONT, "microsoft.com"),
        ("rnicrosoft.com", FONT, "microsoft.com"),
        ("g00gle.com", FONT, "google.com"),
        ("paypaI.com", FONT, "paypal.com"),
        ("www.paypa1.com", FONT, "paypal.com"),
        ("vvikipedia.org", FONT, "wikipedia.org"),
        ("02.com", FONT, "o2.com"),
        ("coca-co1a.com", FONT, "coca-cola.com"),
        // A part of another domain.
        ("paypal.com.evil.io", PART, "paypal.com"),
        ("paypal-login.com", PART, "paypal.com"),
        ("login-paypa1.net", PART, "paypal.com"),
        ("secure.paypal.login.example.net", PART, "paypal.com"),
        ("a.my-coca-cola-shop.com", PART, "coca-cola.com"),
        ("paypallogin.com", PART, "paypal.com"),
        ("wwwpaypal.com", PART, "paypal.com"),
        ("paypalcloud.com", PART, "paypal.com"),
        // One edit, a hyphen or a dot away.
        ("exmaple.org", EDIT, "example.org"),
        ("exmple.org", EDIT, "example.org"),
        ("exaample.org", EDIT, "example.org"),
        ("exanple.org", EDIT, "example.org"),
        ("pay-pal.com", EDIT, "paypal.com"),
        ("pay.pal.com", EDIT, "paypal.com"),
        ("www.pay.pal.com", EDIT, "paypal.com"),
        ("cocacola.com", EDIT, "coca-cola.com"),
        ("githubb.io", EDIT, "github.io"),
        // Another public suffix.
        ("paypal.co", SUFFIX, "paypal.com"),
        ("www.paypal.co.uk", SUFFIX, "paypal.com"),
        ("digklmo68.com", SUFFIX, "digklmo68.co.uk"),
        ("intranet.example", SUFFIX, "intranet"),
    ] {
        let (found, evidence, _) =
            found(&rule_set, host).unwrap_or_else(|| panic!("nothing: {host}"));
        assert_eq!((found, &*evidence), (code, name), "{host}");
    }
}

#[test]
fn hosts_that_resemble_none() {
    let rule_set = rule_set(&NAMES);
    for host in [
        "paypal.com", "PayPal.com", "PAYPAL.COM.", "www.paypal.com", "paypal.login.paypal.com",
        "anna.github.io", "github.io", "bücher.example", "a.xn--bcher-kva.example", "intranet",
        // Short labels, other words, two edits.
        "o3.com", "o2.net", "o2-login.com", "phktbb.com", "examples.net", "exmapel.org",
        "papal.net", "googleplex.com", "mygoo.com", "payfast.com", "127.0.0.1", "[::1]", "a..b",
        "",
    ] {
        assert_eq!(found(&rule_set, host), None, "{host}");
    }
    let other = "mailto:anna@paypa1.com";
    assert!(check(other, &rule_set).is_empty());
    assert!(check("https://paypa1.com/", &self::rule_set(&[])).is_empty());
}

#[test]
fn the_place_is_the_domain_or_the_part() {
    let rule_set = rule_set(&NAMES);
    for (host, span) in [
        ("www.paypa1.com", "paypa1.com"),
        ("www.paypa1.com.", "paypa1.com"),
        ("login.paypal.com.evil.io", "paypal"),
        ("my.paypal-login.com", "paypal-login"),
        ("www.paypal.co.uk", "paypal.co.uk"),
    ] {
        assert_eq!(
            found(&rule_set, host).map(|(_, _, span)| span).as_deref(),
            Some(span),
            "{host}"
        );
    }
}

/// The name with the suffix of the host, and otherwise the first one given.
#[test]
fn the_name_that_is_said() {
    let names = rule_set(&["paypal.de", "paypal.com", "paypal.fr"]);
    for (host, name) in [
        ("paypa1.com", "paypal.com"),
        ("paypa1.fr", "paypal.fr"),
        ("paypa1.net", "paypal.de"),
        ("paypal.net", "paypal.de"),
    ] {
        assert_eq!(found(&names, host).map(|(_, name, _)| name).as_deref(), Some(name), "{host}");
    }
    assert_eq!(found(&names, "paypal.fr"), None);
}

#[test]
fn texts_that_are_no_names() {
    for (text, why) in [
        (
            "https://paypal.com/",
            "item 4: a protected name is a host without a scheme, a port or a path",
        ),
        (
            "paypal.com:443",
            "\"paypal.com:443\": a protected name is a host without a scheme, a port or a path",
        ),
        ("a:b@c.com", "item 4: a protected name is a host without a scheme, a port or a path"),
        (
            "*.paypal.com",
            "\"*.paypal.com\": a protected name has no \"*\": it stands for the names below it as well",
        ),
        ("*", "\"*\": a protected name has no \"*\": it stands for the names below it as well"),
        ("127.0.0.1", "\"127.0.0.1\": an address has no look-alikes: give a name"),
        ("[::1]", "\"[::1]\": an address has no look-alikes: give a name"),
        ("paypal .com", "item 4: a host must not contain ' '"),
        ("p%61ypal.com", "\"p%61ypal.com\": a name must not be percent-encoded"),
        ("", "\"\": no such host can be looked up"),
        (
            ".paypal.com",
            "\".paypal.com\": a name does not begin with a dot: write \"*.example.org\" for all names below it",
        ),
        ("xn--a.com", "\"xn--a.com\": no such host can be looked up"),
    ] {
        let names =
            ["paypal.com", "b\u{FC}cher.example", "xn--bcher-kva.example", "intranet.", text];
        let wrong = Names::new(names.map(str::to_owned)).expect_err(text);
        assert_eq!((wrong.place, &*wrong.to_string()), (4, why), "{text}");
    }
}

#[test]
fn a_host_of_characters_that_nobody_sees_resembles_no_name() {
    let codes = [LOOK, FONT, PART, EDIT, SUFFIX];
    for text in ["file://\u{AD}/p", "https://\u{AD}/", "https://\u{AD}./", "https://%C2%AD/"] {
        let findings = check(text, &rule_set(&NAMES));
        assert!(!findings.iter().any(|finding| codes.contains(&finding.rule.code)), "{text}");
    }
}
