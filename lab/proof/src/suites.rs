//! The suites of docs/proof.md that are too long for Python.

use crate::machine::{Machine, Output};

/// The question: a text, as code points.
pub(crate) type Ask<'a> = &'a mut dyn FnMut(&[u32]);

/// A name, and the function that runs the suite over one machine.
pub(crate) type Suite = (&'static str, fn(&Machine, Ask));

pub(crate) const SUITES: &[Suite] = &[
    ("every code point in every state", every_code_point),
    ("two telling characters at every place of the grammar", two_characters),
    ("every loop 2 to 12 times, then every telling character", short_loops),
    ("every loop 13 to 257 times, then every letter", long_loops),
    ("every state at every alignment and behind long texts", alignments),
];

/// Reuses one buffer for texts with the same beginning.
struct Text(Vec<u32>);

impl Text {
    fn ask(&mut self, start: usize, tail: &[u32], ask: Ask) {
        self.0.truncate(start);
        self.0.extend_from_slice(tail);
        ask(&self.0);
        self.0.truncate(start);
    }
}

/// The positions in the grammar after which text can continue.
fn places(machine: &Machine) -> impl Iterator<Item = (usize, &[u32])> {
    let live = |state: usize| machine.states[state].output != Output::Dead;
    machine.cover.iter().map(|(state, path)| (*state, &path[..])).filter(move |(s, _)| live(*s))
}

/// All 1 114 112 code points, including surrogates: no assumption about which are equivalent.
fn every_code_point(machine: &Machine, ask: Ask) {
    for (_, state) in machine.live() {
        let mut text = Text(state.path.clone());
        let start = text.0.len() + 1;
        for (letter, &then) in machine.letters.iter().zip(&state.then) {
            for character in letter.ranges.iter().flat_map(|&(first, last)| first..=last) {
                text.0.push(character);
                for tail in &machine.states[then].identifiers {
                    text.ask(start, tail, ask);
                }
                text.0.pop();
            }
        }
    }
}

/// Telling characters, two at a time, from every position: one state more than the machine has.
fn two_characters(machine: &Machine, ask: Ask) {
    for (state, path) in places(machine) {
        let mut text = Text(path.to_vec());
        let start = text.0.len() + 2;
        for one in machine.telling() {
            let middle = machine.step(state, one);
            if machine.states[middle].output == Output::Dead {
                continue;
            }
            text.0.push(one);
            for two in machine.telling() {
                text.0.push(two);
                for tail in &machine.states[machine.step(middle, two)].identifiers {
                    text.ask(start, tail, ask);
                }
                text.0.pop();
            }
            text.0.pop();
        }
    }
}

/// For counters and limits, and code that depends on previous characters.
fn short_loops(machine: &Machine, ask: Ask) {
    for (number, path) in places(machine) {
        for around in machine.telling().filter(|&c| machine.step(number, c) == number) {
            let mut text = Text(path.to_vec());
            text.0.push(around);
            for _ in 2..=12 {
                text.0.push(around);
                then_every(machine, number, machine.telling(), &mut text, ask);
            }
        }
    }
}

fn long_loops(machine: &Machine, ask: Ask) {
    let letters = || machine.letters.iter().map(|letter| letter.telling[0]);
    for (number, path) in places(machine) {
        for around in letters().filter(|&c| machine.step(number, c) == number) {
            let mut text = Text(path.to_vec());
            text.0.resize(path.len() + 12, around);
            for _ in 13..=257 {
                text.0.push(around);
                then_every(machine, number, letters(), &mut text, ask);
            }
        }
    }
}

/// For code that works in blocks: every index modulo 64, ASCII and wider, and edges of sizes.
fn alignments(machine: &Machine, ask: Ask) {
    let long = [127..130, 191..194, 254..259, 511..514, 1022..1026, 2047..2049, 4095..4098];
    for pad in &machine.pads {
        for length in (0..64).chain(long.iter().cloned().flatten()) {
            let mut text = Text(pad.before.clone());
            text.0.resize(pad.before.len() + length, pad.character);
            text.0.extend_from_slice(&pad.after);
            let letters = machine.letters.iter().map(|letter| letter.telling[0]);
            then_every(machine, pad.state, letters, &mut text, ask);
        }
    }
}

/// The text that led to `state`, then each of `characters`, then texts that identify the next state.
fn then_every(
    machine: &Machine,
    state: usize,
    characters: impl Iterator<Item = u32>,
    text: &mut Text,
    ask: Ask,
) {
    let start = text.0.len() + 1;
    for character in characters {
        text.0.push(character);
        for tail in &machine.states[machine.step(state, character)].identifiers {
            text.ask(start, tail, ask);
        }
        text.0.pop();
    }
}
