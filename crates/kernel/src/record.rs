//! A record of the kernel's results for given bytes, for its proof in `tests/proof/kernel`, which describes
//! each step separately and must arrive at the same bits.
//!
//! `IRIFORM_RECORD=1 cargo test -p iriform-kernel record` writes it anew.

use std::fmt::Write;
use std::{env, fs};

use iriform::engine::bits::ODD;

use crate::arch::Vectors;
use crate::block::{BLOCK, RowParts};
use crate::classes::{
    BY_FIRST_HIGH, BY_FIRST_LOW, BY_HIGH, BY_LOW, BY_SECOND, CONTINUED, SCHEME_BY_HIGH,
    SCHEME_BY_LOW, SCHEME_DIGIT, STOP,
};
use crate::marks::Marks;
use crate::planes::{Plane, STRETCH};
use crate::rows::{AFTER, BEFORE, Consecutive, Room, Rows, Stretch};
use crate::stretch::{COMPONENTS, MARKS, Planes, Schemes, Verdict};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/record.txt");

/// Pieces that texts are made of, in addition to single bytes.
const PIECES: [&[u8]; 24] = [
    b"http://",
    b"https://",
    b"urn:",
    b"//",
    b"/",
    b"?",
    b"#",
    b":",
    b"@",
    b"[::1]",
    b"[v1.a]",
    b":80",
    b"%41",
    b"%aF",
    b"%4",
    b"%",
    b"/.",
    b"a.b",
    b"A-z",
    b";=",
    "é".as_bytes(),
    "道".as_bytes(),
    "😀".as_bytes(),
    b" ",
];

/// The bytes of short rows, of which all are tried.
const LETTERS: &[u8] = b"a1.+/?#:@;%[] ";
const BEGINNINGS: [&str; 4] = ["", "//", "s:", "s://"];

/// splitmix64.
struct Random(u64);

impl Random {
    #[allow(clippy::cast_possible_truncation, reason = "less than the bound")]
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(ODD);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    /// A piece, or one byte: of ASCII, beyond it, or at the edges of UTF-8.
    fn piece(&mut self) -> Vec<u8> {
        const EDGES: &[u8] =
            b"\x7F\x80\x8F\x90\x9F\xA0\xA3\xA4\xAF\xB7\xBE\xBF\xC0\xC1\xC2\xC3\xDF\
            \xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xFF";
        #[allow(clippy::cast_possible_truncation, reason = "bytes")]
        match self.below(8) {
            0 => vec![EDGES[self.below(EDGES.len())]],
            1 => vec![self.below(256) as u8],
            2 | 3 => vec![b'a' + self.below(26) as u8],
            4 => vec![0x21 + self.below(94) as u8],
            _ => PIECES[self.below(PIECES.len())].to_vec(),
        }
    }
}

fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    // FNV-1a.
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}

/// Every mark that is found at a byte.
const AT_BYTES: Marks = Marks::ESCAPE
    .or(Marks::NON_ASCII)
    .or(Marks::DOT)
    .or(Marks::CAPITAL)
    .or(Marks::QUERY)
    .or(Marks::FRAGMENT);

/// Decides rows that begin at index [`BEFORE`] of the values, and passes them to `look`.
fn decided(
    values: &[u8],
    offsets: &[i32],
    (is_iri, is_optional): (bool, bool),
    look: impl FnOnce(&Planes, Verdict, &[RowParts; BLOCK], &Stretch<'_>),
) {
    const WANTED: u8 = COMPONENTS | MARKS;
    let vectors = Vectors::detect().expect("asked before");
    let rows = Consecutive::new(values, offsets).expect("they hold together");
    let mut room = Room::new();
    let stretch = rows.stretch(0..offsets.len() - 1, &mut room);
    assert_eq!(stretch.rows, offsets.len() - 1);
    let mut planes = Planes::new();
    planes.wanted = AT_BYTES;
    let schemes = Schemes::new(is_optional);
    let mut parts = [RowParts::default(); BLOCK];
    let verdict = if is_iri {
        vectors.decide::<true, true, WANTED>(&stretch, &mut planes, &schemes, &mut parts)
    } else {
        vectors.decide::<false, true, WANTED>(&stretch, &mut planes, &schemes, &mut parts)
    };
    look(&planes, verdict, &parts, &stretch);
}

/// The bits of each plane, for 512 bytes that are one row.
fn of_bytes(seed: u64, is_iri: bool) -> String {
    const LENGTH: usize = 512;
    let mut random = Random(seed);
    let mut values = Vec::new();
    while values.len() < BEFORE + LENGTH + AFTER {
        values.extend(random.piece());
    }
    values.resize(BEFORE + STRETCH + AFTER + 200, 0);
    #[allow(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "short")]
    let offsets = [BEFORE as i32, (BEFORE + LENGTH) as i32];
    let mut line = format!("bytes {seed} {}", u8::from(is_iri));
    decided(&values, &offsets, (is_iri, true), |planes, _, _, _| {
        let words = |plane: &Plane| digest((0..8).flat_map(|w| plane.word(w).to_le_bytes()));
        let odd = |plane: Option<&Plane>| plane.map_or(digest([0; 64]), words);
        let (never, doubt) = planes.odd.found();
        let found = [
            words(&planes.stop),
            words(&planes.hash),
            words(&planes.tail),
            words(&planes.no_scheme),
            words(&planes.capitals),
            words(&planes.marks),
            odd(never),
            odd(doubt),
        ];
        for found in found {
            write!(line, " {found:016x}").expect("a text");
        }
    });
    line
}

/// The rows that are taken, those that are refused, and a digest of the components of the former.
fn of_rows(rows: &[Vec<u8>], is_iri: bool, is_optional: bool) -> String {
    let mut values = vec![b'%'; BEFORE];
    #[allow(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "short")]
    let mut offsets = vec![BEFORE as i32];
    for row in rows {
        values.extend(row);
        #[allow(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "short")]
        offsets.push(values.len() as i32);
    }
    values.resize(values.len() + STRETCH + AFTER + 200, b'4');
    let mut line = String::new();
    decided(&values, &offsets, (is_iri, is_optional), |_, verdict, parts, stretch| {
        let taken = stretch.all() & !verdict.refused & !verdict.asked;
        let of_taken = (0..rows.len()).filter(|i| taken >> i & 1 == 1).map(|i| parts[i]);
        let indices = of_taken.flat_map(|row| {
            [
                row.scheme_end, row.host_start, row.host_end, row.path_start, row.path_end,
                row.query_end,
            ]
        });
        let components = digest(indices.flat_map(u32::to_le_bytes));
        write!(line, " {taken:016x} {:016x} {components:016x}", verdict.refused).expect("a text");
    });
    line
}

/// All rows of a beginning and at most three letters.
fn short_rows(beginning: &str) -> Vec<Vec<u8>> {
    let mut rows = vec![beginning.as_bytes().to_vec()];
    let mut from = 0;
    for _ in 0..3 {
        let end = rows.len();
        for i in from..end {
            for &letter in LETTERS {
                let mut row = rows[i].clone();
                row.push(letter);
                rows.push(row);
            }
        }
        from = end;
    }
    rows
}

fn record() -> String {
    let hex =
        |bytes: &[u8]| bytes.iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let mut out = String::new();
    let mut line = |line: String| {
        out.push_str(&line);
        out.push('\n');
    };
    for (name, table) in [
        ("BY_LOW", BY_LOW),
        ("BY_HIGH", BY_HIGH),
        ("SCHEME_BY_LOW", SCHEME_BY_LOW),
        ("SCHEME_BY_HIGH", SCHEME_BY_HIGH),
        ("BY_FIRST_HIGH", BY_FIRST_HIGH),
        ("BY_FIRST_LOW", BY_FIRST_LOW),
        ("BY_SECOND", BY_SECOND),
    ] {
        line(format!("table {name} {}", hex(&table)));
    }
    for (name, class) in [("STOP", STOP), ("SCHEME_DIGIT", SCHEME_DIGIT), ("CONTINUED", CONTINUED)]
    {
        line(format!("class {name} {class:02x}"));
    }
    for piece in PIECES {
        line(format!("piece {}", hex(piece)));
    }
    line(format!("letters {}", hex(LETTERS)));
    for seed in 0..100 {
        line(of_bytes(seed, seed % 4 != 0));
    }
    for seed in 0..100 {
        let mut random = Random(1_000 + seed);
        let mut row = || {
            let pieces = random.below(8);
            (0..pieces).flat_map(|_| random.piece()).collect()
        };
        let rows: Vec<Vec<u8>> = (0..BLOCK).map(|_| row()).collect();
        let (is_iri, is_optional) = (seed % 4 != 0, seed % 2 == 0);
        let found = of_rows(&rows, is_iri, is_optional);
        line(format!("rows {seed} {} {}{found}", u8::from(is_iri), u8::from(is_optional)));
    }
    for beginning in BEGINNINGS {
        for (i, rows) in short_rows(beginning).chunks(BLOCK).enumerate() {
            line(format!(
                "short {} {i}{}",
                hex(format!("<{beginning}").as_bytes()),
                of_rows(rows, true, true)
            ));
        }
    }
    out
}

#[test]
fn the_record_is_of_this_kernel() {
    if Vectors::detect().is_none() {
        return; // The parser decides all rows.
    }
    let record = record();
    if env::var_os("IRIFORM_RECORD").is_some() {
        fs::write(PATH, &record).expect("it can be written");
    }
    let recorded = fs::read_to_string(PATH).expect("it is there");
    for (i, (recorded, here)) in recorded.lines().zip(record.lines()).enumerate() {
        assert_eq!(recorded, here, "line {}", i + 1);
    }
    assert_eq!(recorded.lines().count(), record.lines().count());
}
