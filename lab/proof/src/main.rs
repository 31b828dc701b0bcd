//! The long form of the proof that the parser is the ABNF. docs/proof.md explains it.
//!
//! `iriform-proof FILE [WORD]` reads the machines that `python -m tests.proof.export FILE` wrote, and compares
//! the parser with them on billions of texts; with WORD, only in the suites whose name contains it. It exits
//! with status 1 if the parser ever differs.

mod machine;
mod suites;

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use iriform::engine::{
    Rule, recognize,
    text::{Latin1, Ucs2, Ucs4, Utf8},
};
use machine::{Machine, Output};
use suites::SUITES;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: iriform-proof FILE [WORD]");
        return ExitCode::from(2);
    };
    let word = arguments.next().unwrap_or_default();
    let machines = machine::read(&std::fs::read_to_string(file).expect("a file of machines"));
    let mut failed = false;
    let mut run = |name: &str, judge: &(dyn Fn(&Machine) -> Tally + Sync)| {
        if name.contains(&word) {
            failed |= report(name, &machines, judge) > 0;
        }
    };
    for &(name, suite) in SUITES {
        run(name, &|machine| {
            let mut tally = Tally::default();
            let mut kinds = Kinds::default();
            suite(machine, &mut |text| kinds.judge(machine, text, &mut tally));
            tally
        });
    }
    run("ill-formed UTF-8 in every state", &ill_formed);
    run("every rule asked for the texts of every other", &|machine| crossed(machine, &machines));
    ExitCode::from(u8::from(failed))
}

#[derive(Default)]
struct Tally {
    texts: u64,
    answers: u64,
    wrong: u64,
}

impl Tally {
    /// Counts an answer, and prints it if it is one of the first wrong ones.
    fn count(
        &mut self,
        rule: Rule,
        shown: impl Fn() -> String,
        said: Option<usize>,
        is: Option<usize>,
    ) {
        self.answers += 1;
        if said != is {
            self.wrong += 1;
            if self.wrong <= 3 {
                println!("  {}: {}: parser {said:?}, ABNF {is:?}", rule.name(), shown());
            }
        }
    }
}

/// Judges all machines, on every core, and prints the sum.
fn report(name: &str, machines: &[Machine], judge: &(dyn Fn(&Machine) -> Tally + Sync)) -> u64 {
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut sum = Tally::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut sum = Tally::default();
                    while let Some(machine) = machines.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let tally = judge(machine);
                        sum.texts += tally.texts;
                        sum.answers += tally.answers;
                        sum.wrong += tally.wrong;
                    }
                    sum
                })
            })
            .collect();
        for worker in workers {
            let part = worker.join().expect("a worker that does not panic: nor may the parser");
            sum.texts += part.texts;
            sum.answers += part.answers;
            sum.wrong += part.wrong;
        }
    });
    println!(
        "{name}: {} texts, {} answers, {} wrong, {:.1} s",
        sum.texts,
        sum.answers,
        sum.wrong,
        start.elapsed().as_secs_f64()
    );
    sum.wrong
}

fn position(result: Result<(), iriform::engine::Fault>) -> Option<usize> {
    result.err().map(|fault| fault.position)
}

/// A text in every form that the parser reads: as CPython may store it, and as UTF-8.
#[derive(Default)]
struct Kinds {
    latin1: Vec<u8>,
    ucs2: Vec<u16>,
    utf8: Vec<u8>,
}

impl Kinds {
    #[allow(clippy::cast_possible_truncation, reason = "the widest code point fits")]
    fn judge(&mut self, machine: &Machine, text: &[u32], tally: &mut Tally) {
        let rule = machine.rule;
        let is = machine.fault(text);
        let shown = || format!("{text:x?}");
        tally.texts += 1;
        tally.count(rule, shown, position(recognize(Ucs4(text), rule)), is);
        let widest = text.iter().copied().max().unwrap_or(0);
        if widest <= 0xFF {
            self.latin1.clear();
            self.latin1.extend(text.iter().map(|&c| c as u8));
            tally.count(rule, shown, position(recognize(Latin1(&self.latin1), rule)), is);
        }
        if widest <= 0xFFFF {
            self.ucs2.clear();
            self.ucs2.extend(text.iter().map(|&c| c as u16));
            tally.count(rule, shown, position(recognize(Ucs2(&self.ucs2), rule)), is);
        }
        self.utf8.clear();
        let mut is_in_bytes = is.map(|_| usize::MAX);
        for (i, &c) in text.iter().enumerate() {
            if is == Some(i) {
                is_in_bytes = Some(self.utf8.len());
            }
            let Some(character) = char::from_u32(c) else { return };
            self.utf8.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        if is == Some(text.len()) {
            is_in_bytes = Some(self.utf8.len());
        }
        tally.count(rule, shown, position(recognize(Utf8(&self.utf8), rule)), is_in_bytes);
    }
}

/// Four bytes at the edges of what UTF-8 allows, in every state: ill-formed bytes are not a character.
fn ill_formed(machine: &Machine) -> Tally {
    const EDGES: &[u8] = &[
        0x00, 0x2F, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
        0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ];
    let mut tally = Tally::default();
    for (number, state) in machine.live() {
        let path: String = state.path.iter().filter_map(|&c| char::from_u32(c)).collect();
        let mut bytes = path.into_bytes();
        let start = bytes.len();
        for i in 0..EDGES.len().pow(4) {
            bytes.truncate(start);
            bytes.extend((0..4).map(|k| EDGES[i / EDGES.len().pow(k) % EDGES.len()]));
            let is = fault_in_bytes(machine, number, &bytes, start);
            let said = position(recognize(Utf8(&bytes), machine.rule));
            tally.texts += 1;
            tally.count(machine.rule, || format!("{bytes:x?}"), said, is);
        }
    }
    tally
}

/// The verdict of `machine` on the rest of `bytes`, in `state` at index `start`.
fn fault_in_bytes(
    machine: &Machine,
    mut state: usize,
    bytes: &[u8],
    start: usize,
) -> Option<usize> {
    let rest = &bytes[start..];
    let well_formed = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    for (i, character) in well_formed.char_indices() {
        state = machine.step(state, character.into());
        if machine.states[state].output == Output::Dead {
            return Some(start + i);
        }
    }
    let whole = well_formed.len() == rest.len() && machine.states[state].output == Output::Accept;
    (!whole).then_some(start + well_formed.len())
}

/// Checks all rules with the texts that identify the states of one machine.
fn crossed(machine: &Machine, machines: &[Machine]) -> Tally {
    let mut tally = Tally::default();
    for (_, state) in machine.live() {
        for (letter, &then) in machine.letters.iter().zip(&state.then) {
            for tail in &machine.states[then].identifiers {
                let text = [&state.path[..], &letter.telling[..1], tail].concat();
                tally.texts += 1;
                for other in machines {
                    let said = position(recognize(Ucs4(&text), other.rule));
                    tally.count(other.rule, || format!("{text:x?}"), said, other.fault(&text));
                }
            }
        }
    }
    tally
}
