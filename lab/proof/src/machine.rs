//! The specification, as `tests/proof/export.py` writes it: a machine for each rule of the ABNF.

use iriform::engine::Rule;

/// The verdict after a text: it matches, a longer text could match, or none can.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Accept,
    Live,
    Dead,
}

/// A machine, which starts in state 0.
pub(crate) struct Machine {
    pub(crate) rule: Rule,
    /// The letter of each code point.
    letter_of: Vec<u8>,
    pub(crate) letters: Vec<Letter>,
    pub(crate) states: Vec<State>,
    /// A state and a text that leads to it, for each position in the grammar.
    pub(crate) cover: Vec<(usize, Vec<u32>)>,
    pub(crate) pads: Vec<Pad>,
}

/// Characters that no state distinguishes.
pub(crate) struct Letter {
    pub(crate) ranges: Vec<(u32, u32)>,
    /// All of ASCII, and the edges of the ranges.
    pub(crate) telling: Vec<u32>,
}

pub(crate) struct State {
    pub(crate) output: Output,
    /// A text that leads to this state.
    pub(crate) path: Vec<u32>,
    /// The state after each letter.
    pub(crate) then: Vec<usize>,
    /// The texts that distinguish this state from all others.
    pub(crate) identifiers: Vec<Vec<u32>>,
}

/// `before`, then `character` any number of times, then `after`, lead to `state`.
pub(crate) struct Pad {
    pub(crate) character: u32,
    pub(crate) before: Vec<u32>,
    pub(crate) after: Vec<u32>,
    pub(crate) state: usize,
}

impl Machine {
    pub(crate) fn letter_of(&self, code_point: u32) -> usize {
        self.letter_of[code_point as usize].into()
    }

    /// The state after `character` in `state`.
    pub(crate) fn step(&self, state: usize, character: u32) -> usize {
        self.states[state].then[self.letter_of(character)]
    }

    /// The position of the error, or `None`.
    pub(crate) fn fault(&self, text: &[u32]) -> Option<usize> {
        let mut state = 0;
        for (i, &character) in text.iter().enumerate() {
            state = self.step(state, character);
            if self.states[state].output == Output::Dead {
                return Some(i);
            }
        }
        (self.states[state].output != Output::Accept).then_some(text.len())
    }

    pub(crate) fn live(&self) -> impl Iterator<Item = (usize, &State)> {
        self.states.iter().enumerate().filter(|(_, state)| state.output != Output::Dead)
    }

    /// The telling characters of every letter.
    pub(crate) fn telling(&self) -> impl Iterator<Item = u32> {
        self.letters.iter().flat_map(|letter| letter.telling.iter().copied())
    }
}

/// Reads the file. An error in it is a fault of `export.py`, so this panics.
pub(crate) fn read(file: &str) -> Vec<Machine> {
    let mut machines: Vec<Machine> = Vec::new();
    for line in file.lines() {
        let (kind, rest) = line.split_once(' ').expect("a kind of line");
        if kind == "rule" {
            let rule = Rule::by_name(rest).expect("a rule of the parser");
            machines.push(Machine {
                rule,
                letter_of: vec![0; 0x11_0000],
                letters: Vec::new(),
                states: Vec::new(),
                cover: Vec::new(),
                pads: Vec::new(),
            });
            continue;
        }
        let machine = machines.last_mut().expect("a rule first");
        let mut fields = rest.split(" ; ").map(|field| field.split(' '));
        let mut first = fields.next().expect("a field");
        match kind {
            "letter" => {
                let number = u8::try_from(machine.letters.len()).expect("few letters");
                let ranges: Vec<_> = first
                    .map(|range| range.split_once('-').expect("a range"))
                    .map(|(first, last)| (hex(first), hex(last)))
                    .collect();
                for &(first, last) in &ranges {
                    machine.letter_of[first as usize..=last as usize].fill(number);
                }
                let telling = fields.next().expect("characters").map(hex).collect();
                machine.letters.push(Letter { ranges, telling });
            }
            "state" => {
                let output = match first.next() {
                    Some("accept") => Output::Accept,
                    Some("live") => Output::Live,
                    _ => Output::Dead,
                };
                let path = text(first.next());
                let then = fields.next().expect("a row").map(number).collect();
                let identifiers = fields.next().expect("texts").map(|t| text(Some(t))).collect();
                machine.states.push(State { output, path, then, identifiers });
            }
            "cover" => {
                let state = number(first.next().expect("a state"));
                machine.cover.push((state, text(first.next())));
            }
            _ => machine.pads.push(Pad {
                character: hex(first.next().expect("a character")),
                before: text(first.next()),
                after: text(first.next()),
                state: number(first.next().expect("a state")),
            }),
        }
    }
    machines
}

fn hex(digits: &str) -> u32 {
    u32::from_str_radix(digits, 16).expect("a code point")
}

fn number(digits: &str) -> usize {
    digits.parse().expect("a number")
}

fn text(field: Option<&str>) -> Vec<u32> {
    let field = field.expect("a text");
    if field == "-" { Vec::new() } else { field.split('.').map(hex).collect() }
}
