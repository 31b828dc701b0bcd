//! The columns: real identifiers if the corpora exist, and generated ones, each hard in its own way.

use std::fs;
use std::path::PathBuf;

use iriform::engine::Requirements;
use iriform_kernel::ReferenceKind;
use iriform_speed::{files, folder};

/// The largest number of rows of a corpus.
const LIMIT: usize = 50_000;
/// The number of rows of a generated column.
const MADE: usize = 20_000;

pub struct Column {
    pub name: String,
    pub production: ReferenceKind,
    pub rows: Vec<Vec<u8>>,
}

const IRI: ReferenceKind = ReferenceKind { is_iri: true, form: Requirements::FULL };
const URI: ReferenceKind = ReferenceKind { is_iri: false, form: Requirements::FULL };
const REFERENCE: ReferenceKind = ReferenceKind { is_iri: true, form: Requirements::REFERENCE };

impl Column {
    fn new(name: &str, production: ReferenceKind, rows: impl Iterator<Item = Vec<u8>>) -> Self {
        Self { name: name.to_owned(), production, rows: rows.collect() }
    }

    fn made(name: &str, production: ReferenceKind, make: impl Fn(&mut Random) -> String) -> Self {
        let mut random = Random(0x9E3779B97F4A7C15);
        Self::new(name, production, (0..MADE).map(|_| make(&mut random).into_bytes()))
    }
}

/// Xorshift: the same rows every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % end
    }

    /// Letters, half to one and a half times `mean` in number.
    fn word(&mut self, mean: usize) -> String {
        let length = mean / 2 + self.below(mean + 1);
        (0..length).map(|_| char::from(b"abcdefghijklmnopqrstuvwxyz"[self.below(26)])).collect()
    }

    fn host(&mut self) -> String {
        format!("www.{}.com", self.word(9))
    }

    fn path(&mut self) -> String {
        format!("/{}/{}/{}.html", self.word(6), self.word(8), self.word(8))
    }

    /// Makes a text whose form no branch predictor can predict.
    fn mixed(&mut self, length: usize) -> String {
        let scheme = ["http", "https"][self.below(2)];
        let mut text = format!("{scheme}://{}/{}", self.host(), self.word(length - 24));
        if self.below(2) == 0 {
            text += &format!("?q={}", self.word(4));
        }
        if self.below(10) == 0 {
            text += "#top";
        }
        text
    }
}

/// The lines of every file that `keep` accepts.
fn real(keep: impl Fn(&str) -> bool) -> Vec<Column> {
    let column = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a corpus in UTF-8");
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let lines = text.lines().filter(|line| keep(line)).take(LIMIT);
        Column::new(&name, IRI, lines.map(|line| line.as_bytes().to_vec()))
    };
    files().iter().map(column).filter(|column| column.rows.len() > 5000).collect()
}

/// Relative references from web pages, if the corpora exist, else generated ones.
fn relative() -> Column {
    let table = fs::read_to_string(folder().join("relative_urls_cc_10k.csv"));
    let real: Vec<Vec<u8>> = table
        .unwrap_or_default()
        .lines()
        .skip(1)
        .filter(|line| !line.contains('"'))
        .filter_map(|line| line.split_once(','))
        .map(|(_, reference)| reference.as_bytes().to_vec())
        .collect();
    if real.is_empty() {
        return Column::made("relative references", REFERENCE, |r| r.path());
    }
    Column::new("relative references", REFERENCE, real.into_iter())
}

/// All columns; the real ones only have the rows that `keep` accepts.
pub fn all(keep: impl Fn(&str) -> bool) -> Vec<Column> {
    let mut columns = real(keep);
    for length in [32, 56, 100, 200, 1000] {
        columns.push(Column::made(&format!("mixed, {length} bytes"), IRI, |r| r.mixed(length)));
    }
    let schemes = ["http://", "https://", "ftp://", "urn:", "tag:", "mailto:", "file:///"];
    columns.push(relative());
    columns.extend([
        Column::made("seven schemes", IRI, |r| {
            format!("{}{}{}", schemes[r.below(7)], r.host(), r.path())
        }),
        Column::made("ports", IRI, |r| format!("http://{}:8080{}", r.host(), r.path())),
        Column::made("userinfo", IRI, |r| format!("ftp://{}@{}{}", r.word(6), r.host(), r.path())),
        Column::made("user, password, port", IRI, |r| {
            format!("http://{}:{}@{}:80{}", r.word(5), r.word(5), r.host(), r.path())
        }),
        Column::made("IPv6", IRI, |r| format!("http://[2001:db8::{}]{}", r.below(9999), r.path())),
        Column::made("long hosts", IRI, |r| {
            format!("http://{}.{}{}", r.word(60), r.host(), r.path())
        }),
        Column::made("escapes", IRI, |r| {
            format!("http://{}{}%20{}%C3%A9", r.host(), r.path(), r.word(5))
        }),
        Column::made("fragments", IRI, |r| {
            format!("http://{}{}#{}", r.host(), r.path(), r.word(5))
        }),
        Column::made("every tenth bad", IRI, |r| {
            let bad = if r.below(10) == 0 { " " } else { "" };
            format!("http://{}{}{bad}{}", r.host(), r.path(), r.word(5))
        }),
        Column::made("bad: a space", IRI, |r| {
            format!("http://{}{} {}", r.host(), r.path(), r.word(5))
        }),
        Column::made("bad: a space soon", IRI, |r| format!("http:// {}{}", r.host(), r.path())),
        Column::made("bad: an escape", IRI, |r| {
            format!("http://{}{}%2{}", r.host(), r.path(), r.word(5))
        }),
        Column::made("bad: two fragments", IRI, |r| {
            format!("http://{}{}#a#{}", r.host(), r.path(), r.word(5))
        }),
        Column::made("bad: no scheme", IRI, |r| format!("{}{}", r.host(), r.path())),
        Column::made("bad: private use", IRI, |r| {
            format!("http://{}/{}\u{E000}{}", r.host(), r.word(9), r.word(9))
        }),
        Column::made("bad: Japanese URI", URI, |r| {
            format!("http://{}/{}日本語の名前{}", r.host(), r.word(9), r.word(9))
        }),
    ]);
    let mut ill_formed =
        Column::made("bad: ill-formed UTF-8", IRI, |r| format!("http://{}{}?", r.host(), r.path()));
    for row in &mut ill_formed.rows {
        row.extend(b"\xE3\x81");
    }
    columns.push(ill_formed);
    columns
}
