//! Repair: the changes, their positions, and text that the parser still refuses.

use iriform::engine::repair::{Cause, repair};

use Cause::{BarePercent, Bracket, NotAllowed, SecondHash, Trimmed};

/// Text, repaired text, each changed piece with the reason.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, Cause)]);

#[rustfmt::skip]
const REPAIRED: &[Row<'_>] = &[
    ("", "", &[]),
    ("http://h/%41/\u{E9}?\u{E000}#'", "http://h/%41/\u{E9}?\u{E000}#'", &[]),
    // Around the text.
    ("  ", "", &[("  ", Trimmed)]),
    (" s:a\n", "s:a", &[(" ", Trimmed), ("\n", Trimmed)]),
    ("<s:a>", "s:a", &[("<", Trimmed), (">", Trimmed)]),
    ("\"s:a\"", "s:a", &[("\"", Trimmed), ("\"", Trimmed)]),
    ("\"<s:a>\"", "s:a", &[("\"<", Trimmed), (">\"", Trimmed)]),
    (" < s:a > ", "s:a", &[(" < ", Trimmed), (" > ", Trimmed)]),
    ("<url: s:a >", "s:a", &[("<url: ", Trimmed), (" >", Trimmed)]),
    ("\u{3000}s:a", "s:a", &[("\u{3000}", Trimmed)]),
    ("<>", "", &[("<", Trimmed), (">", Trimmed)]),
    ("<", "%3C", &[("<", NotAllowed)]),
    ("\"", "%22", &[("\"", NotAllowed)]),
    ("<a\"", "%3Ca%22", &[("<", NotAllowed), ("\"", NotAllowed)]),
    // Characters that IRIs do not allow.
    ("s:a b", "s:a%20b", &[(" ", NotAllowed)]),
    ("st:\"<>\\^`{|}", "st:%22%3C%3E%5C%5E%60%7B%7C%7D", &[
        ("\"", NotAllowed), ("<", NotAllowed), (">", NotAllowed), ("\\", NotAllowed), ("^", NotAllowed),
        ("`", NotAllowed), ("{", NotAllowed), ("|", NotAllowed), ("}", NotAllowed)]),
    ("s:\0\u{7F}\u{80}", "s:%00%7F%C2%80", &[("\0", NotAllowed), ("\u{7F}", NotAllowed), ("\u{80}", NotAllowed)]),
    ("s:\u{E000}?\u{E000}#\u{E000}", "s:%EE%80%80?\u{E000}#%EE%80%80", &[
        ("\u{E000}", NotAllowed), ("\u{E000}", NotAllowed)]),
    ("s:/\u{1F600} a?\u{1F600} b#\u{1F600} c", "s:/\u{1F600}%20a?\u{1F600}%20b#\u{1F600}%20c", &[
        (" ", NotAllowed), (" ", NotAllowed), (" ", NotAllowed)]),
    (" http://a/b c#d#e", "http://a/b%20c#d%23e", &[(" ", Trimmed), (" ", NotAllowed), ("#", SecondHash)]),
    // Beyond the RFCs.
    ("s:100%", "s:100%25", &[("%", BarePercent)]),
    ("s:%4?%zz#%", "s:%254?%25zz#%25", &[("%", BarePercent), ("%", BarePercent), ("%", BarePercent)]),
    ("s:%4?1", "s:%254?1", &[("%", BarePercent)]),
    ("s:[a]?[", "s:%5Ba%5D?%5B", &[("[", Bracket), ("]", Bracket), ("[", Bracket)]),
    ("s:#a#b#", "s:#a%23b%23", &[("#", SecondHash), ("#", SecondHash)]),
    ("s://[::1]/[", "s://[::1]/%5B", &[("[", Bracket)]),
    // The userinfo, if there is one.
    ("s://u|^@h", "s://u%7C%5E@h", &[("|", NotAllowed), ("^", NotAllowed)]),
    (" s://u v@h/w x", "s://u%20v@h/w%20x", &[(" ", Trimmed), (" ", NotAllowed), (" ", NotAllowed)]),
    ("s://u:\u{E9} @h", "s://u:\u{E9}%20@h", &[(" ", NotAllowed)]),
    ("s://a<b\\c<d@h", "s://a%3Cb\\c%3Cd@h", &[("<", NotAllowed), ("<", NotAllowed)]),
    ("s://a<%<@h", "s://a%3C%%3C@h", &[("<", NotAllowed), ("<", NotAllowed)]),
    ("s://a<[]<@h", "s://a%3C[]%3C@h", &[("<", NotAllowed), ("<", NotAllowed)]),
    ("s://a\u{FFFE}<@h", "s://a\u{FFFE}%3C@h", &[("<", NotAllowed)]),
    ("s://a<%41@h", "s://a%3C%41@h", &[("<", NotAllowed)]),
    // The intended host would be a guess.
    ("s://h h/", "s://h h/", &[]),
    ("s://a b@c@d/", "s://a b@c@d/", &[]),
    ("s://h:8o/", "s://h:8o/", &[]),
    ("s t://h/", "s t://h/", &[]),
    ("st:\\\\h\\a", "st:\\\\h%5Ca", &[("\\", NotAllowed)]),
    ("s:/\\h", "s:/\\h", &[]),
    ("st:\\/h\\", "st:\\/h%5C", &[("\\", NotAllowed)]),
    ("/\\h\\", "/\\h%5C", &[("\\", NotAllowed)]),
    ("st:\\a", "st:%5Ca", &[("\\", NotAllowed)]),
    ("st:a\\\\", "st:a%5C%5C", &[("\\", NotAllowed), ("\\", NotAllowed)]),
    ("s://h/\\\\a", "s://h/%5C%5Ca", &[("\\", NotAllowed), ("\\", NotAllowed)]),
    ("s://h\\\\a", "s://h\\\\a", &[]),
    // Two texts, perhaps.
    ("s:a\tb\nc\rd", "s:a\tb\nc\rd", &[]),
];

#[test]
fn repairs_say_what_where_and_why() {
    for &(text, repaired, expected) in REPAIRED {
        let (out, changes) = repair(text, true, None);
        assert_eq!(out, repaired, "{text:?}");
        let found: Vec<_> = changes.iter().map(|c| (&text[c.span.clone()], c.cause)).collect();
        assert_eq!(found, expected, "{text:?}");
        // Applying the changes to the text gives the repair; they are in order.
        let mut done = String::new();
        let mut copied = 0;
        for change in &changes {
            done.push_str(&text[copied..change.span.start]);
            done.push_str(&change.replacement);
            copied = change.span.end;
        }
        done.push_str(&text[copied..]);
        assert_eq!(done, repaired, "{text:?}");
    }
}

/// Text, repaired text as a URI.
#[test]
fn a_uri_has_no_other_characters() {
    for (text, repaired) in [
        ("s://\u{E9}@h/\u{E9}?\u{E9}\u{E000}#\u{E9}", "s://%C3%A9@h/%C3%A9?%C3%A9%EE%80%80#%C3%A9"),
        ("s://\u{E9}/", "s://\u{E9}/"),
        ("s:a b", "s:a%20b"),
    ] {
        assert_eq!(repair(text, false, None).0, repaired);
    }
}

#[test]
fn causes_have_codes_and_clauses() {
    for (cause, code, clause) in [
        (Trimmed, "trimmed", "RFC 3986 Appendix C"),
        (NotAllowed, "not-allowed", "RFC 3987 §3.1"),
        (BarePercent, "bare-percent", "beyond the RFCs"),
        (Bracket, "bracket", "beyond the RFCs"),
        (SecondHash, "second-hash", "beyond the RFCs"),
    ] {
        assert_eq!((cause.code(), cause.clause()), (code, clause));
    }
}

/// White space around the delimiters of a media type has no meaning.
#[test]
fn white_space_of_data_stays() {
    for (text, expected) in [
        ("data:;base64,AAAA BBBB", "data:;base64,AAAA%20BBBB"),
        ("data:;BASE64,AAAA  BBBB", "data:;BASE64,AAAA%20%20BBBB"),
        ("data:a/b;base64, AAAA", "data:a/b;base64,%20AAAA"),
        ("data:;base64,AA AA?x y#x y", "data:;base64,AA%20AA?x%20y#x%20y"),
        ("data:;base64,AAAA\nBBBB", "data:;base64,AAAA\nBBBB"),
        ("data:,a b", "data:,a%20b"),
        ("data:a/b; charset=utf-8 ; base64 ,AA AA", "data:a/b;charset=utf-8;base64,AA%20AA"),
        ("data: a/b,x ; y", "data:a/b,x%20;%20y"),
        // Backslashes that a browser reads as the slashes before a host are kept.
        ("data:\\\\h,", "data:\\\\h,"),
        ("data:\\\\\u{DF} ; x,y z", "data:\\\\\u{DF};x,y%20z"),
        ("data:a/b; c=\"d; e\",x", "data:a/b;%20c=%22d;%20e%22,x"),
        ("data:a b;base64,AA AA", "data:a%20b;base64,AA%20AA"),
    ] {
        assert_eq!(repair(text, true, None).0, expected);
    }
}

#[test]
fn changes_are_bounded() {
    for (count, is_valid) in [(1 << 18, true), ((1 << 18) + 1, false)] {
        let (repaired, changes) = repair(&format!("s:{}", "^".repeat(count)), true, None);
        assert_eq!((changes.len(), !repaired.contains('^')), (1 << 18, is_valid));
    }
}
