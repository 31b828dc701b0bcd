//! The kernel of columns compared with the parsers of other crates, on the same buffers.
//!
//! ```text
//! cargo run --profile speed --manifest-path lab/speed/Cargo.toml --bin kernel [-- [--rounds N] [--json FILE] [COLUMN …] [operations] [threads]]
//! ```
//!
//! A time is the best of all rounds.

mod columns;
mod operations;
mod threads;

use std::fmt::Write as _;
use std::hint::black_box;

use iriform::engine::{Requirements, parse, text::Utf8};
use iriform_kernel::{
    COMPONENTS, Consecutive, HOST, ReferenceKind, Rows, View, Views, scan, validate,
};

use columns::Column;
use iriform_speed::{Arguments, Subject, Times, cell};

/// The measurements, a function over all rows each. The first four are the crates to beat.
const PEERS: [&str; 4] = ["oxiri", "fluent-uri", "iri-string", "ada"];
const SUBJECTS: [&str; 10] = [
    PEERS[0], PEERS[1], PEERS[2], PEERS[3], "parser", "validate", "host", "all", "views",
    "views apart",
];

/// A column in the layouts of Arrow.
struct Memory {
    values: Vec<u8>,
    offsets: Vec<i32>,
    /// Views into the same values, and into a copy in which the rows are not in order.
    in_order: Vec<View>,
    apart: Vec<View>,
    shuffled: Vec<u8>,
}

impl Memory {
    fn new(rows: &[Vec<u8>]) -> Self {
        let index = |i: usize| i32::try_from(i).expect("columns are short here");
        let view = |row: &[u8], offset: usize| {
            let mut view = [0; 16];
            view[..4].copy_from_slice(&index(row.len()).to_le_bytes());
            if row.len() <= 12 {
                view[4..4 + row.len()].copy_from_slice(row);
            } else {
                view[4..8].copy_from_slice(&row[..4]);
                view[12..].copy_from_slice(&index(offset).to_le_bytes());
            }
            view
        };
        let values = rows.concat();
        let mut offsets = vec![0];
        let mut in_order = Vec::new();
        let mut end = 0;
        for row in rows {
            in_order.push(view(row, end));
            end += row.len();
            offsets.push(index(end));
        }
        let mut apart = vec![View::default(); rows.len()];
        let mut shuffled = Vec::new();
        // Every eighth row, then the ones after them, and so on.
        for i in (0..8).flat_map(|first| (first..rows.len()).step_by(8)) {
            apart[i] = view(&rows[i], shuffled.len());
            shuffled.extend(&rows[i]);
        }
        Self { values, offsets, in_order, apart, shuffled }
    }
}

fn parsed(text: &[u8], production: ReferenceKind) -> Option<iriform::engine::Parts> {
    let text = Utf8(text);
    if production.is_iri {
        parse::<true>(text, production.form).ok()
    } else {
        parse::<false>(text, production.form).ok()
    }
}

fn ours<'a>(name: &'static str, rows: impl Rows + 'a, production: ReferenceKind) -> Subject<'a> {
    let all = 0..rows.len();
    let mut bits = vec![0; rows.len().div_ceil(64)];
    match name {
        "host" => Subject::new(name, move || {
            scan::<HOST>(&rows, all.clone(), production, &mut |_, block| _ = black_box(block));
        }),
        "all" => Subject::new(name, move || {
            scan::<COMPONENTS>(&rows, all.clone(), production, &mut |_, block| {
                _ = black_box(block)
            });
        }),
        _ => Subject::new(name, move || {
            validate(&rows, all.clone(), production, black_box(&mut bits));
        }),
    }
}

/// The parsers of the peers, for rows of UTF-8.
fn peers<'a>(texts: &'a [&'a str], production: ReferenceKind) -> Vec<Subject<'a>> {
    if production.form == Requirements::REFERENCE {
        return vec![
            Subject::each("oxiri", texts, |t| oxiri::IriRef::parse(*t)),
            Subject::each("fluent-uri", texts, |t| fluent_uri::IriRef::parse(*t)),
            Subject::each("iri-string", texts, |t| iri_string::types::IriReferenceStr::new(t)),
        ];
    }
    let mut peers = if production.is_iri {
        vec![
            Subject::each("oxiri", texts, |t| oxiri::Iri::parse(*t)),
            Subject::each("fluent-uri", texts, |t| fluent_uri::Iri::parse(*t)),
            Subject::each("iri-string", texts, |t| iri_string::types::IriStr::new(t)),
        ]
    } else {
        vec![
            Subject::each("fluent-uri", texts, |t| fluent_uri::Uri::parse(*t)),
            Subject::each("iri-string", texts, |t| iri_string::types::UriStr::new(t)),
        ]
    };
    peers.push(Subject::each("ada", texts, |t| ada_url::Url::can_parse(t, None)));
    peers
}

/// The best time of each subject, in nanoseconds per row; `None` if there is no such subject.
fn measure(column: &Column, rounds: usize) -> [Option<f64>; SUBJECTS.len()] {
    let (rows, production) = (&column.rows, column.production);
    let memory = Memory::new(rows);
    let whole = Consecutive::new(&memory.values, &memory.offsets).expect("it holds together");
    let slices: Vec<&[u8]> = (0..rows.len()).map(|i| whole.row(i)).collect();
    let texts: Result<Vec<&str>, _> = slices.iter().map(|row| std::str::from_utf8(row)).collect();
    let texts = texts.unwrap_or_default();
    let (buffer, shuffled) = ([&memory.values[..]], [&memory.shuffled[..]]);
    let views = Views::new(&memory.in_order, &buffer).expect("they hold together");
    let apart = Views::new(&memory.apart, &shuffled).expect("they hold together");

    let mut subjects = if texts.is_empty() { Vec::new() } else { peers(&texts, production) };
    subjects.extend([
        Subject::each("parser", &slices, |t| parsed(t, production)),
        ours("validate", whole, production),
        ours("host", whole, production),
        ours("all", whole, production),
        ours("views", views, production),
        ours("views apart", apart, production),
    ]);
    let times = Times::take(&mut subjects, rows.len(), rounds);
    SUBJECTS.map(|name| subjects.iter().position(|one| one.name == name).map(|i| times.best(i)))
}

fn main() {
    let arguments = Arguments::read(51);
    let rounds = arguments.rounds;
    println!(
        "Nanoseconds a row, best of {rounds} rounds. The last columns: GB/s of `validate`; how many"
    );
    println!(
        "times the fastest other crate takes for `validate` and `all`, the parser for `validate`.\n"
    );
    println!("| column | rows | bytes | {} | GB/s | × | × all | × parser |", SUBJECTS.join(" | "));
    println!("|---|{}", "---:|".repeat(SUBJECTS.len() + 6));
    let mut record = String::new();
    let all_accept = |text: &str| {
        oxiri::Iri::parse(text).is_ok()
            && fluent_uri::Iri::parse(text).is_ok()
            && iri_string::types::IriStr::new(text).is_ok()
    };
    let columns = columns::all(all_accept);
    for column in &columns {
        if !arguments.has(&column.name) {
            continue;
        }
        let times = measure(column, rounds);
        let bytes: usize = column.rows.iter().map(Vec::len).sum();
        #[allow(clippy::cast_precision_loss)]
        let mean = bytes as f64 / column.rows.len() as f64;
        let (name, rows) = (&column.name, column.rows.len());
        print!("| {name} | {rows} | {mean:.0} |");
        write!(record, r#"{{"column": "{name}", "rows": {rows}, "bytes": {mean:.1}"#)
            .expect("it is memory");
        for (subject, time) in SUBJECTS.iter().zip(times) {
            cell(subject, time, &mut record);
        }
        record.push_str("}\n");
        let fastest = times[..PEERS.len()].iter().flatten().copied().reduce(f64::min);
        let [parser, validate, all] = [4, 6, 8].map(|i| times[i].expect("always measured"));
        print!(" {:.1} |", mean / validate);
        match fastest {
            None => print!(" – | – |"),
            Some(fastest) => print!(" {:.1} | {:.1} |", fastest / validate, fastest / all),
        }
        println!(" {:.1} |", parser / validate);
    }
    if arguments.has("operations") {
        operations::run(&columns, rounds, &mut record);
    }
    if arguments.has("threads") {
        threads::run(rounds, &mut record);
    }
    arguments.write(&record);
}
