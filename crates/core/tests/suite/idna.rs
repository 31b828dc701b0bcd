//! Internationalized domain names, to ASCII and to Unicode, with the parameters of RFC 3987 §3.1.

use std::collections::HashSet;
use std::process::Command;

use iriform::NameCheck;
use iriform::engine::idna::{host_to_ascii, host_to_unicode, is_ascii_name};

/// Host, in ASCII, in Unicode.
type Row<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

#[rustfmt::skip]
const HOSTS: &[Row<'_>] = &[
    ("", Some(""), Some("")),
    ("example.org", Some("example.org"), Some("example.org")),
    ("EXAMPLE.org.", Some("example.org."), Some("example.org.")),
    // RFC 3987 §3.1, §3.2.1
    ("r\u{E9}sum\u{E9}.example.org", Some("xn--rsum-bpad.example.org"), Some("r\u{E9}sum\u{E9}.example.org")),
    ("r%C3%A9sum%c3%a9.example.org", Some("xn--rsum-bpad.example.org"), Some("r\u{E9}sum\u{E9}.example.org")),
    ("xn--99zt52a.example.org", Some("xn--99zt52a.example.org"), Some("\u{7D0D}\u{8C46}.example.org")),
    // Non-transitional: the sharp s is a letter of its own.
    ("fa\u{DF}.de", Some("xn--fa-hia.de"), Some("fa\u{DF}.de")),
    ("\u{FF21}\u{3002}B", Some("a.b"), Some("a.b")),
    // UseSTD3ASCIIRules, CheckHyphens, VerifyDnsLength.
    ("a_b.example", None, None),
    ("-a.example", None, None),
    ("a-.example", None, None),
    ("ab--c.example", None, None),
    ("a..b", None, Some("a..b")),
    ("xn--a.example", None, None),
    // CheckBidi (RFC 5893 §2), CheckJoiners (RFC 5892 A.1, A.2).
    ("\u{5D0}1\u{5D1}", Some("xn--1-zhce"), Some("\u{5D0}1\u{5D1}")),
    ("\u{5D0}a", None, None),
    ("1\u{5D0}", None, None),
    ("a\u{200D}b", None, None),
    // A text that is mapped to ASCII may become an address.
    ("\u{FF11}.2.3.4", Some("1.2.3.4"), Some("1.2.3.4")),
    ("%31.2.3.4", Some("1.2.3.4"), Some("1.2.3.4")),
    // Octets that are not UTF-8.
    ("%FF.example", None, None),
    // No names.
    ("[::1]", Some("[::1]"), Some("[::1]")),
    ("[V1.a]", Some("[V1.a]"), Some("[V1.a]")),
];

#[test]
fn both_directions() {
    for &(host, ascii, unicode) in HOSTS {
        assert_eq!(host_to_ascii(host).ok().as_deref(), ascii, "{host}");
        assert_eq!(host_to_unicode(host).ok().as_deref(), unicode, "{host}");
    }
}

#[test]
fn labels_have_at_most_63_octets() {
    assert!(host_to_ascii(&"a".repeat(63)).is_ok());
    assert!(host_to_ascii(&"a".repeat(64)).is_err());
}

#[test]
fn ascii_names_need_no_conversion() {
    for (host, is_ascii) in [
        ("example.org", true),
        ("", true),
        ("%41.org", true),
        ("%7F", true),
        ("\u{E9}.org", false),
        ("%C3%A9.org", false),
        ("%80", false),
    ] {
        assert_eq!(is_ascii_name(host), is_ascii, "{host}");
    }
}

/// The file `IdnaTestV2.txt` of the Unicode Consortium, which the crate `idna` ships with its tests: cargo
/// has its source where it has built it. (A6)
fn idna_test_v2() -> String {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata = String::from_utf8(cargo.stdout).expect("JSON is UTF-8");
    let manifests = metadata.split("\"manifest_path\":\"").skip(1);
    let folder = manifests
        .filter_map(|rest| rest.split_once("/Cargo.toml\""))
        .map(|(folder, _)| folder)
        .find(|folder| folder.contains("/idna-1."))
        .expect("the source of idna is at hand");
    std::fs::read_to_string(format!("{folder}/tests/IdnaTestV2.txt")).expect("it has the file")
}

/// Unescapes `\uXXXX` and `\x{X…}`; returns none for a lone surrogate.
fn unescaped(column: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = if column == "\"\"" { "" } else { column };
    while let Some((before, escape)) = rest.split_once('\\') {
        let (digits, after) = match escape.strip_prefix("x{") {
            Some(braced) => braced.split_once('}')?,
            None => escape.strip_prefix('u')?.split_at(4),
        };
        out.push_str(before);
        out.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// The statuses in the file that a check corresponds to.
fn statuses(check: NameCheck) -> &'static [&'static str] {
    match check {
        NameCheck::Empty => &["A4_2"],
        NameCheck::NotUtf8 => &[],
        NameCheck::Character(_) => &["V7", "P1"],
        NameCheck::NotPunycode => &["P4", "A3"],
        NameCheck::NotAnALabel => &["V1", "V7", "P4", "A3"],
        NameCheck::Hyphen => &["V3"],
        NameCheck::TwoHyphens => &["V2", "V4"],
        NameCheck::NotLdh(_) => &["U1"],
        NameCheck::Mark(_) => &["V6"],
        NameCheck::Joiner(_) => &["C1", "C2"],
        NameCheck::Direction => &["B1", "B2", "B3", "B4", "B5", "B6"],
        NameCheck::LongLabel(_) | NameCheck::LongName(_) => &["A4_1", "A4_2"],
    }
}

/// Host, the label and the check that it does not pass.
#[test]
fn a_refusal_says_which_label_and_which_check() {
    let long = "\u{E9}".repeat(60);
    let many = "a.".repeat(126) + "ab";
    for (host, said) in [
        ("\u{FF0D}a", "label 1, \"\u{FF0D}a\", begins or ends with a hyphen (CheckHyphens)"),
        ("a.-b.c", "label 2, \"-b\", begins or ends with a hyphen (CheckHyphens)"),
        ("a.b-.\u{E9}", "label 2, \"b-\", begins or ends with a hyphen (CheckHyphens)"),
        ("ab--cd", "label 1, \"ab--cd\", has hyphens in its third and fourth place (CheckHyphens)"),
        (
            "r3---sn.\u{E9}",
            "label 1, \"r3---sn\", has hyphens in its third and fourth place (CheckHyphens)",
        ),
        (
            "xn--xn---epa",
            "label 1, \"xn--xn---epa\", has hyphens in its third and fourth place (CheckHyphens)",
        ),
        (
            "\u{E9}_",
            "label 1, \"\u{E9}_\", has '_', and host names consist of letters, digits and hyphens (UseSTD3ASCIIRules)",
        ),
        (
            "a.b\u{FF3F}c",
            "label 2, \"b\u{FF3F}c\", has '_', and host names consist of letters, digits and hyphens (UseSTD3ASCIIRules)",
        ),
        (
            "a%20b",
            "label 1, \"a%20b\", has ' ', and host names consist of letters, digits and hyphens (UseSTD3ASCIIRules)",
        ),
        ("xn--a", "label 1, \"xn--a\", has '\\u{80}', which a domain name must not have"),
        (
            "a.XN--9999999999",
            "label 2, \"XN--9999999999\", is not an A-label: the text after xn-- is not Punycode",
        ),
        ("xn--a-", "label 1, \"xn--a-\", is not the A-label of what it decodes to"),
        ("xn--dca", "label 1, \"xn--dca\", is not the A-label of what it decodes to"),
        ("a..b", "label 2 is empty (VerifyDnsLength)"),
        (".a", "label 1 is empty (VerifyDnsLength)"),
        ("a.\u{AD}.b", "label 2, \"\\u{ad}\", is empty (VerifyDnsLength)"),
        ("a\u{3002}\u{FF0E}b", "label 2 is empty (VerifyDnsLength)"),
        ("%FF.example", "label 1, \"%FF\", has octets that are not UTF-8"),
        (
            "a.\u{FFFC}b",
            "label 2, \"\u{FFFC}b\", has '\u{FFFC}', which a domain name must not have",
        ),
        ("%EF%BF%BC", "label 1, \"%EF%BF%BC\", has '\u{FFFC}', which a domain name must not have"),
        ("\u{301}a", "label 1, \"\\u{301}a\", begins with the mark '\\u{301}'"),
        (
            "a\u{200D}b",
            "label 1, \"a\\u{200d}b\", has '\\u{200d}' where it joins nothing (CheckJoiners)",
        ),
        (
            "\u{5D0}a",
            "label 1, \"\u{5D0}a\", mixes writing directions, or follows a right-to-left label (CheckBidi)",
        ),
        (
            "1a.\u{5D0}",
            "label 1, \"1a\", mixes writing directions, or follows a right-to-left label (CheckBidi)",
        ),
        (
            &long,
            &format!(
                "label 1, \"{long}\", has 66 octets in ASCII, and a label has at most 63 (VerifyDnsLength)"
            ),
        ),
        (&many, "the name has 254 octets in ASCII, and a name has at most 253 (VerifyDnsLength)"),
    ] {
        assert_eq!(host_to_ascii(host).expect_err("no name").to_string(), said, "{host}");
    }
}

#[test]
fn idna_test_v2_is_answered() {
    let file = idna_test_v2();
    assert!(file.contains("# Version: 16.0.0"), "look at the differences below again");
    let (mut agree, mut roots, mut assigned_since) = (0, 0, 0);
    let mut checks = HashSet::new();
    for line in file.lines().map(|line| line.split_once('#').map_or(line, |(row, _)| row)) {
        let columns: Vec<&str> = line.split(';').map(str::trim).collect();
        let [source, unicode, unicode_status, ascii, ascii_status, ..] = columns[..] else {
            continue;
        };
        // A blank column repeats the one before it.
        let unicode = if unicode.is_empty() { source } else { unicode };
        let ascii = if ascii.is_empty() { unicode } else { ascii };
        let status = if ascii_status.is_empty() { unicode_status } else { ascii_status };
        let Some(host) = unescaped(source) else { continue };
        let expected = unescaped(ascii).filter(|_| status.is_empty() || status == "[]");
        let ours = host_to_ascii(&host.replace('%', "%25"));
        if let Err(refused) = &ours {
            let statuses = statuses(refused.check);
            let is_one = statuses.iter().any(|one| status.contains(one));
            assert!(is_one, "{source}: {refused} {status}");
            checks.insert(statuses);
        }
        let ours = ours.ok();
        match (ours, expected) {
            (ours, expected) if ours == expected => agree += 1,
            // VerifyDnsLength refuses the DNS root, but a host may be the root or end with it.
            (Some(ours), None) if status == "[A4_2]" && ours.ends_with('.') => roots += 1,
            (Some(ours), None) if ours.is_empty() => roots += 1,
            // Characters assigned in Unicode 17 and 18.
            (Some(_), None) if matches!(status, "[V7]" | "[V7, A4_2]") => assigned_since += 1,
            (ours, expected) => panic!("{source}: {ours:?}, and not {expected:?} {status}"),
        }
    }
    assert_eq!((agree, roots, assigned_since), (6313, 67, 7));
    assert_eq!(checks.len(), 11, "{checks:?}");
}
