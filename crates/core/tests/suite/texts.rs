//! Texts for the laws: composed of parts, read from files, and changed by one character.

use std::fs;
use std::path::Path;

const SCHEMES: &[&str] = &["", "s:", "HTTP:", "https:", "urn:", "mailto:", "file:"];
const AUTHORITIES: &[&str] = &[
    "", "//", "//h", "//Ex.ORG:80", "//u@h:443", "//u:P:w@h:", "//1.2.3.%34", "//[::FFFF:1.2.3.4]",
    "//[v1.A:]:8", "//B\u{FC}cher.example", "//localhost",
];
const PATHS: &[&str] = &[
    "", "/", "/a/b", "//", "//a", "/./a/../b/.", "/a/..//b", "a", "a/b:c", "a:b", "..", "./a:b",
    "../x//", "%2e%2E/\u{E9}%7e%c3%A9/J@EX.org,K@L", "/.../.a/..b",
];
const ENDS: &[&str] =
    &["", "?", "#", "?q=%7E&\u{E000}/?#f/?", "?a/../b#%e4\u{9053}", "?+#\u{10FFFD}"];

/// References composed of all combinations of parts. Not all are valid.
pub(crate) fn composed() -> impl Iterator<Item = String> {
    SCHEMES.iter().flat_map(|scheme| {
        AUTHORITIES.iter().flat_map(move |authority| {
            PATHS.iter().flat_map(move |path| {
                ENDS.iter().map(move |end| format!("{scheme}{authority}{path}{end}"))
            })
        })
    })
}

/// The seeds and finds of fuzzing, and the identifiers of the examples.
pub(crate) fn carried() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    for target in ["parse", "operations"] {
        for entry in fs::read_dir(root.join("lab/fuzz/seeds").join(target)).expect("the seeds") {
            let octets = fs::read(entry.expect("an entry").path()).expect("a seed");
            let text = String::from_utf8_lossy(&octets).into_owned();
            texts.extend(text.split(' ').map(str::to_owned));
            texts.push(text);
        }
    }
    let identifiers = fs::read_to_string(root.join("examples/identifiers.txt"));
    texts.extend(identifiers.expect("the examples").lines().map(str::to_owned));
    texts.sort();
    texts.dedup();
    assert!(texts.len() > 300, "{}", texts.len());
    texts
}

/// Short texts that contain every construct.
const DENSE: &[&str] = &[
    "s://u:p@h.example:80/a//b;c/../d?q=%41&/?#f?/",
    "//[2001:db8::1.2.3.4]:8/%C3%A9",
    "//[v1f.a:b]/x",
    "http://a@[::]:",
    "1.2.3.4:80/@b:c",
    "a+-.1:b:c//",
    "//\u{E9}\u{9053}:1@\u{1F600}/\u{E9}?\u{E000}\u{F0000}#\u{FFEF}",
];

/// Characters with a role in the grammar.
const TURNS: &[char] = &[
    'a', 'G', '1', '.', '%', ':', '/', '?', '#', '[', ']', '@', '!', ' ', '<', '\\', '\u{7F}',
    '\u{80}', '\u{A0}', '\u{E000}', '\u{FDD0}', '\u{202E}', '\u{10FFFD}', '\u{10FFFF}',
];

/// Each dense text with every character removed, replaced or followed by another.
pub(crate) fn changed() -> impl Iterator<Item = String> {
    DENSE.iter().flat_map(|text| {
        let places = text.char_indices().map(|(i, c)| (i, i + c.len_utf8()));
        places.chain([(text.len(), text.len())]).flat_map(move |(start, end)| {
            let (before, after) = (&text[..start], &text[end..]);
            let here = &text[start..end];
            TURNS
                .iter()
                .flat_map(move |c| {
                    [format!("{before}{c}{after}"), format!("{before}{c}{here}{after}")]
                })
                .chain([format!("{before}{after}"), before.to_owned()])
        })
    })
}

/// All texts of up to `length` of these characters.
pub(crate) fn all(characters: &str, length: usize) -> impl Iterator<Item = String> {
    let characters: Vec<char> = characters.chars().collect();
    (0..=length).flat_map(move |length| {
        let characters = characters.clone();
        let count = characters.len().pow(u32::try_from(length).expect("short"));
        (0..count).map(move |mut number| {
            let mut text = String::new();
            for _ in 0..length {
                text.push(characters[number % characters.len()]);
                number /= characters.len();
            }
            text
        })
    })
}
