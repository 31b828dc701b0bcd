//! Decides blocks of rows: by the classifier of bytes, and by the parser if the classifier is in doubt.

use std::ops::Range;

use super::arch::{Vectors, scalar};
use super::block::{BLOCK, ReferenceKind, RowParts, Verdicts};
use super::marks::Marks;
use super::rows::{Room, Rows, Stretch};
use super::stretch::{HOST, MARKS, Planes, Schemes, Verdict, has};
use iriform::engine::{Requirements, bits::ones};

/// The number of stretches before the fastest way is tried again: at first, and at most, after it
/// has failed repeatedly.
const PATIENCE: Range<u32> = 15..240;

/// How the rows of a stretch are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By comparison with the schemes seen last: fastest, if a column has few schemes.
    Known,
    /// By a plane of the ends of schemes: for many schemes, and for relative references.
    General,
    /// By the parser, row by row: if it would have to decide most rows anyway.
    Parser,
}

/// The working memory of a stream: 24 KB, which the caller owns and does not move. If it were returned with the
/// stream, it would be copied, which takes as long as 300 rows.
pub(super) struct Space {
    room: Room,
    planes: Planes,
}

impl Space {
    pub(super) const fn new() -> Self {
        Self { room: Room::new(), planes: Planes::new() }
    }
}

/// Decides blocks of rows, one after the other.
pub(super) struct Stream<'a> {
    room: &'a mut Room,
    judge: StretchState<'a>,
}

/// The state kept from one stretch to the next.
struct StretchState<'a> {
    vectors: Vectors,
    production: ReferenceKind,
    planes: &'a mut Planes,
    schemes: Schemes,
    way: Way,
    /// The number of stretches before the fastest way is tried again, and the number to wait if it
    /// fails then.
    left: u32,
    patience: u32,
}

impl<'a> Stream<'a> {
    /// None if this processor lacks the instructions, or if this production needs the parser
    /// for every row.
    ///
    /// `marks` are the wanted ones, if marks are wanted.
    pub(super) fn new(
        production: ReferenceKind,
        marks: Marks,
        Space { room, planes }: &'a mut Space,
    ) -> Option<Self> {
        let vectors = Vectors::detect()?;
        let scheme_is_optional = match production.form {
            Requirements::FULL => false,
            Requirements::REFERENCE => true,
            _ => return None,
        };
        let schemes = Schemes::new(scheme_is_optional);
        planes.wanted = marks;
        let judge = StretchState {
            vectors,
            production,
            planes,
            schemes,
            way: Way::Known,
            left: 0,
            patience: PATIENCE.start,
        };
        Some(Self { room, judge })
    }

    /// Decides the rows of `range`, at most a block. Returns bitmaps of them and sets their components, by
    /// `WANTED`.
    #[inline]
    pub(super) fn block<const WANTED: u8>(
        &mut self,
        source: &impl Rows,
        range: Range<usize>,
        rows: &mut [RowParts; BLOCK],
    ) -> Verdicts {
        let mut all = Verdicts::default();
        let mut done = 0;
        while done < range.len() {
            let rest = range.start + done..range.end;
            let rows = &mut rows[done..];
            let (found, count) = if self.judge.way == Way::Parser {
                self.judge.wait();
                (self.judge.parse_all::<WANTED>(source, rest.clone(), rows), rest.len())
            } else {
                let stretch = source.stretch(rest.clone(), self.room);
                if stretch.rows > 0 {
                    (self.judge.decide::<WANTED>(&stretch, rows), stretch.rows)
                } else {
                    let first = rest.start..rest.start + 1;
                    (self.judge.parse_all::<WANTED>(source, first, rows), 1)
                }
            };
            all.valid |= found.valid << done;
            all.plain |= found.plain << done;
            all.marked |= found.marked << done;
            done += count;
        }
        all
    }
}

impl StretchState<'_> {
    /// The valid rows, and the plain or marked ones among them.
    #[inline(never)]
    fn decide<const WANTED: u8>(
        &mut self,
        stretch: &Stretch<'_>,
        rows: &mut [RowParts],
    ) -> Verdicts {
        let all = stretch.all();
        let verdict = match (self.production.is_iri, self.way == Way::General) {
            (false, false) => self.look::<false, false, WANTED>(stretch, rows),
            (true, false) => self.look::<true, false, WANTED>(stretch, rows),
            (false, true) => self.look::<false, true, WANTED>(stretch, rows),
            (true, true) => self.look::<true, true, WANTED>(stretch, rows),
        };
        let valid = all & !(verdict.refused | verdict.asked);
        let mut found =
            Verdicts { valid, plain: valid & verdict.plain, marked: valid & verdict.marked };
        for i in ones(verdict.asked) {
            let (start, end) = stretch.row(i);
            let text = stretch.slice(start, end);
            if self.parse::<WANTED>(text, i, &mut rows[i], &mut found)
                && verdict.strange >> i & 1 == 1
                && self.way == Way::Known
            {
                self.schemes.learn(text);
            }
        }
        self.choose_way(&verdict, stretch.rows);
        found
    }

    /// Decides rows by the parser alone, in place. If the parser has to decide them all, classifying
    /// them first would only read them twice.
    fn parse_all<const WANTED: u8>(
        &self,
        source: &impl Rows,
        range: Range<usize>,
        rows: &mut [RowParts],
    ) -> Verdicts {
        let mut found = Verdicts::default();
        for (i, (number, row)) in range.zip(rows).enumerate() {
            self.parse::<WANTED>(source.row(number), i, row, &mut found);
        }
        found
    }

    /// Decides row `i` by the parser. It also sets the other wanted results of a valid row.
    #[inline(never)]
    fn parse<const WANTED: u8>(
        &self,
        text: &[u8],
        i: usize,
        row: &mut RowParts,
        found: &mut Verdicts,
    ) -> bool {
        let is_valid = if has(WANTED, HOST) || has(WANTED, MARKS) {
            let parsed = scalar::row(text, self.production);
            *row = parsed.unwrap_or_default();
            parsed.is_some()
        } else {
            scalar::is_valid(text, self.production)
        };
        found.valid |= u64::from(is_valid) << i;
        if has(WANTED, MARKS) && is_valid {
            found.marked |= u64::from(self.planes.wanted.meets(text, row)) << i;
        }
        is_valid
    }

    fn look<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
        &mut self,
        stretch: &Stretch<'_>,
        rows: &mut [RowParts],
    ) -> Verdict {
        self.vectors.decide::<IRI, GENERAL, WANTED>(stretch, self.planes, &self.schemes, rows)
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
