//! Values that have been read from a block, and the parts that could not be read.

use std::mem;
use std::ops::Range;

use iriform::engine::findings::{self, RuleSet};
use iriform_kernel::{
    self as kernel, BLOCK, Consecutive, PLAIN, ReferenceKind, Room, Rows, Stretch, VALIDITY,
};

use crate::block::{self, ReadValues};
use crate::examples::{BlockSummary, Example};
use crate::judge::Judge;
use crate::spans::ValueSpan;
use crate::tally::{NO_POSITION, POSITIONS, Tally, UNREADABLE};

/// Values in order, with their positions. Positions and lines are counted from 1, from the end of the previous
/// values.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The text of all values.
    pub text: Vec<u8>,
    /// The beginning of each value, and the end of the last one.
    pub offsets: Vec<i64>,
    /// The line, row or statement of each value.
    pub places: Vec<u64>,
    /// The number of the position of each value in a statement; empty without statements.
    pub positions: Vec<u8>,
    /// The line on which the statement of each value ends, 0 if unknown; empty without statements.
    pub lines: Vec<u64>,
    /// The column of each value in its line, in code points from 1; empty if unknown.
    pub columns: Vec<u64>,
    /// The position of each value in the bytes, if wanted and known.
    pub spans: Option<Vec<Option<ValueSpan>>>,
    /// Statements, rows and lines that could not be read.
    pub unreadable: Vec<Unreadable>,
    /// The number of lines, rows or statements that have been read.
    pub place_count: u64,
    /// The number of lines that have been read.
    pub line_count: u64,
    /// The number of bytes that have been read, if positions are wanted.
    pub byte_count: u64,
    /// The first and the last line of each record that has several lines, if positions are wanted.
    pub long_records: Vec<(u64, u64)>,
    /// The line on which the names of the columns begin, if they have been read and positions are wanted.
    pub header: Option<u64>,
    /// The prefixes that an RDF document has declared so far, and their namespaces, which may not be IRIs.
    pub prefixes: Vec<(String, String)>,
}

/// A line, row or statement that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Why.
    pub why: String,
    /// The line, row or statement.
    pub place: u64,
    /// The line on which a statement ends, or that of its mistake, if known.
    pub line: Option<u64>,
    /// The column of the mistake in this line, in code points from 1, if known.
    pub column: Option<u64>,
    /// The range of the unreadable bytes in the document, if known.
    pub span: Option<(u64, u64)>,
}

/// A value that does not match a production, or whose answer differs from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The line, row or statement.
    pub place: u64,
    /// The line on which a statement ends, if known.
    pub line: Option<u64>,
    /// Its position in the statement, if it is in one.
    pub position: Option<&'static str>,
    /// The value.
    pub text: Vec<u8>,
    /// Its position in the bytes, if wanted and known.
    pub span: Option<ValueSpan>,
}

impl Default for Gathered {
    fn default() -> Self {
        Self {
            text: Vec::new(),
            offsets: vec![0],
            places: Vec::new(),
            positions: Vec::new(),
            lines: Vec::new(),
            columns: Vec::new(),
            spans: None,
            unreadable: Vec::new(),
            place_count: 0,
            line_count: 0,
            byte_count: 0,
            long_records: Vec::new(),
            header: None,
            prefixes: Vec::new(),
        }
    }
}

impl Gathered {
    /// Empty; positions will be recorded.
    pub fn located() -> Self {
        Self { spans: Some(Vec::new()), ..Self::default() }
    }

    /// Empty; positions can be recorded.
    pub(crate) fn asking(is_located: bool) -> Self {
        if is_located { Self::located() } else { Self::default() }
    }

    /// Takes the values, and starts again.
    pub(crate) fn take(&mut self) -> Self {
        let next = Self::asking(self.spans.is_some());
        mem::replace(self, next)
    }

    /// Gathers rows, with their own numbers or the given ones.
    pub fn of(rows: &impl Rows, places: Option<&[u64]>) -> Self {
        let mut gathered = Self::default();
        for (i, place) in (0..rows.len()).zip(1..) {
            gathered.add(rows.row(i), places.map_or(place, |places| places[i]), || None);
        }
        gathered.place_count = rows.len() as u64;
        gathered
    }

    /// Gathers numbered values, or the reasons why a text is not a value.
    pub fn in_order(values: impl IntoIterator<Item = Result<impl AsRef<[u8]>, String>>) -> Self {
        let mut gathered = Self::default();
        for (value, place) in values.into_iter().zip(1..) {
            match value {
                Ok(value) => gathered.add(value.as_ref(), place, || None),
                Err(why) => gathered.add_unreadable(why, place, None),
            }
            gathered.place_count = place;
        }
        gathered
    }

    /// Appends the values that were read after these.
    pub fn append(&mut self, more: Self) {
        let (places, lines, bytes) = (self.place_count, self.line_count, self.byte_count);
        if places == 0 && lines == 0 && bytes == 0 {
            // Most blocks are read in one step, so nothing is copied.
            *self = more;
            return;
        }
        // OK because memory is smaller.
        let start = self.text.len().cast_signed() as i64;
        self.text.extend_from_slice(&more.text);
        self.offsets.extend(more.offsets[1..].iter().map(|offset| start + offset));
        self.places.extend(more.places.iter().map(|place| places + place));
        self.positions.extend_from_slice(&more.positions);
        // OK for unknown ones, because only statements on one line are read in parts.
        self.lines.extend(more.lines.iter().map(|line| lines + line));
        self.columns.extend_from_slice(&more.columns);
        if let (Some(spans), Some(more)) = (&mut self.spans, more.spans) {
            spans.extend(more.into_iter().map(|span| span.map(|span| span.moved(bytes))));
        }
        self.unreadable.extend(more.unreadable.into_iter().map(|bad| Unreadable {
            place: places + bad.place,
            line: bad.line.map(|line| lines + line),
            ..bad
        }));
        let long_records = more.long_records.into_iter();
        self.long_records.extend(long_records.map(|(first, last)| (lines + first, lines + last)));
        self.header = self.header.or(more.header.map(|line| lines + line));
        self.prefixes = more.prefixes;
        (self.place_count, self.line_count) = (places + more.place_count, lines + more.line_count);
        self.byte_count = bytes + more.byte_count;
    }

    /// Judges the values and counts them.
    pub fn count(&self, judge: &Judge, tally: &mut Tally) -> BlockSummary {
        let (places, lines) = (self.place_count, self.line_count);
        let mut found = BlockSummary { places, lines, ..BlockSummary::default() };
        for Unreadable { why, place, line, column, .. } in &self.unreadable {
            found.values += 1;
            tally.parts[NO_POSITION].by_status[UNREADABLE] += 1;
            found.keep("unreadable", || Example {
                about: "unreadable",
                place: *place,
                line: *line,
                column: *column,
                position: None,
                text: why.clone().into_bytes(),
                found: None,
            });
        }
        let of_statements =
            (!self.positions.is_empty()).then(|| judge.of_statements(&self.prefixes));
        let judge = of_statements.as_ref().unwrap_or(judge);
        // OK because the offsets have been made here.
        if let Ok(texts) = Consecutive::new(&self.text, &self.offsets) {
            block::count(&PlacedTexts { texts, gathered: self }, judge, tally, &mut found);
        }
        found
    }

    /// Makes room for as many values as another has.
    pub(crate) fn reserve_as(&mut self, other: &Self) {
        self.text.reserve(other.text.len());
        self.offsets.reserve(other.offsets.len());
        self.places.reserve(other.places.len());
        self.positions.reserve(other.positions.len());
        self.lines.reserve(other.lines.len());
    }

    /// The values that do not match a production, and the number of others that are certainly mistakes. An
    /// empty text is not a value, unless it is a term of a statement.
    pub fn bad(&self, production: ReferenceKind) -> (Vec<Bad>, u64) {
        let (mut bad, mut not_meant) = (Vec::new(), 0);
        // OK because the offsets have been made here.
        let Ok(texts) = Consecutive::new(&self.text, &self.offsets) else { return (bad, 0) };
        let all = 0..texts.len();
        kernel::scan::<{ VALIDITY | PLAIN }>(
            &texts,
            all.clone(),
            production,
            &mut |first, block| {
                for (i, row) in (first..all.end.min(first + BLOCK)).enumerate() {
                    let value = texts.row(row);
                    if block.valid >> i & 1 == 0 {
                        if !value.is_empty() || !self.positions.is_empty() {
                            bad.push(self.at(texts, row));
                        }
                    } else if block.plain >> i & 1 == 0
                        && str::from_utf8(value).is_ok_and(is_not_meant)
                    {
                        not_meant += 1;
                    }
                }
            },
        );
        (bad, not_meant)
    }

    /// The value at an index of these texts.
    pub(crate) fn at(&self, texts: Consecutive<'_, i64>, i: usize) -> Bad {
        let values = PlacedTexts { texts, gathered: self };
        Bad {
            place: values.place(i),
            line: values.line(i),
            position: POSITIONS.get(values.part(i)).copied(),
            text: texts.row(i).to_vec(),
            span: self.spans.as_ref().and_then(|spans| *spans.get(i)?),
        }
    }

    pub(crate) fn add(
        &mut self,
        value: &[u8],
        place: u64,
        span: impl FnOnce() -> Option<ValueSpan>,
    ) {
        self.text.extend_from_slice(value);
        // OK because no memory has so many bytes.
        self.offsets.push(self.text.len().cast_signed() as i64);
        self.places.push(place);
        if let Some(spans) = &mut self.spans {
            spans.push(span());
        }
    }

    pub(crate) fn add_term(
        &mut self,
        iri: &str,
        place: u64,
        line: Option<u64>,
        position: u8,
        span: impl FnOnce() -> Option<ValueSpan>,
    ) {
        self.add(iri.as_bytes(), place, span);
        self.positions.push(position);
        self.lines.push(line.unwrap_or(0));
    }

    pub(crate) fn add_unreadable(&mut self, why: String, place: u64, line: Option<u64>) {
        self.unreadable.push(Unreadable { why, place, line, column: None, span: None });
    }
}

/// Returns true if a valid text is certainly a mistake.
fn is_not_meant(text: &str) -> bool {
    let mut is_found = false;
    findings::codes(text, RuleSet::not_meant(), |_| is_found = true);
    is_found
}

/// The texts of values, and their positions.
#[derive(Clone, Copy)]
struct PlacedTexts<'a> {
    texts: Consecutive<'a, i64>,
    gathered: &'a Gathered,
}

impl Rows for PlacedTexts<'_> {
    fn len(&self) -> usize {
        self.texts.len()
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[u8] {
        self.texts.row(i)
    }

    #[inline(always)]
    fn stretch<'s>(&'s self, range: Range<usize>, room: &'s mut Room) -> Stretch<'s> {
        self.texts.stretch(range, room)
    }
}

impl ReadValues for PlacedTexts<'_> {
    fn together(&self, range: Range<usize>) -> Option<&[u8]> {
        let (start, end) = (self.gathered.offsets[range.start], self.gathered.offsets[range.end]);
        self.gathered.text.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    fn place(&self, i: usize) -> u64 {
        self.gathered.places[i]
    }

    fn line(&self, i: usize) -> Option<u64> {
        self.gathered.lines.get(i).copied().filter(|&line| line > 0)
    }

    fn column(&self, i: usize) -> Option<u64> {
        self.gathered.columns.get(i).copied()
    }

    fn part(&self, i: usize) -> usize {
        self.gathered.positions.get(i).map_or(NO_POSITION, |&position| position.into())
    }
}

/// Rows of a column, which are counted without a copy.
#[derive(Clone, Copy)]
struct InPlace<'a, R> {
    rows: &'a R,
    places: Option<&'a [u64]>,
}

/// Counts the rows of a column. They have their own numbers, or the given ones.
pub fn count_rows(
    rows: &impl Rows,
    places: Option<&[u64]>,
    judge: &Judge,
    tally: &mut Tally,
) -> BlockSummary {
    let mut found = BlockSummary { places: rows.len() as u64, ..BlockSummary::default() };
    block::count(&InPlace { rows, places }, judge, tally, &mut found);
    found
}

impl<R: Rows> Rows for InPlace<'_, R> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[u8] {
        self.rows.row(i)
    }

    #[inline(always)]
    fn stretch<'s>(&'s self, range: Range<usize>, room: &'s mut Room) -> Stretch<'s> {
        self.rows.stretch(range, room)
    }
}

impl<R: Rows> ReadValues for InPlace<'_, R> {
    fn place(&self, i: usize) -> u64 {
        self.places.map_or(i as u64 + 1, |places| places[i])
    }
}
