//! `iriform` compared with the Rust crates that parse URIs and IRIs, on real data.
//!
//! ```text
//! cargo run --profile speed --manifest-path lab/speed/Cargo.toml --bin core [-- [--rounds N] [--json FILE] [CORPUS …]]
//! ```

mod corpora;
mod operations;

use std::fmt::Write as _;

use iriform::engine::{
    Requirements, Rule, parse, recognize, split,
    text::{Latin1, Ucs2, Ucs4, Utf8},
};

use corpora::Corpus;
use iriform_speed::{Arguments, Subject, Times, cell};

/// The peers that do what `IRI` does; we are compared with the fastest.
const RIVALS: [&str; 2] = ["oxiri", "fluent-uri"];

fn subjects(corpus: &Corpus) -> Vec<Subject<'_>> {
    let texts = &corpus.texts;
    let mut subjects = vec![
        Subject::each("parse", texts, |t| parse::<true>(Utf8(t.as_bytes()), Requirements::FULL)),
        Subject::each("oxiri", texts, |t| oxiri::Iri::parse(t.as_str())),
        Subject::each("fluent-uri", texts, |t| fluent_uri::Iri::parse(t.as_str())),
        Subject::each("iri-string", texts, |t| iri_string::types::IriStr::new(t)),
        Subject::each("iref", texts, |t| iref::Iri::new(t)),
        Subject::each("url", texts, |t| url::Url::parse(t)),
        Subject::each("recognize", texts, |t| recognize(Utf8(t.as_bytes()), Rule::Iri)),
        Subject::each("split", texts, |t| split(Utf8(t.as_bytes()))),
        Subject::each("UCS-4", &corpus.ucs4, |t| recognize(Ucs4(t), Rule::Iri)),
    ];
    if let Some(ucs2) = &corpus.ucs2 {
        subjects.push(Subject::each("UCS-2", ucs2, |t| recognize(Ucs2(t), Rule::Iri)));
    }
    if let Some(latin1) = &corpus.latin1 {
        subjects.push(Subject::each("Latin-1", latin1, |t| recognize(Latin1(t), Rule::Iri)));
    }
    subjects
}

/// `url` repairs text and writes a normal form, unlike the others.
const COLUMNS: [&str; 11] = [
    "parse", "oxiri", "fluent-uri", "iri-string", "iref", "url", "recognize", "split", "Latin-1",
    "UCS-2", "UCS-4",
];

/// Returns true if every library accepts a text as an IRI, so all do the same work on it.
fn valid_for_all(text: &str) -> bool {
    recognize(Utf8(text.as_bytes()), Rule::Iri).is_ok()
        && oxiri::Iri::parse(text).is_ok()
        && fluent_uri::Iri::parse(text).is_ok()
        && iri_string::types::IriStr::new(text).is_ok()
        && iref::Iri::new(text).is_ok()
        && url::Url::parse(text).is_ok()
}

fn main() {
    let arguments = Arguments::read(101);
    println!("Nanoseconds a text; the last two columns say how many times as long `parse` took.\n");
    let ratios: Vec<String> = RIVALS.iter().map(|rival| format!("× {rival}")).collect();
    println!("| corpus | texts | bytes | {} | {} |", COLUMNS.join(" | "), ratios.join(" | "));
    println!("|---|{}", "---:|".repeat(2 + COLUMNS.len() + RIVALS.len()));
    let mut record = String::new();
    for corpus in corpora::read(valid_for_all) {
        if !arguments.has(&corpus.name) {
            continue;
        }
        let mut subjects = subjects(&corpus);
        let times = Times::take(&mut subjects, corpus.texts.len(), arguments.rounds);
        let place = |name: &str| subjects.iter().position(|subject| subject.name == name);

        let (count, bytes) = (corpus.texts.len(), corpus.mean_bytes());
        print!("| {} | {count} | {bytes} |", corpus.name);
        write!(record, r#"{{"corpus": "{}", "texts": {count}, "bytes": {bytes}"#, corpus.name)
            .expect("a String takes all");
        for column in COLUMNS {
            cell(column, place(column).map(|subject| times.median(subject)), &mut record);
        }
        for rival in RIVALS {
            let (parse, rival) = (place("parse"), place(rival));
            print!(" {:.2} |", times.ratio(parse.expect("there"), rival.expect("there")));
        }
        println!();
        record.push_str("}\n");
    }
    if arguments.has("operations") {
        println!("\nIn brackets, how many times as long we took.\n");
        operations::run(arguments.rounds, &mut record);
    }
    arguments.write(&record);
}
