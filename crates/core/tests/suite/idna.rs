//! Internationalized domain names, to ASCII and to Unicode, with the parameters of RFC 3987 §3.1.

use std::process::Command;

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
    // Mapped into ASCII: what was no address has become one.
    ("\u{FF11}.2.3.4", Some("1.2.3.4"), Some("1.2.3.4")),
    ("%31.2.3.4", Some("1.2.3.4"), Some("1.2.3.4")),
    // Octets that are no UTF-8.
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

/// Text with the escapes `\uXXXX` and `\x{X…}`; none for a lone surrogate.
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

#[test]
fn idna_test_v2_is_answered() {
    let file = idna_test_v2();
    assert!(file.contains("# Version: 16.0.0"), "look at the differences below again");
    let (mut agree, mut roots, mut assigned_since) = (0, 0, 0);
    for line in file.lines().map(|line| line.split_once('#').map_or(line, |(row, _)| row)) {
        let columns: Vec<&str> = line.split(';').map(str::trim).collect();
        let [source, unicode, unicode_status, ascii, ascii_status, ..] = columns[..] else {
            continue;
        };
        // A blank column is as the one before it.
        let unicode = if unicode.is_empty() { source } else { unicode };
        let ascii = if ascii.is_empty() { unicode } else { ascii };
        let status = if ascii_status.is_empty() { unicode_status } else { ascii_status };
        let Some(host) = unescaped(source) else { continue };
        let expected = unescaped(ascii).filter(|_| status.is_empty() || status == "[]");
        let ours = host_to_ascii(&host.replace('%', "%25")).ok();
        match (ours, expected) {
            (ours, expected) if ours == expected => agree += 1,
            // VerifyDnsLength refuses the root of the DNS, which a host may be or end with.
            (Some(ours), None) if status == "[A4_2]" && ours.ends_with('.') => roots += 1,
            (Some(ours), None) if ours.is_empty() => roots += 1,
            // Characters that Unicode 17 and 18 have assigned.
            (Some(_), None) if matches!(status, "[V7]" | "[V7, A4_2]") => assigned_since += 1,
            (ours, expected) => panic!("{source}: {ours:?}, and not {expected:?} {status}"),
        }
    }
    assert_eq!((agree, roots, assigned_since), (6313, 67, 7));
}
