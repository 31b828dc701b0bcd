//! Operations that make a text from every row, compared with the crates that support them: all read the rows of
//! one buffer, parse them, and append the result to another.

use std::fmt::Write as _;
use std::hint::black_box;

use iriform::engine::{Level, Reference, Requirements, normalize, resolve};
use iriform_kernel::{Block, COMPONENTS, Consecutive, ReferenceKind, Rows, scan};

use crate::Memory;
use crate::columns::Column;
use iriform_speed::{Subject, Times};

const BASE: &str = "http://example.org/a/b/c?d";

/// The columns on which the operations are measured.
const COLUMNS: [&str; 5] =
    ["kasztp", "dbp15k_ja_en", "jena_testdata_irirefs", "relative references", "escapes"];

/// Runs the kernel over a column; `of` appends the result for each row to a text.
fn ours<'a>(
    name: &'static str,
    rows: Consecutive<'a, i32>,
    production: ReferenceKind,
    of: impl Fn(&Reference<'_>, &mut String) + 'a,
) -> Subject<'a> {
    let mut out = String::new();
    Subject::new(name, move || {
        out.clear();
        scan::<COMPONENTS>(&rows, 0..rows.len(), production, &mut |first, block: &Block| {
            for (i, row) in block.rows.iter().take(rows.len() - first).enumerate() {
                if block.valid >> i & 1 == 1
                    && let Ok(text) = std::str::from_utf8(rows.row(first + i))
                {
                    of(&Reference { text, parts: row.indices() }, &mut out);
                }
            }
        });
        black_box(&out);
    })
}

/// Like `ours`, with another crate, row by row.
fn theirs<'a>(
    name: &'static str,
    texts: &'a [&'a str],
    mut of: impl FnMut(&'a str, &mut String) + 'a,
) -> Subject<'a> {
    let mut out = String::new();
    Subject::new(name, move || {
        out.clear();
        for text in texts {
            of(text, &mut out);
        }
        black_box(&out);
    })
}

fn resolving<'a>(rows: Consecutive<'a, i32>, texts: &'a [&'a str]) -> Vec<Subject<'a>> {
    let production = ReferenceKind { is_iri: true, form: Requirements::REFERENCE };
    let base = Reference::of(BASE);
    let oxiri = oxiri::Iri::parse(BASE).expect("it is one");
    let mut target = String::new();
    let fluent = fluent_uri::Iri::parse(BASE).expect("it is one");
    vec![
        ours("iriform", rows, production, move |reference, out| {
            if resolve(&base, reference, true, out).is_none() {
                out.push_str(reference.text);
            }
        }),
        // It cannot append, so the memory of one row is reused for the next.
        theirs("oxiri", texts, move |text, out| {
            if let Ok(reference) = oxiri::IriRef::parse(text) {
                target.clear();
                oxiri.resolve_into(&reference, &mut target).expect("filtered");
                out.push_str(&target);
            }
        }),
        theirs("fluent-uri", texts, move |text, out| {
            if let Ok(reference) = fluent_uri::IriRef::parse(text) {
                out.push_str(reference.resolve_against(&fluent).expect("filtered").as_str());
            }
        }),
    ]
}

/// oxiri does not normalize.
fn normalizing<'a>(rows: Consecutive<'a, i32>, texts: &'a [&'a str]) -> Vec<Subject<'a>> {
    let production = ReferenceKind { is_iri: true, form: Requirements::REFERENCE };
    vec![
        ours("iriform", rows, production, |reference, out| {
            if !normalize(reference, Level::Syntax, out) {
                out.push_str(reference.text);
            }
        }),
        theirs("fluent-uri", texts, |text, out| {
            if let Ok(reference) = fluent_uri::IriRef::parse(text) {
                out.push_str(reference.normalize().as_str());
            }
        }),
    ]
}

/// Prints and records the time of each operation on each of its columns.
pub fn run(columns: &[Column], rounds: usize, record: &mut String) {
    println!("\nOperations, nanoseconds a row, best of {rounds} rounds:\n");
    for column in columns.iter().filter(|column| COLUMNS.contains(&column.name.as_str())) {
        let base = oxiri::Iri::parse(BASE).expect("it is one");
        // A row that one of them refuses to resolve is left out for all.
        let resolves = |row: &&Vec<u8>| {
            std::str::from_utf8(row).is_ok_and(|text| {
                oxiri::IriRef::parse(text).is_ok_and(|reference| base.resolve(&reference).is_ok())
                    && fluent_uri::IriRef::parse(text).is_ok()
            })
        };
        let rows: Vec<Vec<u8>> = column.rows.iter().filter(resolves).cloned().collect();
        let memory = Memory::new(&rows);
        let whole = Consecutive::new(&memory.values, &memory.offsets).expect("it holds together");
        let texts: Vec<&str> = (0..rows.len())
            .map(|i| {
                let end = usize::try_from(memory.offsets[i + 1]).expect("not negative");
                let text = &memory.values[end - rows[i].len()..end];
                std::str::from_utf8(text).expect("filtered")
            })
            .collect();
        for (operation, mut subjects) in
            [("resolve", resolving(whole, &texts)), ("normalize", normalizing(whole, &texts))]
        {
            let times = Times::take(&mut subjects, rows.len(), rounds);
            print!("* {operation}, {}:", column.name);
            write!(record, r#"{{"operation": "{operation}", "of": "{}""#, column.name)
                .expect("it is memory");
            for (i, Subject { name, .. }) in subjects.iter().enumerate() {
                let time = times.best(i);
                print!(" {name} {time:.1} ({:.2} ×)", time / times.best(0));
                write!(record, r#", "{name}": {time:.2}"#).expect("it is memory");
            }
            println!();
            record.push_str("}\n");
        }
    }
}
