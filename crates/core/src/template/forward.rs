//! Reads a text once, from left to right, by a deterministic automaton that is built lazily from the
//! template's.
//!
//! The states of a set are in the order of preference of the paths to them. States whose paths have recorded
//! the same marks share a *track*. Most texts need two: `{x}` may be a text, or the first member of a list.
//! [`General`](super::general::General) reads a text that needs more than [`MAX_TRACKS`].

use std::sync::{Arc, Mutex, PoisonError};

use crate::template::automaton::LazyDfa;
use crate::template::languages::{Language, LanguageState, Mark, Stamps};
use crate::template::tokens::Token;
use crate::template::values::{Readings, ValuePiece};

/// The number of tracks that are followed at once.
const MAX_TRACKS: usize = 8;
/// The approximate limit on the bytes of sets and steps.
const ROOM: usize = 1 << 23;
/// The number of threads that read by one template without waiting for each other.
const SLOTS: usize = 4;

/// The text needs more tracks or sets than the limits allow.
#[derive(Debug)]
pub(super) struct Doubt;

/// The part of the deterministic automaton that is known.
#[derive(Debug)]
pub(super) struct Forward {
    /// The literal text at the beginning of the template.
    literal: Box<str>,
    /// The state after it.
    behind: usize,
    known: [Mutex<KnownSteps>; SLOTS],
}

#[derive(Debug, Default)]
struct KnownSteps {
    /// The sets, each with the marks that a text which ends there records.
    sets: LazyDfa<Arc<[Reached]>, Option<Recorded>>,
    steps: Vec<RecordingStep>,
    /// The number of the first set.
    start: u32,
    /// Its approximate size in bytes.
    size: usize,
    followed: Stamps,
    reached: Stamps,
}

/// A reached state, with its track in the last three bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Reached(u32);

impl Reached {
    fn at(state: usize, track: usize) -> Self {
        // OK because an automaton with more states does not fit in memory.
        #[allow(clippy::cast_possible_truncation)]
        Self((state * MAX_TRACKS + track) as u32)
    }

    /// The state, and the number of its track.
    fn state_and_track(self) -> (usize, usize) {
        (self.0 as usize / MAX_TRACKS, self.0 as usize % MAX_TRACKS)
    }
}

/// A track, and the marks that follow.
type Recorded = (usize, Box<[Mark]>);

/// A step that changes the tracks.
#[derive(Debug)]
struct RecordingStep {
    to: u32,
    /// The track before the step that each track after it comes from.
    tracks: Box<[Recorded]>,
}

/// No state is reached.
const DEAD: u32 = u32::MAX;
/// There are too many tracks.
const DOUBT: u32 = DEAD - 1;
/// The bit of the number of a [`RecordingStep`]; other steps are numbers of sets.
const RECORDS: u32 = 1 << 31;

impl Forward {
    /// Makes a reader for the automaton of a template.
    pub(super) fn new(language: &Language, template: &str) -> Self {
        let literal = template.split('{').next().unwrap_or_default();
        let is_plain = literal.is_ascii() && !literal.contains('%');
        let literal = if is_plain { literal } else { "" };
        // Each of its characters is a token.
        let behind = literal.bytes().fold(language.start, |state, _| {
            if let LanguageState::Read(_, then) = language.states[state] { then } else { state }
        });
        Self { literal: literal.into(), behind, known: Default::default() }
    }

    /// The pieces of the preferred reading of a text; none if the language does not have the text.
    pub(super) fn read(
        &self,
        language: &Language,
        text: &str,
    ) -> Result<Option<Vec<ValuePiece>>, Doubt> {
        let free = self.known.iter().find_map(|known| known.try_lock().ok());
        let lock = || self.known[0].lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = free.unwrap_or_else(lock);
        if known.sets.len() == 0 || known.is_full() {
            *known = KnownSteps::default();
            // The first set; without literal text the two are the same.
            known.number(language, [Reached::at(self.behind, 0)].into());
            known.start = known.number(language, [Reached::at(language.start, 0)].into());
        }
        let begins = text.starts_with(&*self.literal);
        let (mut i, mut at) = if begins { (self.literal.len(), 0) } else { (0, known.start) };
        let mut tracks = Tracks::default();
        while i < text.len() {
            let (token, length) = Token::at(text, i);
            match known.step(language, at, token)? {
                DEAD => return Ok(None),
                step if step & RECORDS == 0 => at = step,
                step => {
                    let step = &known.steps[(step & !RECORDS) as usize];
                    tracks.record(&step.tracks, i);
                    at = step.to;
                }
            }
            i += length;
        }
        let end = known.sets.note(at).as_ref();
        Ok(end.map(|end| tracks.pieces(end, i)))
    }
}

impl KnownSteps {
    fn is_full(&self) -> bool {
        self.size > ROOM
    }

    fn number(&mut self, language: &Language, reached: Arc<[Reached]>) -> u32 {
        if let Some(number) = self.sets.known(&reached) {
            return number;
        }
        let mut end = None;
        let from = reached.iter().map(|one| one.state_and_track());
        language.follow(from, &mut self.followed, |state, track, marks| {
            if matches!(language.states[state], LanguageState::Accept) {
                end.get_or_insert_with(|| (track, marks.into()));
            }
            end.is_none()
        });
        self.size += 256 + size_of_val(&*reached);
        self.sets.number(reached, end)
    }

    /// The step from a set by a token.
    #[inline]
    fn step(&mut self, language: &Language, from: u32, token: Token) -> Result<u32, Doubt> {
        match self.sets.step(from, token) {
            Some(DOUBT) => Err(Doubt),
            Some(step) => Ok(step),
            None => self.learn(language, from, token),
        }
    }

    #[cold]
    fn learn(&mut self, language: &Language, from: u32, token: Token) -> Result<u32, Doubt> {
        if self.is_full() {
            return Err(Doubt);
        }
        let mut reached = Vec::new();
        self.size += 64;
        self.reached.clear(language.states.len());
        let mut tracks: Vec<Recorded> = Vec::new();
        let set = self.sets.set(from).iter().map(|one| one.state_and_track());
        language.follow(set, &mut self.followed, |state, track, marks| {
            if let Some(then) = language.read(state, token)
                && self.reached.is_first(then)
            {
                let is_own = |own: &Recorded| own.0 == track && *own.1 == *marks;
                let track = tracks.iter().position(is_own).unwrap_or_else(|| {
                    tracks.push((track, marks.into()));
                    tracks.len() - 1
                });
                reached.push(Reached::at(then, track));
            }
            tracks.len() <= MAX_TRACKS
        });
        let changes = (0..).zip(&tracks).any(|(i, (from, marks))| i != *from || !marks.is_empty());
        let step = if tracks.len() > MAX_TRACKS {
            DOUBT
        } else if reached.is_empty() {
            DEAD
        } else {
            let to = self.number(language, reached.into());
            if changes {
                self.steps.push(RecordingStep { to, tracks: tracks.into() });
                // OK because ROOM is less.
                #[allow(clippy::cast_possible_truncation)]
                let number = self.steps.len() as u32 - 1;
                number | RECORDS
            } else {
                to
            }
        };
        self.sets.learn(from, token, step);
        if step == DOUBT { Err(Doubt) } else { Ok(step) }
    }
}

/// The marks that tracks have recorded.
#[derive(Default)]
struct Tracks {
    /// Marks with their positions in the text, each with the number of its predecessor on its track, counted
    /// from 1.
    marks: Vec<(Mark, usize, usize)>,
    /// The numbers of the last marks.
    last: [usize; MAX_TRACKS],
}

impl Tracks {
    fn record(&mut self, tracks: &[Recorded], place: usize) {
        let before = self.last;
        for (last, (from, marks)) in self.last.iter_mut().zip(tracks) {
            *last = before[*from];
            for &mark in marks {
                self.marks.push((mark, place, *last));
                *last = self.marks.len();
            }
        }
    }

    /// The pieces of a text of length `len` that ends at a set.
    fn pieces(mut self, end: &Recorded, length: usize) -> Vec<ValuePiece> {
        self.record(std::slice::from_ref(end), length);
        let mut last = self.last[0];
        let mut marks = Vec::with_capacity(self.marks.len());
        while let Some(&(mark, place, before)) = last.checked_sub(1).map(|i| &self.marks[i]) {
            marks.push((mark, place));
            last = before;
        }
        let mut readings = Readings::with_capacity(marks.len() / 3);
        marks.into_iter().rev().for_each(|(mark, place)| readings.mark(mark, place));
        readings.pieces
    }
}
