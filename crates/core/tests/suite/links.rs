//! Links in text: the test files of UTS #58, and cases beyond them.

use iriform::engine::{
    Requirements,
    links::{LinkKind, LinkSchemes, Links, Options, Searched, TextLink, for_text, refanged},
    parse,
    text::{Latin1, Ucs2, Ucs4, Utf8},
};

fn data(name: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/uts58/");
    std::fs::read_to_string(format!("{path}{name}")).expect("it is in the repository")
}

fn all<T: Searched>(text: T, options: &Options) -> Vec<TextLink> {
    Links::of(text, options).collect()
}

/// The spans of the links of a text in UTF-8, which are the same in every storage. Each IRI is one.
pub(crate) fn spans(text: &str, options: &Options) -> Vec<std::ops::Range<usize>> {
    let found: Vec<_> = Links::of(Utf8(text.as_bytes()), options).collect();
    let ucs4: Vec<u32> = text.chars().map(u32::from).collect();
    let octets = |i: usize| text.char_indices().nth(i).map_or(text.len(), |(octets, _)| octets);
    let in_octets = |found: Vec<TextLink>| {
        found.into_iter().map(|f| octets(f.span.start)..octets(f.span.end)).collect::<Vec<_>>()
    };
    let expected: Vec<_> = found.iter().map(|f| f.span.clone()).collect();
    assert_eq!(in_octets(all(Ucs4(&ucs4), options)), expected, "{text}");
    if let Ok(ucs2) = ucs4.iter().map(|&c| u16::try_from(c)).collect::<Result<Vec<_>, _>>() {
        assert_eq!(in_octets(all(Ucs2(&ucs2), options)), expected, "{text}");
    }
    if let Ok(latin1) = ucs4.iter().map(|&c| u8::try_from(c)).collect::<Result<Vec<_>, _>>() {
        assert_eq!(in_octets(all(Latin1(&latin1), options)), expected, "{text}");
    }
    let mut end = 0;
    for found in found {
        assert!(end <= found.span.start && found.span.start < found.span.end, "{text}");
        end = found.span.end;
        assert_eq!(found.text(Utf8(text.as_bytes())), text[found.span.clone()]);
        let iri = found.meant(Utf8(text.as_bytes())).iri;
        assert!(parse::<true>(Utf8(iri.as_bytes()), Requirements::FULL).is_ok(), "{text}: {iri}");
    }
    expected
}

pub(crate) fn links<'a>(text: &'a str, options: &Options) -> Vec<&'a str> {
    spans(text, options).into_iter().map(|span| &text[span]).collect()
}

/// A text with brackets around its links, as the test file has them.
fn marked(text: &str, options: &Options) -> String {
    let mut out = String::new();
    let mut copied = 0;
    for span in spans(text, options) {
        out.push_str(&text[copied..span.start]);
        out.push('\u{2E20}');
        out.push_str(&text[span.clone()]);
        out.push('\u{2E21}');
        copied = span.end;
    }
    out + &text[copied..]
}

#[test]
fn every_line_of_the_detection_test() {
    let mut count = 0;
    let mut failed = Vec::new();
    for line in data("LinkDetectionTest.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let text: String = line.chars().filter(|c| !matches!(c, '\u{2E20}' | '\u{2E21}')).collect();
        let found = marked(&text, &Options::default());
        if found != line {
            failed.push(format!("{line}\n{found}"));
        }
        count += 1;
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(count, 345);
}

/// The pairs of the formatting test: the structure, the source, and the result.
fn pairs(data: &str) -> Vec<[&str; 3]> {
    let lines = data.lines().skip_while(|line| !line.starts_with("# Selected")).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let is_structure = |line: &str| line.starts_with("# {");
    let starts = (0..lines.len()).filter(|&i| is_structure(lines[i]));
    starts.map(|i| [lines[i], lines[i + 1], lines[i + 2]]).collect()
}

/// The IRI that a structure describes, with everything encoded except unreserved characters.
fn of_structure(structure: &str) -> String {
    let fields = structure.trim_start_matches("# {").trim_end_matches('}');
    let mut out = String::new();
    let mut has_query = false;
    for field in fields.split(" \u{1D47A}").flat_map(|f| split_fields(f)) {
        let (mark, data) = field;
        let encoded = iriform::engine::percent::quote(data, iriform::engine::chars::UNRESERVED);
        match mark {
            '\u{1D47A}' | '\u{1D46F}' => out.push_str(data),
            '\u{1D477}' => out.extend(["/", &encoded]),
            '\u{1D478}' => {
                out.extend([if has_query { "&" } else { "?" }, &encoded]);
                has_query = true;
            }
            '\u{1D47D}' => out.extend(["=", &encoded]),
            '\u{1D46D}' => out.extend(["#", &encoded]),
            other => panic!("{other}"),
        }
    }
    out
}

/// The fields of a structure: a mathematical letter, `=`, and the data up to the next one.
fn split_fields(structure: &str) -> Vec<(char, &str)> {
    let is_mark = |c: char| ('\u{1D468}'..='\u{1D481}').contains(&c);
    let starts: Vec<usize> = structure.match_indices(is_mark).map(|(i, _)| i).collect();
    let ends = starts.iter().skip(1).map(|&i| i - 1).chain([structure.len()]);
    let fields = starts.iter().zip(ends).map(|(&start, end)| &structure[start..end]);
    fields.map(|f| (f.chars().next().expect("a mark"), &f["\u{1D47A}=".len()..])).collect()
}

/// The draft of version 18 corrects ten pairs of version 17, in which a final Soft is not escaped.
#[test]
fn every_pair_of_the_formatting_test() {
    let data = data("LinkFormattingTest.txt");
    let pairs = pairs(&data);
    assert_eq!(pairs.len(), 55);
    let (mut of_the_source, mut of_the_structure, mut different) = (0, 0, Vec::new());
    for [structure, source, expected] in pairs {
        if for_text(source).text == expected {
            of_the_source += 1;
        } else if for_text(&of_structure(structure)).text == expected {
            // The source no longer tells which of its characters are data.
            of_the_structure += 1;
        } else {
            different.push((source, for_text(source).text));
        }
    }
    assert_eq!((of_the_source, of_the_structure), (49, 5));
    // An IRI does not allow `"`, so `%22` is not decoded.
    let source = "https://he.wikipedia.org/wiki/%D7%A0%D7%90%D7%98%22%D7%95";
    assert_eq!(different, [(source, "https://he.wikipedia.org/wiki/נאט%22ו".to_owned())]);
}

/// Each line has brackets around its links, as the test file has them.
fn assert_marked(lines: &[&str], options: &Options) {
    for line in lines {
        let text: String = line.chars().filter(|c| !matches!(c, '⸠' | '⸡')).collect();
        assert_eq!(marked(&text, options), *line);
    }
}

#[test]
fn names() {
    let lines = [
        "⸠example.com⸡ ⸠EXAMPLE.COM⸡. (⸠example.com⸡) “⸠example.com⸡” „⸠example.com⸡“ «⸠a.com⸡» 「⸠a.com⸡」",
        "⸠a.example.co.uk⸡, ⸠a---b.com⸡ -a.com a-.com a.-b.com ⸠xn--bcher-kva.example⸡ xn--a.example",
        "foo..example.com example.com.xyzzy .com com. ⸠example.com⸡.. ⸠example.com⸡… ⸠a.com⸡—b example.com_ _a.example.com",
        "⸠example.com⸡。谢谢 ⸠普遍适用测试。我爱你⸡。 ⸠例子．公司．cn⸡ ⸠example｡com⸡ 谢谢。 a。b",
        "⸠example.test⸡ ⸠example.invalid⸡ ⸠example.example⸡ localhost a.localhost b.onion 1.2.3.4 1.2",
        "/example.com \\example.com %example.com ~example.com $example.com -example.com @example.com",
        "⸠example.com⸡:x example.com://x example.com@x ⸠☺.example⸡ ⸠➡.ws/䨹⸡",
        "#⸠example.com⸡ =⸠example.com⸡ +⸠example.com⸡ &⸠example.com⸡ !⸠example.com⸡ *⸠example.com⸡*",
    ];
    assert_marked(&lines, &Options::default());
    let long = |n: usize| format!("{}com", "a.".repeat(n));
    for (text, count) in [
        (long(125), 1),
        (long(126), 0),
        (long(10_000), 0),
        (format!("{}.com", "a".repeat(63)), 1),
        (format!("{}.com", "a".repeat(64)), 0),
        (format!("{}.com", "\u{E9}".repeat(56)), 1),
        (format!("{}.com", "\u{E9}".repeat(64)), 0),
        (format!("{}example.com", "\u{3042}。".repeat(300)), 0),
    ] {
        assert_eq!(links(&text, &Options::default()).len(), count, "{text}");
    }
}

#[test]
fn hosts_behind_a_scheme() {
    let lines = [
        "⸠http://a⸡ ⸠HTTPS://LOCALHOST⸡. ⸠http://a.unknown/x⸡ ⸠http://a_b.example/⸡ http://a.b_/ http://-a.com/x",
        "⸠http://1.2.3.4/⸡ http://1.2.3/ http://256.2.3.4/ http://01.2.3.4 ⸠http://1.2.3.4.:80/⸡ http://a.1",
        "⸠http://[::1]/⸡ ⸠http://[2001:db8::1.2.3.4]:80⸡ http://[v1.a]/ http://[::1/ http://[::1%25eth0]/x.com",
        "xhttp://example.com 1http://a.com a+http://a.com x-⸠http://a⸡ x.⸠http://a⸡ _⸠http://a⸡ é⸠http://a⸡",
        "ftp://example.com/a ftp://ftp.example.com, x://a.com@b.com/ http:/example.com http:x.y",
        "http://a.com@b.com/ http://u:p@a.com http://u@@a.com ⸠http://a/@b.com⸡ http://.a.com http://a..com",
        "⸠http://a.com⸡. ⸠http://a.com⸡.. ⸠http://a.com./⸡ ⸠http://a.com.:80⸡ ⸠http://a.com⸡: ⸠http://a.com⸡:/",
        "http:// https:// ://a.com ⸠http://a.com:80⸡, ⸠http://a.com:65535/⸡ http://a.com:65536/ http://a:000080",
        "http://a%6D.com/x http://%61.com ⸠http://a.com⸡%x a.com:99999 ⸠http://例え⸡ ⸠http://a.com⸡:80x",
        "⸠http://a.com⸡,b http://a.com,b@c.com x.y@⸠http://vk.com⸡ ⸠http://a.com⸡'⸠http://b.com⸡",
    ];
    assert_marked(&lines, &Options::default());
    let options = Options { userinfo: true, ..Options::default() };
    let lines = [
        "⸠http://a.com@b.com/⸡ ⸠http://u:p@a.com⸡ http://u@@a.com ⸠http://u@[::1]:80⸡ http://u@ ⸠u@b.com⸡",
        "⸠http://@b.com/⸡ http://u@-a.com ⸠http://a.com,b@c.com⸡",
        "⸠http://u%41@b.com/⸡ http://u%@b.com http://u%4@b.com http://u:%zz@b.com ⸠http://a.com⸡%x",
    ];
    assert_marked(&lines, &options);
}

#[test]
fn addresses_of_mail() {
    let lines = [
        "⸠a.b@example.com⸡, ⸠jane.it@example.com⸡ ⸠jane.it+x@example.com⸡ jane.it.@example.com ⸠a.com⸡!b@c",
        "a..b@example.com .a@example.com @example.com a@b a@example.unknown a@1.2.3.4 ⸠a/b?c#d@example.com⸡",
        "'⸠a@example.com⸡' `⸠a@example.com⸡` <⸠a@example.com⸡> \"⸠a@example.com⸡\" (⸠it's@example.com⸡)",
        "⸠mailto:a@example.com⸡ ⸠MAILTO:a@example.com?subject=x.y⸡. xmailto:a@example.com x:a@b.com",
        "⸠mailto:a@b.com⸡,⸠c@d.com⸡ mailto:a@b mailto:a..b@example.com ⸠mailto:a@b.com⸡#x ⸠mailto:a@b.com?⸡ x",
        "⸠a@example.com⸡:80/x ⸠a@example.com⸡?x ⸠a@example.com⸡. a@example.com_ a@@example.com ⸠a@例え.jp⸡",
        "x://a@example.com x:////a@example.com a@b@example.com.invalid.xyzzy",
    ];
    assert_marked(&lines, &Options::default());
    let long = "a".repeat(64);
    assert_eq!(links(&format!("{long}@example.com"), &Options::default()).len(), 1);
    assert_eq!(links(&format!("{long}a@example.com"), &Options::default()).len(), 0);
    // A link within a local part is not a separate link.
    assert_eq!(
        links(&format!("a.com!{}@example.com", "a".repeat(58)), &Options::default()).len(),
        1
    );
}

#[test]
fn where_links_end() {
    let lines = [
        "⸠http://a/b⸡. ⸠http://a/b⸡... ⸠http://a/b?⸡ ⸠http://a/b#⸡ ⸠http://a?x⸡! ⸠http://a/b.c⸡, ⸠http://a/,b⸡,",
        "⸠http://a/(⸡) (⸠http://a/⸡) ⸠http://a/(b⸡] ⸠http://a/(b/⸡) ⸠http://a?(x=⸡) ⸠http://a#(x=)⸡ ⸠http://a#(:~:⸡)",
        "⸠http://a/\"b⸡\" ⸠http://a/{b}|c⸡ ⸠http://a/<b>⸡ ⸠http://a/（b）⸡） ⸠http://a/「b」。c⸡。 <⸠http://a/b⸡>",
        "⸠http://a/b\\c^d`e⸡ ⸠http://a/%zz%⸡ ⸠http://a/100%⸡, ⸠http://a/b⸡\u{A0}c ⸠http://a/b\u{202E}c⸡ ⸠http://a/é⸡\u{3000}",
    ];
    let lines = lines
        .map(|line| line.replace("⸠http://a/(⸡)", "⸠http://a/()⸡").replace("(:~:⸡)", "(:~⸡:)"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_marked(&lines, &Options::default());
    let deep = |n: usize| format!("http://a/{}{}", "(".repeat(n), ")".repeat(n));
    assert_eq!(links(&deep(32), &Options::default()), [deep(32)]);
    assert_eq!(links(&deep(33), &Options::default()), [format!("http://a/{}", "(".repeat(32))]);
}

#[test]
fn options() {
    let standard = Options::default();
    let strict = Options { strict: true, ..standard.clone() };
    assert_marked(
        &[
            "⸠http://a/b⸡\"c ⸠http://a/b⸡{\"c\"} ⸠http://a/b⸡|c ⸠http://a/b⸡\\c ⸠a.com⸡<p> ⸠a.com/x⸡`",
        ],
        &strict,
    );
    let quotes = Options { quotes: true, ..standard.clone() };
    assert_marked(
        &[
            "\"⸠http://a/b⸡\"c '⸠a.com/b⸡'c `⸠a.com/b⸡`.x ⸠http://a/b'c⸡ “⸠a.com/b⸡”c „⸠a.com/b⸡“c «⸠a.com/b⸡»c",
        ],
        &quotes,
    );
    let prose = Options { prose: true, ..standard.clone() };
    assert_marked(
        &[
            "⸠http://a/b⸡? ⸠http://a⸡? ⸠http://a/b?c⸡ ⸠a.com.?c⸡ ⸠a.com⸡.? ⸠a.com/?#⸡ ⸠mailto:a@b.com⸡?",
        ],
        &prose,
    );
    assert_marked(
        &[
            "⸠https://a.com/b⸡（c）⸠https://a.com/b⸡，⸠https://a.com/b⸡。c",
            "⸠https://a.com⸡、⸠https://a.com⸡！⸠https://a.com⸡？⸠https://a.com:80⸡：c ⸠https://a.com/b?c⸡；",
            "「⸠https://a.com/b⸡」《⸠https://a.com/b#c⸡》【⸠a.com⸡】“⸠a.com⸡”⸠a.com/⸡… 見。⸠a.com⸡。見",
            "⸠https://a.com/b⸡,⸠https://b.com/c⸡;⸠https://c.com/?d⸡|⸠http://d.com⸡ ⸠https://a.com/b,c;d⸡",
            "⸠https://a.com/x⸡。⸠https://b.com⸡ ⸠https://例え⸡。jp ⸠https://a.com/日本語⸡。",
            "⸠https://a.com/b⸡，⸠b@c.com⸡。",
        ],
        &prose,
    );
    assert_marked(
        &[
            "*⸠http://a/b⸡* **⸠http://a/b⸡** _⸠http://a/b⸡_ __⸠http://a/b⸡__ ~~⸠http://a/b⸡~~ ==⸠http://a/?b=c⸡==",
            "**⸠http://a/b⸡**(c)",
            "**PR: ⸠http://a/b⸡**中文",
            "**see ⸠http://a/b.c⸡.** ***⸠http://a/b⸡*** ~⸠http://a/~b⸡~ *⸠http://a/b*c⸡*",
            "_⸠http://a.com⸡_ _⸠http://a/b_c⸡_ __⸠http://a/__b__c⸡__ ⸠http://a_b.com/_⸡",
            "⸠http://a/b*⸡ ⸠http://a/*b*⸡ ⸠http://a/b_⸡ ⸠http://a/?b==⸡ ⸠http://a/~b/⸡ **b** ⸠http://a/b**⸡",
            "* ⸠http://a/b*⸡ 2 * 3 ⸠http://a/**⸡ a_b ⸠http://a/b_⸡ a == b ⸠http://a/?c==⸡",
            "*a\n\n⸠http://a/b*⸡",
        ],
        &strict,
    );
    let only = Options { domains: false, emails: false, ..standard.clone() };
    assert_marked(&["a.com a@b.com ⸠http://a.com⸡ ⸠mailto:a@b.com⸡ ftp://a.com"], &only);
    let not_files = Options { files: false, ..standard.clone() };
    assert_marked(&["policy.md self.rs a.sh/x ⸠a.com⸡ ⸠http://policy.md⸡ ⸠a@b.sh⸡"], &not_files);
    assert_marked(
        &[
            "sip:a@b.com xmpp:a@b.com acct:a@b.com im:a@b.com (SIP:a@b.com) sips:a@b.com pres:a@b.com",
            "//u:pw@b.com/x user:secret@b.com 'admin:x@b.com' x://u:pw@b.com",
            "urn:example:a.com javascript:a.com data:text/plain,a.com (urn:x:y.com/z) tel:+1;phone-context=a.com",
            "Email:⸠a@b.com⸡ to:⸠a@b.com⸡ 邮箱:⸠a@b.com⸡ E-Mail: ⸠a@b.com⸡ 12:⸠a@b.com⸡ ⸠mailto:a@b.com⸡",
            "see:⸠a.com⸡ link:⸠a.com/b⸡ (⸠a.com⸡) url=⸠a.com⸡ urn:x ⸠a.com⸡ EMAIL=⸠foo@b.com⸡ GIT_AUTHOR_EMAIL='⸠a@b.com⸡' MAILTO=⸠a@b.com⸡ from=⸠a@b.com⸡ ⸠prvs=x=a@b.com⸡",
        ],
        &standard,
    );
    let https = Options { schemes: LinkSchemes::these(["HTTPS"]), ..standard.clone() };
    assert_marked(&["http://a.com ⸠https://a.com⸡ mailto:a@b.com ⸠a@b.com⸡"], &https);
    let schemes = LinkSchemes::these(["ftp", "urn", "doi", "magnet", "file", "mailto", "svn+ssh"]);
    let some = Options { schemes, ..standard.clone() };
    let lines = [
        "⸠ftp://a.com/x⸡ ⸠urn:isbn:0451450523⸡. (⸠doi:10.1000/182⸡) ⸠magnet:?xt=urn:btih:c12fe⸡ ⸠file:///a/b⸡, file://",
        "⸠ftp://123'456⸡... ⸠ftp://../a⸡ ⸠ftp://+1⸡, ftp:// ftp://. ftp://u@a ftp://u^v@a urn: doi:. ⸠URN:x:y⸡ xurn:y x.⸠urn:y⸡ ⸠svn+ssh://a/b⸡ y+svn+ssh://a.com http://a.com/ ⸠file:///⸡",
    ];
    assert_marked(&lines, &some);
    let registered = Options { schemes: LinkSchemes::Registered, ..standard };
    assert_marked(
        &["⸠tel:+1-201-555-0123⸡ ⸠ipfs://bafy/x⸡ nope:x nope://a.com ⸠xmpp:a@b.com⸡ ⸠news:a.b⸡"],
        &registered,
    );
}

/// Our own cases, where the standard has no tests: text that real links occur in.
#[test]
fn marks_around_links() {
    let standard = Options::default();
    let strict = Options { strict: true, domains: false, ..standard.clone() };
    let lines = [
        // Crawlers give a page after a plus.
        "(x; +⸠http://www.google.com/bot.html⸡) +⸠http://a.com⸡ ++⸠https://a.com/b⸡; (+⸠https://a.com⸡) \"+⸠http://a⸡\"",
        "x/2.0,+⸠http://a.com/⸡. é+⸠http://a⸡ -+⸠http://a⸡ y+http://a.com 1+http://a svn+https://a.com +ssh+http://a",
        // The text after a link in AsciiDoc.
        "⸠https://h/x⸡[Text here] ⸠https://h/x⸡[a, b] ⸠https://h/⸡[Home page]. ⸠https://h/?id=5⸡[bug 5] ⸠https://h/x#y⸡[See y]",
        "⸠https://h/x⸡[See a/b now] ⸠https://h/x⸡[the \"b\"] ⸠https://h/x⸡[see (a b)] ⸠https://h/x.⸡y[a b] link:⸠https://h/x⸡[a b]",
    ];
    let lines = lines.map(|line| line.replace("⸠https://h/x.⸡y", "⸠https://h/x.y⸡"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_marked(&lines, &standard);
    assert_marked(&lines, &strict);
    // A bracket that is not closed on its line follows the standard.
    assert_marked(
        &["⸠https://h/x[Text⸡ here", "⸠https://h/x[a⸡ b\nc]", "⸠https://h/a[1]⸡ [⸠https://h/a⸡]"],
        &standard,
    );
    assert_marked(
        &[
            "⸠https://h/x⸡[Text] ⸠https://h/x⸡[] ⸠https://h/x⸡[Text]. ⸠https://h/x#y⸡[Text], (⸠https://h/⸡[Home])",
            "⸠https://h/a[1]⸡ ⸠https://h/?a[]=1⸡ ⸠https://h/?a[b]=1⸡ ⸠https://h/?a[]⸡ ⸠https://h/a[b]/c⸡ [x](⸠https://h/a⸡)",
            // The placeholders of templates belong to a link.
            "⸠https://h/users/{u}⸡ ⸠https://h/{a}/b⸡, ⸠https://h/{a}?x={b}⸡. ⸠https://h/x{?q,p*}⸡ ⸠https://h/{+path:3}⸡",
            "⸠https://h/{#frag}⸡ `⸠https://h/{user-id}⸡` \"⸠https://h/{_x}⸡\" ⸠https://h/#{x.y}⸡ (⸠https://h/{id}⸡) ⸠https://h/a⸡{} ⸠https://h/a⸡{1}",
            "⸠https://h/a⸡{ x} ⸠https://h/a⸡{\"x\": 1} ⸠https://h/a⸡{x ⸠https://h/a⸡} ⸠https://h/a⸡{{x}} ⸠https://h/a⸡{x;y}",
        ],
        &strict,
    );
}

#[test]
fn links_in_ascii() {
    let ascii = Options { ascii: true, ..Options::default() };
    assert_marked(
        &[
            "請看⸠https://a.com/b⸡見て ⸠https://a.com⸡谢谢 ⸠a.com/x⸡、b ⸠https://a.com/?q=⸡é ⸠https://a.com/#b⸡“c” 看⸠a.com⸡吧",
            "⸠https://a.com:80⸡端口 ⸠https://a.com/(b⸡）) ⸠https://a.com/b⸡—c ⸠a@b.com⸡谢谢 http://é.com",
        ],
        &ascii,
    );
}

/// Text, found link, its IRI.
#[test]
fn links_that_go_on_in_the_next_line() {
    let hyphens = Options { hyphens: true, ..Options::default() };
    for (text, link, iri) in [
        (
            "https://h/man\u{2010}\n    page.html x", "https://h/man\u{2010}\n    page.html",
            "https://h/manpage.html",
        ),
        ("https://h/a\u{2010}\r\n\tb.", "https://h/a\u{2010}\r\n\tb", "https://h/ab"),
        ("https://h/a\u{2010}\nb\u{2010}\nc", "https://h/a\u{2010}\nb\u{2010}\nc", "https://h/abc"),
        ("a.com/b\u{2010}\n c|d", "a.com/b\u{2010}\n c|d", "https://a.com/bc%7Cd"),
        ("https://h/?q=a\u{2010}\n b#c", "https://h/?q=a\u{2010}\n b#c", "https://h/?q=ab#c"),
        ("https://h/a\u{2010}b c", "https://h/a\u{2010}b", "https://h/a\u{2010}b"),
        ("https://h/a\u{2010}\n\nb", "https://h/a\u{2010}", "https://h/a\u{2010}"),
        ("https://h/a\u{2010}\n", "https://h/a\u{2010}", "https://h/a\u{2010}"),
        ("https://h/a\u{2010} \nb", "https://h/a\u{2010}", "https://h/a\u{2010}"),
        ("https://h/a-\nb", "https://h/a-", "https://h/a-"),
        ("https://h/|\u{2010}\n |", "https://h/|\u{2010}\n |", "https://h/%7C%7C"),
    ] {
        let units = Utf8(text.as_bytes());
        let found: Vec<_> = Links::of(units, &hyphens).collect();
        assert_eq!(found.len(), 1, "{text}");
        let meant = found[0].meant(units);
        assert_eq!((&*found[0].text(units), &*meant.iri), (link, iri));
        // The changes, applied to the link, give its IRI.
        let mut made = link.to_owned();
        for change in meant.changes.iter().rev() {
            made.replace_range(change.span.clone(), &change.replacement);
        }
        assert!(iri.ends_with(&made), "{text}: {made}");
    }
    let standard = Options::default();
    assert_eq!(links("https://h/a\u{2010}\nb", &standard), ["https://h/a\u{2010}"]);
}

#[test]
fn delimited() {
    let delimited = Options { delimited: true, ..Options::default() };
    let lines = [
        "<⸠http://a/b.⸡> \"⸠http://a/b!⸡\" ⸠http://a/b,⸡ x.com a@b.com <⸠URL:http://a/⸡> http://a/{b} <x http://a/>",
        "<⸠http://a/\n   b⸡> <⸠mailto:a@b.com⸡> <ftp://a> ⸠http://a⸡<p> (http://a) <<⸠http://b⸡> <http://c",
    ];
    let lines =
        lines.map(|line| line.replace("<x http://a/>", "<y>").replace("<http://c", "<⸠http://c⸡"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_marked(&lines, &delimited);
}

#[test]
fn the_iri_of_a_link() {
    for (text, iri, changes) in [
        ("http://a/b|c", "http://a/b%7Cc", vec![(10..11, "%7C", "not-allowed")]),
        (
            "example.com/{x}",
            "https://example.com/%7Bx%7D",
            vec![(12..13, "%7B", "not-allowed"), (14..15, "%7D", "not-allowed")],
        ),
        ("http://a/100%", "http://a/100%25", vec![(12..13, "%25", "bare-percent")]),
        ("http://a/#b#c", "http://a/#b%23c", vec![(11..12, "%23", "second-hash")]),
        (
            "http://a/[b]",
            "http://a/%5Bb%5D",
            vec![(9..10, "%5B", "bracket"), (11..12, "%5D", "bracket")],
        ),
        (
            "a?b%c@d.com",
            "mailto:a%3Fb%25c@d.com",
            vec![(1..2, "%3F", "not-allowed"), (3..4, "%25", "bare-percent")],
        ),
        ("é.com/é", "https://é.com/é", vec![]),
        ("a@b.com", "mailto:a@b.com", vec![]),
        ("a//b@c.com", "mailto:a//b@c.com", vec![]),
        // After two slashes, an authority would begin.
        ("//a@b.com", "mailto:%2F/a@b.com", vec![(0..1, "%2F", "not-allowed")]),
    ] {
        let found = Links::of(Utf8(text.as_bytes()), &Options::default()).next().expect("a link");
        let meant = found.meant(Utf8(text.as_bytes()));
        let seen: Vec<_> = meant
            .changes
            .iter()
            .map(|c| (c.span.clone(), c.replacement.as_str(), c.cause.code()))
            .collect();
        assert_eq!((&*meant.iri, seen), (iri, changes));
        assert_eq!(found.span, 0..text.len());
    }
    let text = "<URL:http://a/b\n  c>";
    let options = Options { delimited: true, ..Options::default() };
    let found = Links::of(Utf8(text.as_bytes()), &options).next().expect("a link");
    assert_eq!(
        (found.meant(Utf8(text.as_bytes())).iri.into_owned(), found.kind),
        ("http://a/bc".into(), LinkKind::Iri)
    );
}

#[test]
fn text_for_readers() {
    for (iri, text, changes) in [
        ("http://a/%41%2D%7E", "http://a/A-~", 0),
        ("http://a/%25%2F%3F%23%22%5C%20%FF%c3", "http://a/%25%2F%3F%23%22%5C%20%FF%c3", 0),
        ("http://a/%E2%80%8E%E2%80%AE%C2%A0", "http://a/%E2%80%8E%E2%80%AE%C2%A0", 0),
        ("http://a/b.", "http://a/b%2E", 0),
        ("http://a/b!", "http://a/b%21", 1),
        ("http://a/b)", "http://a/b%29", 1),
        ("http://a/(b)", "http://a/(b)", 0),
        ("http://a/(b", "http://a/(b", 0),
        ("http://a/b)c)d", "http://a/b%29c%29d", 2),
        ("http://a/(b/c)", "http://a/(b/c%29", 1),
        ("http://a/b.?", "http://a/b%2E?", 0),
        ("http://a/b?c.#", "http://a/b?c%2E#", 0),
        ("http://a:/b", "http://a/b", 0),
        ("http://a:", "http://a", 0),
        ("http://a.", "http://a./", 0),
        ("http://a.:", "http://a./", 0),
        ("http://a.:80", "http://a.:80", 0),
        ("http://a./", "http://a./", 0),
        ("http://%61/%61", "http://%61/a", 0),
        ("urn:x:%61.", "urn:x:a%2E", 0),
        (
            "mailto:%61%2E%C3%A9%E2%80%9C@a.com?subject=%C3%A9.",
            "mailto:a%2Eé%E2%80%9C@a.com?subject=é%2E",
            0,
        ),
        ("http://a/\u{3002}", "http://a/%E3%80%82", 0),
        ("http://a/\u{202E}b", "http://a/\u{202E}b", 0),
        ("http://a/?\u{E000}", "http://a/?%EE%80%80", 0),
    ] {
        let written = for_text(iri);
        assert_eq!((written.text.as_str(), written.changes.len()), (text, changes), "{iri}");
        assert_eq!(for_text(text).text, text);
    }
    let deep = format!("http://a/{}", "(".repeat(40));
    assert_eq!(for_text(&deep).text, format!("http://a/{}{}", "(".repeat(32), "%28".repeat(8)));
}

/// Pseudorandom numbers from Knuth's generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    pub(crate) fn text(&mut self, pieces: &[&str], most: usize) -> String {
        (0..self.below(most)).map(|_| pieces[self.below(pieces.len())]).collect()
    }
}

const PIECES: &[&str] = &[
    "a", "b", "com", "example.com", ".", ".", "/", "?", "#", ":", "@", "//", "http://", "https://",
    "mailto:", "-", "_", "%", "%41", "%C3%A9", "%2E", "(", ")", "[", "]", "<", ">", "{", "}", "\"",
    "'", "`", "!", ",", ";", "&", "=", " ", "\n", "é", "。", "．", "香港", "「", "」", "א", "ب",
    "\u{200C}", "\u{202E}", "\u{3000}", "😀", "\u{301}", "1", "127.0.0.1", "65536", ":~:", "xn--",
    "|", "\\", "^", "~", "+", "$", "*", "\u{2010}\n ", "{id}", "[a b]",
];

/// Spans are in order and disjoint, each storage finds the same, and each link is an IRI: `spans` asserts it.
#[test]
fn random_texts_of_all_scripts() {
    let mut random = Random(57);
    let standard = Options::default();
    let all = Options {
        schemes: LinkSchemes::Registered,
        userinfo: true,
        quotes: true,
        prose: true,
        ..standard.clone()
    };
    let strict =
        Options { strict: true, files: false, ascii: true, hyphens: true, ..standard.clone() };
    let delimited = Options { delimited: true, ..standard.clone() };
    let mut count = 0;
    for _ in 0..4_000 {
        let text = random.text(PIECES, 24);
        for options in [&standard, &all, &strict, &delimited] {
            count += spans(&text, options).len();
        }
        let refanged = refanged(&text);
        assert_eq!(refanged.range(0..refanged.text.len()), 0..text.len());
    }
    assert!(count > 1_000, "{count}");
}

/// A text formatted as a link is found whole, is formatted the same again, and has the same meaning.
#[test]
fn what_is_written_for_text_is_found_whole() {
    let mut random = Random(58);
    let mut count = 0;
    for _ in 0..20_000 {
        let host = [
            "http://a", "https://example.com", "HTTP://a.b.:80", "http://[::1]", "http://1.2.3.4:",
            "http://é。jp", "mailto:a.b@c.com",
        ];
        let host = host[random.below(host.len())];
        let rest = random.text(PIECES, 16);
        let mark = if host.starts_with("mailto") { ["?", ""] } else { ["/", "?"] }[random.below(2)];
        let iri = if mark.is_empty() { host.to_owned() } else { format!("{host}{mark}{rest}") };
        if host.starts_with("mailto") && iri.contains('#')
            || parse::<true>(Utf8(iri.as_bytes()), Requirements::FULL).is_err()
        {
            continue;
        }
        count += 1;
        let written = for_text(&iri);
        let text = format!("x {} y", written.text);
        assert_eq!(links(&text, &Options::default()), [written.text.as_str()], "{iri}");
        assert_eq!(for_text(&written.text).text, written.text, "{iri}");
        if written.changes.is_empty() {
            use iriform::engine::{Level, equivalent};
            let level = if host.ends_with([':', '.']) { Level::Scheme } else { Level::Syntax };
            assert!(equivalent(&iri, &written.text, level, false), "{iri} {}", written.text);
        }
    }
    assert!(count > 1_000, "{count}");
}
