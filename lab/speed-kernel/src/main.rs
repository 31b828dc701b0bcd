//! The kernel of columns compared with the parsers of other crates, on the same buffers.
//!
//! ```text
//! cargo run --profile speed --manifest-path lab/speed-kernel/Cargo.toml [-- [--rounds N] [--json FILE] [COLUMN …] [operations] [threads]]
//! ```
//!
//! Every round runs each function once, in turn, so slow phases of the machine affect all of them the same way.
//! The clock is that of the thread. A time is the best of all rounds.

mod columns;
mod operations;
mod threads;

use std::fmt::Write as _;
use std::hint::black_box;
use std::{env, fs};

use cpu_time::ThreadTime;
use iriform::engine::{Requirements, parse, text::Utf8};
use iriform_kernel::{
    COMPONENTS, Consecutive, HOST, ReferenceKind, Rows, View, Views, scan, validate,
};

use columns::Column;

/// The measurements, a function over all rows each. The first four are the crates to beat.
const PEERS: [&str; 4] = ["oxiri", "fluent-uri", "iri-string", "ada"];
const SUBJECTS: [&str; 10] = [
    PEERS[0], PEERS[1], PEERS[2], PEERS[3], "parser", "validate", "host", "all", "views",
    "views apart",
];

type Subject<'a> = (&'static str, Box<dyn FnMut() + 'a>);

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

/// Runs `of` over all texts, as a subject.
fn each<'a, T, R>(name: &'static str, texts: &'a [T], of: impl Fn(&'a T) -> R + 'a) -> Subject<'a> {
    let run = move || {
        for text in texts {
            let _ = black_box(of(black_box(text)));
        }
    };
    (name, Box::new(run))
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
    let run: Box<dyn FnMut()> = match name {
        "host" => Box::new(move || {
            scan::<HOST>(&rows, all.clone(), production, &mut |_, block| _ = black_box(block));
        }),
        "all" => Box::new(move || {
            scan::<COMPONENTS>(&rows, all.clone(), production, &mut |_, block| {
                _ = black_box(block)
            });
        }),
        _ => Box::new(move || validate(&rows, all.clone(), production, black_box(&mut bits))),
    };
    (name, run)
}

/// The parsers of the peers, for rows of UTF-8.
fn peers<'a>(texts: &'a [&'a str], production: ReferenceKind) -> Vec<Subject<'a>> {
    if production.form == Requirements::REFERENCE {
        return vec![
            each("oxiri", texts, |t| oxiri::IriRef::parse(*t)),
            each("fluent-uri", texts, |t| fluent_uri::IriRef::parse(*t)),
            each("iri-string", texts, |t| iri_string::types::IriReferenceStr::new(t)),
        ];
    }
    let mut peers = if production.is_iri {
        vec![
            each("oxiri", texts, |t| oxiri::Iri::parse(*t)),
            each("fluent-uri", texts, |t| fluent_uri::Iri::parse(*t)),
            each("iri-string", texts, |t| iri_string::types::IriStr::new(t)),
        ]
    } else {
        vec![
            each("fluent-uri", texts, |t| fluent_uri::Uri::parse(*t)),
            each("iri-string", texts, |t| iri_string::types::UriStr::new(t)),
        ]
    };
    peers.push(each("ada", texts, |t| ada_url::Url::can_parse(t, None)));
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
        each("parser", &slices, |t| parsed(t, production)),
        ours("validate", whole, production),
        ours("host", whole, production),
        ours("all", whole, production),
        ours("views", views, production),
        ours("views apart", apart, production),
    ]);
    let names: Vec<_> = subjects.iter().map(|(name, _)| *name).collect();
    let times = best(&mut subjects, rows.len(), rounds);
    SUBJECTS.map(|subject| names.iter().position(|name| *name == subject).map(|i| times[i]))
}

/// The best time of each subject, in nanoseconds per row.
fn best(subjects: &mut [Subject<'_>], rows: usize, rounds: usize) -> Vec<f64> {
    let mut best = vec![f64::MAX; subjects.len()];
    for round in 0..=rounds {
        for ((_, run), best) in subjects.iter_mut().zip(&mut best) {
            let start = ThreadTime::now();
            run();
            #[allow(clippy::cast_precision_loss)]
            let time = start.elapsed().as_nanos() as f64 / rows as f64;
            // The first round warms up.
            if round > 0 {
                *best = best.min(time);
            }
        }
    }
    best
}

fn main() {
    let mut rounds = 51;
    let mut json = None;
    let mut names = Vec::new();
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).expect("a number"),
            "--json" => json = Some(arguments.next().expect("a file")),
            _ => names.push(argument),
        }
    }
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
        if !names.is_empty() && !names.iter().any(|name| column.name.contains(name.as_str())) {
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
            match time {
                None => print!(" – |"),
                Some(time) => {
                    print!(" {time:.1} |");
                    write!(record, r#", "{subject}": {time:.2}"#).expect("it is memory");
                }
            }
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
    if names.is_empty() || names.iter().any(|name| name == "operations") {
        operations::run(&columns, rounds, &mut record);
    }
    if names.is_empty() || names.iter().any(|name| name == "threads") {
        threads::run(rounds, &mut record);
    }
    if let Some(file) = json {
        fs::write(file, record).expect("a writable file");
    }
}
