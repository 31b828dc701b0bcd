//! Policies: what they allow and refuse, and their notation.

use iriform::engine::{
    Policy,
    policy::{AddressTerm, PolicyTerms},
};

/// The terms that allow everything.
fn everything() -> PolicyTerms {
    PolicyTerms {
        addresses: AddressTerm::Named("any".to_owned()),
        userinfo: true,
        profile: "none".to_owned(),
        ..PolicyTerms::default()
    }
}

fn list(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

fn codes(policy: &Policy, text: &str) -> String {
    let refusals = policy.refusals(text).expect("text of the production");
    let codes: Vec<&str> = refusals.iter().map(|finding| finding.rule.code).collect();
    assert_eq!(policy.allows(text), codes.is_empty(), "{text}");
    codes.join(" ")
}

fn error(terms: &PolicyTerms) -> String {
    terms.policy().expect_err("a wrong term").to_string()
}

#[test]
fn nothing_is_asked() {
    let policy = everything().policy().expect("a policy");
    for text in ["http://127.0.0.1:22/?a#b", "urn:a:b", "javascript:alert(1)", "s:", "s://u:p@h"] {
        assert_eq!(codes(&policy, text), "", "{text}");
    }
    assert!(!policy.allows("/a") && !policy.allows("a b") && policy.refusals("/a").is_err());
}

#[test]
fn terms_are_read_as_they_are_written() {
    for addresses in
        [AddressTerm::Named("global".to_owned()), AddressTerm::Networks(list("10.0.0.0/8"))]
    {
        let written = PolicyTerms { addresses, ..everything() };
        let mut read = PolicyTerms::default();
        for (name, plain) in written.plain() {
            assert!(read.set(name, plain).is_ok(), "{name}");
        }
        assert_eq!(read, written);
    }
}

#[test]
fn each_term_alone() {
    let https = PolicyTerms { schemes: Some(list("HTTPS")), ..everything() };
    let hosts = PolicyTerms { hosts: Some(list("*.example.org 127.0.0.1")), ..everything() };
    let any_host = PolicyTerms { hosts: Some(list("* example.org")), ..everything() };
    let ports = PolicyTerms { ports: Some(vec![80, 8080]), ..everything() };
    let global = PolicyTerms { addresses: AddressTerm::Named("global".to_owned()), ..everything() };
    let none = PolicyTerms { addresses: AddressTerm::Named("none".to_owned()), ..everything() };
    let network = PolicyTerms {
        addresses: AddressTerm::Networks(list("10.0.0.0/8 fd00::/8")),
        ..everything()
    };
    let short = PolicyTerms { max_length: Some(5), ..everything() };
    for (terms, text, expected) in [
        (&https, "https:", ""),
        (&https, "HttpS://a/", ""),
        (&https, "http://a/", "scheme-not-allowed"),
        (&hosts, "s://A.Example.org./", ""),
        (&hosts, "s://0x7f000001", ""),
        (&hosts, "s://[::ffff:7f00:1]", ""),
        (&hosts, "s://example.org", "host-not-allowed"),
        (&hosts, "s://", "host-not-allowed"),
        (&hosts, "s:a", "host-not-allowed"),
        (&any_host, "s://a", ""),
        (&any_host, "s://localhost", ""),
        (&any_host, "s://[::1]", ""),
        (&any_host, "s://", "no-host"),
        (&any_host, "s://[v1.a]", "no-host"),
        (&any_host, "s://%FF", "no-host"),
        (&any_host, "s://a.example,b.example", "no-host"),
        (&any_host, "s://a..example", "no-host"),
        (&any_host, "s://a$b", "no-host"),
        (&any_host, "s://256.1.1.1", "no-host"),
        (&any_host, "s:a", "no-host"),
        (&ports, "http://a", ""),
        (&ports, "http://a:", ""),
        (&ports, "s://a:08080", ""),
        (&ports, "https://a", "port-not-allowed"),
        (&ports, "s://a", "port-not-allowed"),
        (&ports, "s://a:99999", "port-not-allowed"),
        (&ports, "s:a", "port-not-allowed"),
        (&global, "s://a", ""),
        (&global, "s:a", ""),
        (&global, "s://8.8.8.8", ""),
        (&global, "s://[2606:4700::1]", ""),
        (&global, "s://127.1", "address-not-allowed"),
        (&global, "s://[64:ff9b::7f00:1]", "address-not-allowed"),
        (&global, "s://1.2.3.4.5", "address-not-allowed"),
        (&global, "s://[v1.a]", "address-not-allowed"),
        (&none, "s://8.8.8.8", "address-not-allowed"),
        (&none, "s://%38.8.8.8", "address-not-allowed"),
        (&network, "s://10.1.2.3", ""),
        (&network, "s://[::ffff:10.1.2.3]", ""),
        (&network, "s://[fd00::1]", ""),
        (&network, "s://[2002:a01:203::]", "address-not-allowed"),
        (&network, "s://8.8.8.8", "address-not-allowed"),
        (&short, "s:\u{E9}\u{4F8B}\u{1F600}", ""),
        (&short, "s:abcd", "too-long"),
    ] {
        assert_eq!(codes(&terms.policy().expect("a policy"), text), expected, "{text}");
    }
}

#[test]
fn spans_and_evidence() {
    let terms = PolicyTerms {
        schemes: Some(list("https")),
        hosts: Some(list("example.org")),
        ports: Some(vec![443]),
        addresses: AddressTerm::Named("none".to_owned()),
        userinfo: false,
        query: false,
        fragment: false,
        max_length: Some(30),
        ..everything()
    };
    let text = "HTTP://a@0x7f.1:22/\u{E9}aaaaaaaaaa?b#";
    let found = terms.policy().expect("a policy").refusals(text).expect("an IRI");
    let told: Vec<_> =
        found.iter().map(|f| (&text[f.span.clone()], f.evidence.as_deref())).collect();
    let expected = [
        ("HTTP", Some("http")),
        ("0x7f.1", Some("127.0.0.1")),
        ("0x7f.1", Some("127.0.0.1")),
        ("22", Some("22")),
        ("a@", None),
        ("?b", None),
        ("#", None),
        ("?b#", Some("33")),
    ];
    assert_eq!(told, expected);
}

#[test]
fn this_machine() {
    let terms = PolicyTerms {
        schemes: Some(list("https")),
        hosts: Some(list("*")),
        ports: Some(vec![443]),
        addresses: AddressTerm::Named("global".to_owned()),
        userinfo: false,
        loopback: list("http"),
        profile: "untrusted".to_owned(),
        ..everything()
    };
    let policy = terms.policy().expect("a policy");
    for text in ["http://127.0.0.1:51004/a", "http://[::1]:1234/", "HTTP://LocalHost:1/"] {
        assert_eq!(codes(&policy, text).replace("port-blocked", ""), "", "{text}");
    }
    assert_eq!(
        codes(&policy, "https://localhost:8000/"),
        "port-not-allowed host-special-use",
        "the scheme is not one of those"
    );
    for text in [
        "http://localhost.evil.example/", "http://a.localhost/", "http://128.0.0.1/",
        "http://[::2]/", "http://u@127.0.0.1/", "http://0x7f.1/",
    ] {
        assert!(!policy.allows(text), "{text}");
    }
}

/// The profile does not refuse what a term decides, but it refuses the rest.
#[test]
fn terms_and_findings() {
    let terms = PolicyTerms {
        hosts: Some(list("localhost app.internal 127.0.0.1")),
        ports: Some(vec![22, 8000]),
        profile: "untrusted".to_owned(),
        ..everything()
    };
    let policy = terms.policy().expect("a policy");
    for text in ["http://localhost:8000/", "http://app.internal:22/", "http://a@127.0.0.1:8000/"] {
        assert_eq!(codes(&policy, text), "", "{text}");
    }
    assert_eq!(codes(&policy, "http://0x7f.1:22/?token=a"), "ipv4-lookalike secret-in-query");

    let severities = vec![("secret-in-query".to_owned(), "ignore".to_owned())];
    let policy = PolicyTerms { severities, ..terms.clone() }.policy().expect("a policy");
    assert_eq!(codes(&policy, "http://localhost:22/?token=a"), "");
    let policy = PolicyTerms { refuse: "error".to_owned(), ..terms }.policy().expect("a policy");
    assert_eq!(codes(&policy, "http://localhost:22/?token=a"), "");
    assert_eq!(codes(&policy, "http://a:b@localhost:22/"), "password");
}

#[test]
fn wrong_terms() {
    let severities = |code: &str, severity: &str| PolicyTerms {
        severities: vec![(code.to_owned(), severity.to_owned())],
        ..everything()
    };
    for (terms, message) in [
        (
            PolicyTerms { hosts: Some(list("*.e*.org")), ..everything() },
            "hosts: \"*.e*.org\": \"*\" must be the whole first label, as in \"*.example.org\"",
        ),
        (
            PolicyTerms { hosts: Some(list("https://u:p@example.org")), ..everything() },
            "hosts: this: a host must not contain ':': write the name alone, as in \"example.org\", \
             and a port as a term",
        ),
        (
            PolicyTerms { hosts: Some(list("* !corp.example")), ..everything() },
            "hosts: \"!corp.example\": a host must not contain '!': hosts lists the names that are allowed, each as an item",
        ),
        (
            PolicyTerms { schemes: Some(list("https:")), ..everything() },
            "schemes: \"https:\" is not a scheme: write it as \"https\", without the colon",
        ),
        (
            PolicyTerms { loopback: list("1"), ..everything() },
            "loopback: \"1\" is not a scheme: write it as \"https\", without the colon",
        ),
        (
            PolicyTerms { addresses: AddressTerm::Named("private".to_owned()), ..everything() },
            "addresses: it must be 'any', 'global', 'none' or a list of networks, as in [\"10.0.0.0/8\"]",
        ),
        (
            PolicyTerms { addresses: AddressTerm::Networks(list("10.0.0.1/8")), ..everything() },
            "addresses: \"10.0.0.1/8\": the address has bits set outside the prefix of the network",
        ),
        (
            PolicyTerms { production: "URL".to_owned(), ..everything() },
            "production: it must be 'IRI', 'URI', 'IRI-reference' or 'URI-reference'",
        ),
        (
            PolicyTerms { profile: "strict".to_owned(), ..everything() },
            "profile: it must be 'none', 'default', 'norm', 'rdf' or 'untrusted'",
        ),
        (
            PolicyTerms { refuse: "ignore".to_owned(), ..everything() },
            "refuse: it must be 'error', 'warning' or 'info'",
        ),
        (severities("no-rule", "error"), "severities: no rule has the code \"no-rule\""),
        (
            severities("userinfo", "fatal"),
            "severities: a severity must be 'error', 'warning', 'info' or 'ignore'",
        ),
        (
            severities("too-long", "ignore"),
            "severities: \"too-long\" is decided by a term of its own",
        ),
    ] {
        assert_eq!(error(&terms), message);
    }
}
