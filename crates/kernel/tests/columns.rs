//! Columns compared with the parser: every verdict and every index, whatever surrounds a row.
//!
//! `IRIFORM_ROUNDS=1000 cargo test --release -p iriform-kernel --test columns` searches for long.

use std::cell::Cell;
use std::path::Path;
use std::{env, fs};

use iriform::engine::{
    Fault, Parts, Reference, Requirements,
    bits::ODD,
    findings::{Profile, RuleSet, is_found, is_plain},
    lookup::key,
    origin, parse,
    text::Utf8,
};
use iriform_kernel::{
    BLOCK, Block, COMPONENTS, Consecutive, HOST, Marks, PLAIN, ReferenceKind, RowParts, Rows,
    VALIDITY, View, Views, fault, row as alone, scan, split_marked, validate,
};

const FORMS: [Requirements; 4] =
    [Requirements::FULL, Requirements::REFERENCE, Requirements::ABSOLUTE, Requirements::RELATIVE];

fn productions() -> impl Iterator<Item = ReferenceKind> {
    FORMS.into_iter().flat_map(|form| [false, true].map(|is_iri| ReferenceKind { is_iri, form }))
}

/// The parser's verdict on a row.
fn parsed(text: &[u8], production: ReferenceKind) -> Result<Parts, Fault> {
    if production.is_iri {
        parse::<true>(Utf8(text), production.form)
    } else {
        parse::<false>(Utf8(text), production.form)
    }
}

/// The components of a row, if the parser accepts it.
fn expected(text: &[u8], production: ReferenceKind) -> Option<RowParts> {
    let parts = parsed(text, production).ok()?;
    let index = |i: usize| u32::try_from(i).expect("rows are short here");
    let row = RowParts {
        scheme_end: index(parts.scheme_end),
        host_start: index(parts.host_start),
        host_end: index(parts.host_end),
        path_start: index(parts.path_start),
        path_end: index(parts.path_end),
        query_end: index(parts.query_end),
        end: index(parts.end),
    };
    assert_eq!(row.indices(), parts);
    Some(row)
}

/// Compares the results for a single row.
fn check_alone(text: &[u8], production: ReferenceKind) {
    assert_eq!(fault(text, production), parsed(text, production).err());
    if production == ReferenceKind::IRI_REFERENCE {
        assert_eq!(alone(text), expected(text, production));
    }
}

/// Compares all results for the rows of `range`.
fn check(rows: &impl Rows, range: std::ops::Range<usize>) {
    for production in productions() {
        let expected: Vec<Option<RowParts>> =
            range.clone().map(|i| expected(rows.row(i), production)).collect();
        let show = |i: usize| String::from_utf8_lossy(rows.row(range.start + i)).into_owned();

        range.clone().for_each(|i| check_alone(rows.row(i), production));

        let mut bits = vec![u64::MAX; range.len().div_ceil(BLOCK)];
        validate(rows, range.clone(), production, &mut bits);
        for (i, row) in expected.iter().enumerate() {
            let bit = bits[i / BLOCK] >> (i % BLOCK) & 1 == 1;
            assert_eq!(bit, row.is_some(), "validate {production:?} row {i} {:?}", show(i));
        }
        let beyond = range.len() % BLOCK;
        if beyond > 0 {
            assert_eq!(bits[range.len() / BLOCK] >> beyond, 0);
        }

        // The rows that each of the functions below visited.
        let seen = Cell::new(0);
        let assert_all_seen = |what: &str| assert_eq!(seen.take(), range.len(), "{what}");
        let compare =
            |what: &str, is_same: fn(&RowParts, &RowParts) -> bool, first: usize, block: &Block| {
                let start = first - range.start;
                let here = &expected[start..expected.len().min(start + BLOCK)];
                assert_eq!(seen.replace(start + here.len()), start, "{what}");
                for (i, row) in here.iter().enumerate() {
                    let is_valid = block.valid >> i & 1 == 1;
                    let at = start + i;
                    assert_eq!(
                        is_valid,
                        row.is_some(),
                        "{what} {production:?} row {at} {:?}",
                        show(at)
                    );
                    if let Some(row) = row {
                        let found = &block.rows[i];
                        assert!(
                            is_same(row, found),
                            "{what} {production:?} {:?}\n{row:?}\n{found:?}",
                            show(at)
                        );
                    }
                }
                if here.len() < BLOCK {
                    assert_eq!(block.valid >> here.len(), 0);
                }
            };
        scan::<COMPONENTS>(rows, range.clone(), production, &mut |first, block| {
            compare("split", |a, b| a == b, first, block);
        });
        assert_all_seen("split");
        let assert_plain = |first: usize, valid: u64, plain: u64| {
            assert_eq!(plain & !valid, 0);
            for i in (0..BLOCK).filter(|i| plain >> i & 1 == 1) {
                let text = std::str::from_utf8(rows.row(first + i)).expect("it is valid");
                assert!(is_plain(text), "plain {production:?} {text:?}");
                let reference = Reference::of(text);
                assert_eq!(origin(text).as_deref(), text.get(..reference.parts.path_start));
                let host = reference.host().expect("a plain row has one");
                assert_eq!((&*key(host), reference.authority()), (host, Some(host)));
            }
        };
        scan::<{ COMPONENTS | PLAIN }>(rows, range.clone(), production, &mut |first, block| {
            compare("split with verdicts", |a, b| a == b, first, block);
            assert_plain(first, block.valid, block.plain);
        });
        assert_all_seen("split with verdicts");
        scan::<{ VALIDITY | PLAIN }>(rows, range.clone(), production, &mut |first, block| {
            compare("verdicts", |_, _| true, first, block);
            assert_plain(first, block.valid, block.plain);
        });
        assert_all_seen("verdicts");
        scan::<HOST>(rows, range.clone(), production, &mut |first, block| {
            compare("hosts", same_host, first, block);
        });
        assert_all_seen("hosts");
        scan::<{ HOST | PLAIN }>(rows, range.clone(), production, &mut |first, block| {
            compare("hosts with verdicts", same_host, first, block);
            assert_plain(first, block.valid, block.plain);
        });
        assert_all_seen("hosts with verdicts");
        let all = Marks::EACH.into_iter().fold(Marks::NONE, Marks::or);
        for marks in Marks::EACH.into_iter().chain([Marks::NONE, all]) {
            split_marked(rows, range.clone(), production, marks, &mut |first, block| {
                compare("marks", |_, _| true, first, block);
                assert_eq!(block.marked & !block.valid, 0);
                for (i, row) in expected[first - range.start..].iter().take(BLOCK).enumerate() {
                    let Some(row) = row else { continue };
                    if block.marked >> i & 1 == 1 {
                        assert_eq!(&block.rows[i], row, "{:?}", show(first - range.start + i));
                    } else {
                        let text = rows.row(first + i);
                        assert!(
                            !marks.meets(text, row),
                            "{marks:?} {production:?} {:?}",
                            show(first - range.start + i)
                        );
                    }
                }
            });
            assert_all_seen("marks");
        }
    }
}

/// Returns true if two rows agree in the results for hosts.
fn same_host(a: &RowParts, b: &RowParts) -> bool {
    let of = |r: &RowParts| (r.scheme_end, r.host_start, r.host_end, r.path_start);
    of(a) == of(b)
}

/// Xorshift: the same texts everywhere and every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % end
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

const TEXTS: [&str; 88] = [
    "http://example.com/a/b?q=1#f",
    "https://www.example.org/",
    "https://example.org",
    "http://example.com:8080/x",
    "http://user:pass@example.com:8080/x?y",
    "http://user@example.com",
    "http://a:b:c@h/",
    "http://u@h:",
    "http://@:/",
    "http://h:80a/",
    "http://a@b@c/",
    "http://u:p@h:1@x",
    "http://h;x=1/y",
    "http://[::1]/",
    "http://[::1]:80/p",
    "http://[::1]",
    "http://[::1]:",
    "http://[::1]?q#f",
    "http://[v1.a:b]/",
    "http://[::1]:8a/",
    "http://[::1]x/",
    "http://[::1]@",
    "[",
    "http://[::1]@h/",
    "http://[::1]:80@h/",
    "http://u@[v1.a]/",
    "http://[::1]/[",
    "http://[::1]/]",
    "http://[::1]]/",
    "http://[[::1]/",
    "http://[::1]/\u{E000}",
    "http://\u{E000}@[::1]/",
    "http://u\u{E000}[::1]/",
    "http://[::g]/",
    "http://u@[2001:db8::1]/p",
    "http://[v1.a:b]",
    "http://[::1",
    "http://a]b/",
    "http://a[b]/",
    "urn:isbn:0451450523",
    "mailto:a@b.c",
    "tag:x,2020:y",
    "data:text/plain,%20",
    "file:///etc/hosts",
    "ftp://ftp.example.com/%7Efoo/",
    "view-source+x.y:z",
    "//h",
    "//h:1/p",
    "//u@h?q",
    "/path/to",
    "path:x",
    "path/x:y",
    "a@b:c",
    "a;b=c",
    "?q",
    "#f",
    "#a#b",
    "http://h/#a#b",
    "http://h/?#",
    "http://h?a?b/c",
    "",
    "%",
    "%4",
    "%41",
    "http://h/%zz",
    "http:",
    "http:/",
    "https:/a/b",
    "https:a/b",
    "http://",
    "1http://h",
    "http://xn--nxasmq6b.verylonglabelverylonglabelverylonglabel.verylonglabelverylonglabel.example/x",
    "HTTP://EXAMPLE.COM/",
    "http://a-.b/",
    "http://a.-b.c",
    "http://x.1/y",
    "http://1.x/y",
    "http://1",
    "http://a..b/",
    "http://a./",
    "http://http//a",
    "https://HTTPS:/",
    "http://a/.b",
    "http://a/b/../c",
    "http://a/;b",
    "http://a/%20%2e%7f",
    "http://a/ひ\u{3099}らがな/カタカナ",
    "http://a/α\u{387}ж\u{483}",
];

/// Code points at the borders of `ucschar`, `iprivate` and the rest.
const BORDERS: [u32; 46] = [
    0x80, 0x9F, 0xA0, 0xFF, 0x7FF, 0x800, 0xFFF, 0x1000, 0x4FFE, 0x6FFF, 0xCFFF, 0xD000, 0xD7FF,
    0xE000, 0xEFFF, 0xF000, 0xF8FF, 0xF900, 0xFAFF, 0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0, 0xFEFF, 0xFF01,
    0xFFEF, 0xFFF0, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x1FFFD, 0x1FFFE, 0x1FFFF, 0x2FFFE,
    0x3FFFF, 0x40000, 0x4FFFE, 0xDFFFF, 0xE0001, 0xE0FFF, 0xE1000, 0xEFFFE, 0xF0000, 0x10FFFF,
];

const BYTES: &[u8] = b"%%%#?/:@[]!$&'()*+,;=-._~ <>\"{}|\\^`\0\x1F\x7Fg09afAFzZ";

/// Ill-formed UTF-8, and incomplete sequences.
const BROKEN: [&[u8]; 22] = [
    b"\x80", b"\xBF", b"\xC0\x80", b"\xC1\xBF", b"\xC2", b"\xC3", b"\xE0\x80\x80", b"\xE0\x9F\xBF",
    b"\xE3", b"\xE3\x81", b"\xED\xA0\x80", b"\xED\xBF\xBF", b"\xF0", b"\xF0\x9F", b"\xF0\x9F\x98",
    b"\xF0\x8F\xBF\xBF", b"\xF4\x90\x80\x80", b"\xF5\x80\x80\x80", b"\xFE", b"\xFF", b"\x81\x82",
    b"\xE3\x81\x82\x80",
];

fn piece(random: &mut Random) -> Vec<u8> {
    match random.below(8) {
        0..=3 => vec![BYTES[random.below(BYTES.len())]],
        4 | 5 => {
            let c = char::from_u32(BORDERS[random.below(BORDERS.len())]).expect("no surrogates");
            c.to_string().into_bytes()
        }
        6 => BROKEN[random.below(BROKEN.len())].to_vec(),
        _ => format!("%{:02x}", random.below(256)).into_bytes(),
    }
}

/// A row made from one of `texts`: unchanged, longer, cut, or with an insertion.
fn row(random: &mut Random, texts: &[Vec<u8>], oddness: usize) -> Vec<u8> {
    let mut row = texts[random.below(texts.len())].clone();
    if random.one_in(6) {
        let letters: &[u8] =
            if random.one_in(2) { b"abcdefgh/" } else { "アイ漢é字".as_bytes() };
        row.extend(letters.iter().cycle().take(random.below(300)));
    }
    if random.below(100) < oddness {
        for _ in 0..=random.below(2) {
            // Rows meet at their ends.
            let at = match random.below(4) {
                0 => row.len(),
                1 => row.len().saturating_sub(random.below(4)),
                _ => random.below(row.len() + 1),
            };
            let until = row.len().min(at + random.below(3));
            match random.below(5) {
                0 => row.truncate(at),
                1 => drop(row.drain(..at)),
                _ => drop(row.splice(at..until, piece(random))),
            }
        }
    }
    row
}

/// Rows in a values buffer of exactly their size, except for the bytes `around` them.
struct Column {
    values: Box<[u8]>,
    offsets: Vec<i32>,
}

impl Column {
    fn new(before: &[u8], rows: &[Vec<u8>], after: &[u8]) -> Self {
        let mut values = before.to_vec();
        let mut offsets = vec![index(values.len())];
        for row in rows {
            values.extend(row);
            offsets.push(index(values.len()));
        }
        values.extend(after);
        Self { values: values.into_boxed_slice(), offsets }
    }

    fn check(&self) {
        let rows = Consecutive::new(&self.values, &self.offsets).expect("it holds together");
        check(&rows, 0..rows.len());
    }
}

fn index(i: usize) -> i32 {
    i32::try_from(i).expect("columns are short here")
}

/// Views of rows, some in the order of a buffer and others not.
fn views(rows: &[Vec<u8>], random: &mut Random) -> (Vec<View>, Vec<Box<[u8]>>) {
    let mut buffers = vec![Vec::new(), Vec::new()];
    let mut views = Vec::new();
    let in_order = random.one_in(2);
    for row in rows {
        let mut view = [0; 16];
        view[..4].copy_from_slice(&index(row.len()).to_le_bytes());
        if row.len() <= 12 {
            view[4..4 + row.len()].copy_from_slice(row);
        } else {
            let buffer = if in_order { 0 } else { random.below(2) };
            if !in_order && random.one_in(4) {
                buffers[buffer].extend(b"#? %\xE3");
            }
            view[4..8].copy_from_slice(&row[..4]);
            view[8..12].copy_from_slice(&index(buffer).to_le_bytes());
            view[12..].copy_from_slice(&index(buffers[buffer].len()).to_le_bytes());
            buffers[buffer].extend(row);
        }
        views.push(view);
    }
    (views, buffers.into_iter().map(Vec::into_boxed_slice).collect())
}

fn check_views(rows: &[Vec<u8>], random: &mut Random) {
    let (views, buffers) = views(rows, random);
    let buffers: Vec<&[u8]> = buffers.iter().map(|buffer| &buffer[..]).collect();
    let views = Views::new(&views, &buffers).expect("they hold together");
    assert_eq!(views.len(), rows.len());
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(views.row(i), row);
    }
    check(&views, 0..views.len());
}

/// Rows at arbitrary addresses, like those of an engine's own vectors.
#[derive(Clone, Copy)]
struct Scattered<'a>(&'a [Vec<u8>]);

impl Rows for Scattered<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn row(&self, i: usize) -> &[u8] {
        &self.0[i]
    }
}

fn texts() -> Vec<Vec<u8>> {
    TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn rounds() -> u64 {
    env::var("IRIFORM_ROUNDS").map_or(4, |rounds| rounds.parse().expect("a number"))
}

/// Bytes around a column: none, or bytes that would change the verdict if a row ran into them.
const AROUND: [&[u8]; 8] = [
    b"", b"a", b"http://", b"%", b"41/", b"\xE3\x81", b"\x82\x82\x82",
    b"p://example.com/#?#?%zz\xFF 0123456789012345678901234567890123456789012345678901234567890123456789",
];

#[test]
fn random_columns() {
    let texts = texts();
    let web: Vec<Vec<u8>> = texts[..6].to_vec();
    let strange: Vec<Vec<u8>> = texts[13..16].to_vec();
    for seed in 1..=rounds() {
        let mut random = Random(seed.wrapping_mul(ODD));
        // The kind of rows changes along a column, so every path of the kernel is taken.
        let mut rows = Vec::new();
        for _ in 0..=random.below(6) {
            let of = random.of(&[&texts[..], &web[..], &strange[..]]);
            let oddness = [0, 3, 30, 100][random.below(4)];
            let count = random.below(20 * BLOCK) + 1;
            rows.extend((0..count).map(|_| row(&mut random, of, oddness)));
        }
        let (before, after) = (random.of(&AROUND), random.of(&AROUND));
        let column = Column::new(before, &rows, after);
        column.check();

        let some = &rows[..rows.len().min(8 * BLOCK)];
        check_views(some, &mut random);
        check(&Scattered(some), 0..some.len());

        let offsets: Vec<i64> = column.offsets.iter().map(|&offset| offset.into()).collect();
        let large = Consecutive::new(&column.values, &offsets).expect("it holds together");
        let start = random.below(rows.len());
        check(&large, start..start + random.below(rows.len() - start + 1));
    }
}

#[test]
fn every_length_and_every_alignment() {
    let letters = b"http://example.com/abcdefghijklmnopqrstuvwxyz".iter().cycle();
    for length in 0..=130 {
        let text: Vec<u8> = letters.clone().take(length).map(|&b| b.to_ascii_lowercase()).collect();
        let japanese: Vec<u8> =
            "http://例え/".bytes().chain("あいう".bytes().cycle()).take(length).collect();
        // Each `#` is counted, up to the last row's end.
        let twice = [&text[..], b"#", &text, b"#"].concat();
        Column::new(b"http://h/", std::slice::from_ref(&twice), b"##").check();
        Column::new(b"http://h/", &[twice, text.clone()], b"##").check();
        for alignment in 0..64 {
            let before = vec![b'x'; alignment];
            let rows = [text.clone(), japanese.clone(), text.clone()];
            Column::new(&before, &rows, b"").check();
            check(&Scattered(&rows), 0..rows.len());
        }
    }
}

#[test]
fn every_byte_at_the_ends_of_rows() {
    for text in ["http://h/", "https://h", "//h:1", "a", ""] {
        for byte in 0..=u8::MAX {
            let with = |before: &[u8], after: &[u8]| [before, text.as_bytes(), after].concat();
            let rows = [
                with(b"", &[byte]),
                with(&[byte], b""),
                with(b"", &[b'%', byte]),
                with(&[byte], &[byte, b'4']),
            ];
            Column::new(b"%", &rows, b"1").check();
        }
    }
}

/// All pairs of bytes, and the bytes that may follow them, alone in a row and across two rows.
#[test]
fn every_beginning_of_a_sequence() {
    for first in 0x80..=0xFF {
        let mut rows = Vec::new();
        for second in (0..=0xFF).step_by(if first < 0xC0 { 15 } else { 1 }) {
            for rest in
                [&b""[..], b"\x80", b"\xBE", b"\xBF", b"\x80\x80", b"\xBF\xBE", b"\xBF\xBF", b"a"]
            {
                rows.push([b"http://h/", &[first, second][..], rest].concat());
                rows.push([b"http://h/", &[first][..]].concat());
                rows.push([&[second], rest].concat());
            }
        }
        Column::new(b"", &rows, b"").check();
    }
}

/// Ill-formed UTF-8 shortly before and after well-formed text.
#[test]
fn what_is_broken_beside_what_is_right() {
    let mut rows = Vec::new();
    for broken in BROKEN {
        for (right, distance) in
            ["é", "あ", "\u{1F600}"].iter().flat_map(|c| (0..4).map(move |n| (c.as_bytes(), n)))
        {
            let between = &b"abc"[..distance];
            rows.push([b"http://h/", broken, between, right].concat());
            rows.push([b"http://h/", right, between, broken].concat());
        }
    }
    // They are among others, so the parser does not decide all of them.
    let usual = (0..3 * rows.len()).map(|_| b"http://example.com/a".to_vec());
    rows.extend(usual);
    let column: Vec<_> =
        (0..rows.len()).map(|i| rows[i * (rows.len() / 4 + 1) % rows.len()].clone()).collect();
    Column::new(b"", &column, b"").check();
}

/// A sequence that breaks off before plain bytes, at each position of the words that are classified together.
#[test]
fn what_breaks_off_before_a_plain_word() {
    for broken in [&b"\xC3"[..], b"\xE3", b"\xE3\x81", b"\xF0", b"\xF0\x9F", b"\xF0\x9F\x98"] {
        for length in 0..64 {
            let row = [b"http://h/", &vec![b'a'; length][..], broken, &[b'b'; 128]].concat();
            Column::new(b"", &[row], b"").check();
        }
    }
}

/// Texts that would be right in one row, but begin in one and end in the next, or in the one after it, among
/// many rows that are right, so they do not change how rows are decided.
#[test]
fn what_goes_across_rows() {
    for (filler, begin) in [
        ("/path/of/some/length", "/"),
        ("/path/of/some/length", ""),
        ("http://example.com/", "http://h/"),
        ("http://example.com/", "http://"),
    ] {
        for across in [
            "\u{e9}", "\u{3042}", "\u{1F600}", "%41", "http://h/", "s:a", "//h/", "a#b#c",
            "[::1]:80/",
        ] {
            let bytes = across.as_bytes();
            // In two pieces, and in three with a byte of its own between them.
            let cuts = (1..bytes.len()).flat_map(|cut| [(cut, cut), (cut, cut + 1)]);
            for (first, second) in cuts.filter(|&(_, second)| second < bytes.len()) {
                // Long enough that the first rows are classified in place.
                let mut rows = vec![filler.as_bytes().to_vec(); 15 * BLOCK];
                for place in [BLOCK - 1, 2 * BLOCK + 1, 4 * BLOCK - 2, 5 * BLOCK + 7] {
                    rows[place] = [begin.as_bytes(), &bytes[..first]].concat();
                    rows[place + 1] = [&bytes[second..], b"a"].concat();
                    // An empty row between the two changes nothing.
                    if first < second || place % 2 == 0 {
                        rows.insert(place + 1, bytes[first..second].to_vec());
                    }
                }
                Column::new(b"", &rows, b"").check();
            }
        }
    }
}

/// An empty row begins and ends where the next row begins.
#[test]
fn what_follows_empty_rows() {
    for filler in ["/path/of/some/length", "http://example.com/"] {
        for wrong in ["#a#b", "%4", "[::1]", "\u{E000}", "http://h#a#b", "h:1"] {
            let mut rows = vec![filler.as_bytes().to_vec(); 8 * BLOCK];
            for place in [BLOCK - 1, 3 * BLOCK + 5] {
                let empty = [&b""[..], b"", wrong.as_bytes(), b""].map(<[u8]>::to_vec);
                rows.splice(place..place, empty);
            }
            Column::new(b"", &rows, b"").check();
        }
    }
}

#[test]
fn long_rows() {
    let mut rows = Vec::new();
    for length in [1000, 8000, 8063, 8064, 8065, 8128, 20_000, 70_000] {
        for end in [&b""[..], b"#", b"#a#", b"%4", b" ", b"?\xC3\xA9"] {
            let mut text = b"http://example.com/".to_vec();
            text.extend(b"abc/".iter().cycle().take(length - 19));
            text.extend(end);
            rows.push(text);
            rows.extend([b"http://h".to_vec(), Vec::new()]);
        }
    }
    Column::new(b"", &rows, b"").check();
    let mut random = Random(ODD);
    for _ in 0..2 {
        check_views(&rows, &mut random);
        rows.retain(|row| row.len() > 12);
    }
}

/// The bytes of a short row that, in a longer row, would be a buffer and an offset after the previous rows.
#[test]
fn a_short_row_is_no_place() {
    let row = b"http://example.com/";
    // Long enough on both sides that the rows are classified in place.
    let buffer = row.repeat(10 * BLOCK);
    let place = |i: usize| [0, index((i + 1) * row.len())].map(i32::to_le_bytes).concat();
    for length in 0..=12 {
        let mut views: Vec<View> = (0..BLOCK)
            .map(|i| [&index(row.len()).to_le_bytes()[..], &row[..4], &place(i)].concat())
            .map(|view| view.try_into().expect("16 bytes"))
            .collect();
        views[BLOCK / 2][..4].copy_from_slice(&index(length).to_le_bytes());
        let buffers = [&buffer[..]];
        let views = Views::new(&views, &buffers).expect("they hold together");
        assert_eq!(views.row(BLOCK / 2).len(), length);
        check(&views, 0..views.len());
        check(&views, BLOCK / 2..views.len());
        // All of them, as if each row began at the end of the previous one.
        let views: Vec<View> = (0..BLOCK)
            .map(|i| [length, 0, 0, row.len() + i * length].map(|word| index(word).to_le_bytes()))
            .map(|words| words.concat().try_into().expect("16 bytes"))
            .collect();
        let views = Views::new(&views, &buffers).expect("they hold together");
        check(&views, 0..views.len());
    }
}

/// The lines of the real corpora, if present, and the examples of the repository.
#[test]
fn real_columns() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![repository.join("examples/identifiers.txt")];
    if let Ok(corpora) = fs::read_dir(repository.join("../shared/corpora")) {
        files.extend(corpora.map(|entry| entry.expect("a readable folder").path()));
    }
    for file in files {
        let Ok(bytes) = fs::read(&file) else { continue };
        let lines: Vec<Vec<u8>> = bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
        let lines = &lines[..lines.len().min(if cfg!(debug_assertions) { 1000 } else { 20_000 })];
        Column::new(b"", lines, b"").check();
    }
}

/// In a row that the classifier calls plain, no rule of the default profile finds anything without shortcuts;
/// and it calls the usual links plain.
#[test]
fn no_rule_finds_anything_in_a_plain_row() {
    let rule_set = RuleSet::of(Profile::Default);
    assert!(rule_set.is_silent_on_plain());
    let assert_silent = |rows: &[Vec<u8>]| {
        let column = Column::new(b"", rows, b"");
        let rows = Consecutive::new(&column.values, &column.offsets).expect("it holds together");
        let mut count = 0;
        scan::<{ VALIDITY | PLAIN }>(
            &rows,
            0..rows.len(),
            ReferenceKind::IRI,
            &mut |first, block| {
                count += block.plain.count_ones() as usize;
                for i in (0..BLOCK).filter(|i| block.plain >> i & 1 == 1) {
                    let text = std::str::from_utf8(rows.row(first + i)).expect("it is valid");
                    assert!(!is_found(text, &rule_set), "{text:?}");
                }
            },
        );
        count
    };
    // Each is next to a usual one, because the parser decides all rows if most are unusual.
    let beside_usual = |rows: Vec<String>| {
        let both = rows.into_iter().map(String::into_bytes);
        both.flat_map(|row| [row, b"http://example.com/a".to_vec()]).collect::<Vec<_>>()
    };
    let basic = ('\u{80}'..='\u{FFFF}').chain('\u{1F000}'..='\u{1F0FF}');
    let all = basic.chain('\u{E0000}'..='\u{E01FF}');
    let rows = beside_usual(all.map(|c| format!("http://h/é{c}а?漢{c}")).collect());
    assert!(assert_silent(&rows) > rows.len() / 2 || !has_vectors());
    let marks = ["a", "B", "1", "-", ".", "_", "%41", "é", "/", ":", "@", "http"];
    let mut hosts = Vec::new();
    for (a, b) in marks.iter().flat_map(|a| marks.map(|b| (a, b))) {
        hosts.extend(marks.map(|c| format!("http://{a}{b}{c}")));
        hosts.extend(marks.map(|c| format!("https://{a}.{b}/{c}")));
    }
    hosts.extend((60..70).map(|length| format!("http://{}/", "a".repeat(length))));
    let rows = beside_usual(hosts);
    assert!(assert_silent(&rows) > rows.len() / 2 || !has_vectors());
    let octets = (0..=255)
        .flat_map(|o| [format!("http://h/%{o:02x}?%{o:02X}"), format!("http://h/7%{o:02x}")]);
    let spaces = (0..=255).map(|count| format!("http://h/{}", "%20".repeat(count)));
    let rows = beside_usual(octets.chain(spaces).collect());
    assert!(assert_silent(&rows) > rows.len() / 2 || !has_vectors());
    // They are so long that a block is decided in several parts.
    let long: Vec<_> = (0..4).map(|_| [b"http://h/%00", &[b'a'; 2000][..]].concat()).collect();
    let rows = [&long[..], &vec![b"http://example.com/a".to_vec(); 60]].concat();
    assert!(assert_silent(&rows) > rows.len() / 2 || !has_vectors());
    // The usual.
    let usual = [
        "https://www.example.org/a/b?c=d&e#f", "http://a.b", "http://a-b.c-1.example/",
        "http://example.org/%20/é漢",
    ];
    let rows: Vec<_> = usual.iter().cycle().take(3000).map(|t| t.as_bytes().to_vec()).collect();
    assert!(assert_silent(&rows) > 2900 || !has_vectors());
    // Random ones.
    let texts = texts();
    let mut random = Random(ODD);
    for _ in 0..rounds() {
        let rows: Vec<_> = (0..10 * BLOCK)
            .map(|_| {
                let oddness = random.below(60);
                row(&mut random, &texts, oddness)
            })
            .collect();
        assert_silent(&rows);
    }
}

/// Each mark is found, and the usual rows have few.
#[test]
fn marks_are_told_apart() {
    let usual = "https://www.example.org/a/b.c?d=e./f#g";
    // Such an authority is not searched for the other two.
    let beside_names = [Marks::AUTHORITY, Marks::CAPITAL, Marks::NO_PATH];
    for (text, expected) in [
        (usual, &[Marks::QUERY, Marks::FRAGMENT][..]),
        ("http://h/%20", &[Marks::ESCAPE]),
        ("http://h/\u{E9}", &[Marks::NON_ASCII]),
        ("http://h/.a", &[Marks::DOT]),
        ("http://h/A", &[]),
        ("http://H/a", &[Marks::CAPITAL]),
        ("HTTP://h/", &[Marks::CAPITAL, Marks::OTHER_SCHEME]),
        ("http://u@h/", &beside_names),
        ("http://h:80/", &beside_names),
        ("http://h:/", &beside_names),
        ("http://[::1]/", &beside_names),
        ("http://h", &[Marks::NO_PATH]),
        ("http://h?", &[Marks::NO_PATH, Marks::QUERY]),
        ("//h/", &[Marks::NO_SCHEME, Marks::OTHER_SCHEME]),
        ("urn:x", &[Marks::OTHER_SCHEME]),
        ("urn:.x", &[Marks::OTHER_SCHEME, Marks::DOT]),
    ] {
        // Beside others, so that the parser is not asked about all.
        let rows: Vec<_> =
            [text, usual].iter().cycle().take(4 * BLOCK).map(|t| t.as_bytes().to_vec()).collect();
        let column = Column::new(b"", &rows, b"");
        let rows = Consecutive::new(&column.values, &column.offsets).expect("it holds together");
        let row = alone(text.as_bytes()).expect("they are valid");
        let exact = if expected == beside_names { &[Marks::AUTHORITY][..] } else { expected };
        for mark in Marks::EACH {
            assert_eq!(mark.meets(text.as_bytes(), &row), exact.contains(&mark), "{text} {mark:?}");
            let mut marked = Vec::new();
            split_marked(
                &rows,
                0..rows.len(),
                ReferenceKind::IRI_REFERENCE,
                mark,
                &mut |_, block| {
                    marked.extend((0..BLOCK).map(|i| block.marked >> i & 1 == 1));
                },
            );
            let found: Vec<_> = marked.iter().step_by(2).collect();
            assert!(
                found.iter().all(|&&is_marked| is_marked == expected.contains(&mark)),
                "{text} {mark:?}"
            );
        }
    }
}

fn has_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}
