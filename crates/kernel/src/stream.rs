//! Decides blocks of rows: by the classifier of bytes, and by the parser where the classifier is in
//! doubt.

use std::ops::Range;

use super::arch::{Vectors, scalar};
use super::rows::{Room, Rows, Stretch};
use super::stretch::{HOST, Planes, Schemes, Verdict, has};
use super::{BLOCK, Production, Row, Sifted};
use iriform_core::parse::Form;

/// The number of stretches before the fastest way is tried again: at first, and at most, after it
/// has failed repeatedly.
const PATIENCE: Range<u32> = 15..240;

/// How the rows of a stretch are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By comparison with the schemes seen last: fastest, if a column has few schemes.
    Known,
    /// By a plane that shows where schemes end: for many schemes, and for relative references.
    General,
    /// By the parser, row by row: if it would have to decide most rows anyway.
    Parser,
}

/// Decides blocks of rows, one after the other.
pub(super) struct Stream {
    room: Room,
    judge: Judge,
}

/// The state kept from one stretch to the next.
struct Judge {
    vectors: Vectors,
    production: Production,
    planes: Planes,
    schemes: Schemes,
    way: Way,
    /// The number of stretches before the fastest way is tried again, and the number to wait if it
    /// fails then.
    left: u32,
    patience: u32,
}

impl Stream {
    /// None if this processor lacks the instructions, or if this production needs the parser
    /// for every row.
    pub(super) fn new(production: Production) -> Option<Self> {
        let vectors = Vectors::detect()?;
        let scheme_is_optional = match production.form {
            Form::FULL => false,
            Form::REFERENCE => true,
            _ => return None,
        };
        let schemes = Schemes::new(scheme_is_optional);
        let planes = Planes::new();
        let judge = Judge {
            vectors,
            production,
            planes,
            schemes,
            way: Way::Known,
            left: 0,
            patience: PATIENCE.start,
        };
        Some(Self { room: Room::new(), judge })
    }

    /// Decides the rows of `range`, a block at most: returns bitmaps of them and, as `WANTED` says,
    /// sets their components.
    #[inline]
    pub(super) fn block<const WANTED: u8>(
        &mut self,
        source: &impl Rows,
        range: Range<usize>,
        rows: &mut [Row; BLOCK],
    ) -> Sifted {
        let mut all = Sifted::default();
        let mut done = 0;
        while done < range.len() {
            let rest = range.start + done..range.end;
            let rows = &mut rows[done..];
            let (found, count) = if self.judge.way == Way::Parser {
                self.judge.wait();
                let valid = parse_all::<WANTED>(source, rest.clone(), self.judge.production, rows);
                (Sifted { valid, plain: 0 }, rest.len())
            } else {
                let stretch = source.stretch(rest.clone(), &mut self.room);
                if stretch.rows > 0 {
                    (self.judge.decide::<WANTED>(&stretch, rows), stretch.rows)
                } else {
                    let first = rest.start..rest.start + 1;
                    let valid = parse_all::<WANTED>(source, first, self.judge.production, rows);
                    (Sifted { valid, plain: 0 }, 1)
                }
            };
            all.valid |= found.valid << done;
            all.plain |= found.plain << done;
            done += count;
        }
        all
    }
}

impl Judge {
    /// Which rows are valid, and which of these are plain.
    #[inline(never)]
    fn decide<const WANTED: u8>(&mut self, stretch: &Stretch<'_>, rows: &mut [Row]) -> Sifted {
        let all = stretch.all();
        let verdict = match (self.production.is_iri, self.way == Way::General) {
            (false, false) => self.look::<false, false, WANTED>(stretch, rows),
            (true, false) => self.look::<true, false, WANTED>(stretch, rows),
            (false, true) => self.look::<false, true, WANTED>(stretch, rows),
            (true, true) => self.look::<true, true, WANTED>(stretch, rows),
        };
        let mut valid = all & !(verdict.refused | verdict.asked);
        let plain = valid & verdict.plain;
        let mut left = verdict.asked;
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            let (start, end) = stretch.row(i);
            let text = stretch.slice(start, end);
            if parse::<WANTED>(text, self.production, &mut rows[i]) {
                valid |= 1 << i;
                if verdict.strange >> i & 1 == 1 && self.way == Way::Known {
                    self.schemes.learn(text);
                }
            }
        }
        self.choose_way(&verdict, stretch.rows);
        Sifted { valid, plain }
    }

    fn look<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
        &mut self,
        stretch: &Stretch<'_>,
        rows: &mut [Row],
    ) -> Verdict {
        self.vectors.decide::<IRI, GENERAL, WANTED>(stretch, &mut self.planes, &self.schemes, rows)
    }

    /// Chooses the way for the next stretch by the verdict on this one.
    fn choose_way(&mut self, verdict: &Verdict, rows: usize) {
        let count = |rows: u64| rows.count_ones() as usize;
        let by_parser = match self.way {
            Way::Known => verdict.asked & !verdict.strange | verdict.soon,
            _ => verdict.asked | verdict.soon,
        };
        let better = if 2 * count(by_parser) > rows {
            Way::Parser
        } else if self.way == Way::Known && 8 * count(verdict.strange) > rows {
            Way::General
        } else {
            self.way
        };
        if better != self.way {
            self.way = better;
            self.left = self.patience;
            self.patience = PATIENCE.end.min(2 * self.patience);
        } else if self.way == Way::Known {
            self.patience = PATIENCE.start.max(self.patience - 1);
        } else {
            self.wait();
        }
    }

    /// Counts down to the next try of the fastest way.
    fn wait(&mut self) {
        if self.left == 0 {
            self.way = Way::Known;
        } else {
            self.left -= 1;
        }
    }
}

/// Decides rows by the parser alone, in place. If the parser has to decide them all, classifying
/// them first would only read them twice.
fn parse_all<const WANTED: u8>(
    source: &impl Rows,
    range: Range<usize>,
    production: Production,
    rows: &mut [Row],
) -> u64 {
    let mut valid = 0;
    for (i, (number, row)) in range.zip(rows).enumerate() {
        valid |= u64::from(parse::<WANTED>(source.row(number), production, row)) << i;
    }
    valid
}

/// Decides a row by the parser, which also sets the components if they are wanted.
#[inline(never)]
fn parse<const WANTED: u8>(text: &[u8], production: Production, row: &mut Row) -> bool {
    if !has(WANTED, HOST) {
        return scalar::is_valid(text, production);
    }
    let found = scalar::row(text, production);
    *row = found.unwrap_or_default();
    found.is_some()
}
