//! Evaluates an operation on the rows of one task.

use std::hint::select_unpredictable;
use std::mem::take;
use std::ops::Range;

use arrow_buffer::ArrowNativeType;
use iriform::engine::{
    Fault, Rule,
    bits::ones,
    scheme,
    text::{Text, Ucs4, Utf8, characters, place_in},
    words::Explained,
};
use iriform_kernel::{
    BLOCK, Block, COMPONENTS, HOST, Marks, PLAIN, RowParts, Rows, scan, split_marked,
};

use crate::answers::builder::{PartSpan, TextBuilder};
use crate::answers::piece::Piece;
use crate::answers::source::{Format, UncheckedRows};
use crate::arrow::chunk::{Layout, Texts, present};
use crate::arrow::large::large_room;
use crate::arrow::memory::{collected, copied, room, zeros};
use crate::error::Error;
use crate::table::call::Call;
use crate::table::cells::{Bases, Cells};
use crate::table::component::Component;
use crate::table::operation::{PartOfPlain, RowVerdict, Work};
use crate::table::rows::{Record, Row, repaired};

/// The rows of a chunk that one task evaluates.
pub(crate) struct TaskRows<'a, F: Format> {
    pub(crate) texts: &'a Texts,
    /// Their memory, and the rows in it.
    pub(crate) held: &'a UncheckedRows<'a>,
    pub(crate) source: F::Source<'a>,
    pub(crate) call: &'a Call<'a>,
    pub(crate) layout: Layout,
    pub(crate) range: Range<usize>,
    /// The number of its first row in the whole column.
    pub(crate) first: usize,
    /// The components to extract, if the call extracts components.
    pub(crate) components: &'a [Component],
}

impl<F: Format> TaskRows<'_, F> {
    pub(crate) fn len(&self) -> usize {
        self.range.len()
    }

    /// A bitmap of the block that begins at `first`: a bit is set if the row is not null.
    pub(crate) fn present(&self, first: usize) -> u64 {
        present(self.texts.validity.as_ref(), self.range.start + first, self.range.end)
    }

    /// Evaluates the call: one piece for each field of the answer.
    pub(crate) fn answer(&self) -> Result<Vec<Piece<F::Builder>>, Error> {
        Ok(match &self.call.operation.work {
            Work::Components(Some(_)) => self.components(None)?,
            Work::Components(None) => {
                let mut valid = room(self.len().div_ceil(BLOCK))?;
                let mut pieces = self.components(Some(&mut valid))?;
                pieces.push(Piece::Bits(valid));
                pieces
            }
            Work::Text(view, of) => vec![self.text(*view, *of)?],
            Work::Truth(of) => {
                let mut truths = room(self.len().div_ceil(64))?;
                let mut word = 0;
                let there = self.each(|i, row| {
                    let truth = row.and_then(|row| of(row));
                    word |= u64::from(truth == Some(true)) << (i % 64);
                    if i % 64 == 63 || i + 1 == self.len() {
                        truths.push(take(&mut word));
                    }
                    Ok(truth.is_some())
                })?;
                vec![Piece::Truths(truths, there)]
            }
            Work::Number(of) => {
                let mut numbers = large_room(self.len())?;
                let there = self.each_of_any(|_, row| {
                    numbers.extend(row.map(of));
                    Ok(row.is_some())
                })?;
                vec![Piece::Numbers(numbers, there)]
            }
            Work::Record(fields, of) => self.records(fields.len(), *of)?,
            Work::List(fields, of) => {
                let fields = fields.len().max(1);
                vec![self.lists(fields, |row, push| of(row, push))?]
            }
            Work::Places(fields, of) => {
                vec![self.places(fields.len(), *of)?]
            }
            Work::RowVerdict(RowVerdict::Valid) => {
                let mut words = zeros(self.len().div_ceil(64))?;
                self.validate(&mut words);
                vec![Piece::Bits(words)]
            }
            Work::RowVerdict(RowVerdict::Fault) => self.errors()?,
            Work::RowVerdict(RowVerdict::Found) => vec![self.found()?],
            Work::RowVerdict(RowVerdict::Codes) => vec![self.codes()?],
            Work::RowVerdict(RowVerdict::Allowed) => vec![self.allowed()?],
            Work::RowVerdict(RowVerdict::Refusals) => vec![self.refusals()?],
            Work::Variables => self.variables()?,
            Work::Expansion(_) => unreachable!("values are expanded by `expansion`"),
        })
    }

    /// The components of the rows. Appends a bitmap of the valid rows to `valid_rows`, if wanted.
    fn components(
        &self,
        mut valid_rows: Option<&mut Vec<u64>>,
    ) -> Result<Vec<Piece<F::Builder>>, Error> {
        let Self { held, components, .. } = *self;
        let words = self.len().div_ceil(64);
        let mut pieces = collected(components.iter().map(|component| {
            Ok(match component {
                Component::Port => Piece::Ports(large_room(self.len())?, room(words)?),
                _ => Piece::Texts(F::builder(held, self.len())?, room(words)?),
            })
        }))?;
        let mut visit = |first: usize, block: &Block| {
            let valid = block.valid & self.present(first);
            let count = (self.len() - first).min(iriform_kernel::BLOCK);
            if let Some(words) = &mut valid_rows {
                words.push(valid);
            }
            for (piece, component) in pieces.iter_mut().zip(components) {
                match piece {
                    Piece::Texts(texts, there) => {
                        // Each component has its own loop, so no inner loop tests which component it is for.
                        macro_rules! push {
                            ($($component:ident)*) => {
                                match component {
                                    $(Component::$component => push_parts::<F>(
                                        texts, held, first, count, valid, block,
                                        |row| Component::$component.of(row),
                                    ),)*
                                }
                            };
                        }
                        there.push(push!(
                            Scheme Authority Userinfo Host Port PortText Path Query Fragment
                        ));
                    }
                    Piece::Ports(ports, there) => {
                        there.push(push_ports(ports, &self.source, first, count, valid, block));
                    }
                    _ => {}
                }
            }
        };
        if components.iter().all(|component| component.is_before_path()) {
            self.scan::<HOST>(&mut visit);
        } else {
            self.scan::<COMPONENTS>(&mut visit);
        }
        Ok(pieces)
    }

    /// The position, reason and message of each invalid row's fault, and a bitmap of the invalid rows.
    fn errors(&self) -> Result<Vec<Piece<F::Builder>>, Error> {
        let production = self.call.production;
        let mut bad = zeros(self.len().div_ceil(64))?;
        self.validate(&mut bad);
        for (number, word) in bad.iter_mut().enumerate() {
            *word = !*word & self.present(number * 64);
        }
        let faults = bad.iter().map(|word| word.count_ones() as usize).sum();
        let numbers = || room(faults);
        let mut numbers = [numbers()?, numbers()?, numbers()?];
        let texts = || F::Builder::with_capacity(self.len(), 0);
        let mut texts = [texts()?, texts()?, texts()?, texts()?, texts()?, texts()?];
        let words = self.len().div_ceil(64);
        let (mut hinted, mut mended) = (zeros(words)?, zeros(words)?);
        for (number, word) in bad.iter_mut().enumerate() {
            let first = number * 64;
            let mut next = 0;
            for i in ones(*word) {
                let text = self.source.row(first + i);
                let Some(fault) = iriform_kernel::fault(text, production) else {
                    *word &= !(1 << i);
                    continue;
                };
                push_absent(&mut texts, i - next);
                next = i + 1;
                let places = [fault.position, fault.span.start, fault.span.end];
                for (numbers, place) in numbers.iter_mut().zip(places) {
                    let place =
                        if self.layout.is_binary { place } else { characters(&text[..place]) };
                    // OK because rows are shorter.
                    numbers.push(i64::try_from(place).unwrap_or(i64::MAX));
                }
                let (message, hint) = said(text, self.layout.is_binary, production.rule(), &fault);
                let codes = [production.rule().name(), fault.rule.name(), fault.reason.code()];
                let said = codes.into_iter().chain([message.as_str()]).map(Some);
                let repaired =
                    str::from_utf8(text).ok().and_then(|text| repaired(text, production, None));
                let said = said.chain([hint.as_deref(), repaired.as_deref()]);
                for (texts, said) in texts.iter_mut().zip(said) {
                    match said {
                        Some(said) => texts.text(said.as_bytes()),
                        None => texts.absent(),
                    }
                }
                hinted[number] |= u64::from(hint.is_some()) << i;
                mended[number] |= u64::from(repaired.is_some()) << i;
            }
            push_absent(&mut texts, (self.len() - first).min(64) - next);
        }
        let mut pieces = Vec::with_capacity(numbers.len() + texts.len() + 1);
        for numbers in numbers {
            pieces.push(Piece::Numbers(numbers, copied(&bad)?));
        }
        let [production, rule, reason, message, hint, repaired] = texts;
        for texts in [production, rule, reason, message] {
            pieces.push(Piece::Texts(texts, copied(&bad)?));
        }
        pieces.push(Piece::Texts(hint, hinted));
        pieces.push(Piece::Texts(repaired, mended));
        pieces.push(Piece::Bits(bad));
        Ok(pieces)
    }

    /// Calls `visit` for each row in turn with its number. If only rows with marks are wanted, the others are
    /// unchanged. Returns a bitmap of the results.
    #[inline(always)]
    pub(crate) fn each_text(
        &self,
        wanted: Wanted,
        mut visit: impl FnMut(usize, RowView<'_>) -> Result<bool, Error>,
    ) -> Result<Vec<u64>, Error> {
        let Self { held, source, call, .. } = self;
        let arguments = call.arguments;
        let mut bases = arguments.base().map(|base| Bases::new(base, call.production));
        let mut cells = Cells::new(arguments.cells(call.production));
        let mut failure = None;
        let mut there = room(self.len().div_ceil(64))?;
        let mut visit_block = |first: usize, block: &Block| {
            let present = self.present(first);
            let count = (self.len() - first).min(BLOCK);
            let is_marked = matches!(wanted, Wanted::Marked(_));
            let changed = if is_marked { block.marked | !block.valid } else { u64::MAX };
            let unchanged = present & !changed;
            // None if they are not wanted.
            let plain = present & block.plain;
            // One check of many rows is faster than one for each, if most are needed.
            let joined = if (unchanged | plain).count_ones() as usize * 2 < count {
                F::joined(held, first..first + count)
            } else {
                None
            };
            let mut word = unchanged;
            let mut next = 0;
            while next < count {
                let (i, row) = (next, first + next);
                let run = (unchanged >> i).trailing_ones() as usize;
                if run > 0 {
                    if let Err(error) = visit(row, RowView::Unchanged(run)) {
                        failure = Some(error);
                    }
                    next += run;
                    continue;
                }
                next += 1;
                let visited = 'row: {
                    let parts = &block.rows[i];
                    if plain >> i & 1 == 1 {
                        break 'row visit(row, RowView::Plain(parts));
                    }
                    let bytes = source.row(row);
                    let text = joined
                        .and_then(|joined| joined.get(place_in(joined.as_bytes(), bytes)?))
                        .or_else(|| std::str::from_utf8(bytes).ok())
                        .filter(|_| present >> i & 1 == 1);
                    let Some(text) = text.filter(|_| block.valid >> i & 1 == 1) else {
                        break 'row visit(row, RowView::Other(text));
                    };
                    let row_of_column = self.first + row;
                    let base = bases.as_mut().map(|bases| bases.get(row_of_column)).transpose();
                    let cells = cells.as_mut().map(|cells| cells.get(row_of_column));
                    match (base, cells.transpose()) {
                        (Err(error), _) | (_, Err(error)) => Err(error),
                        (Ok(Some(None)), _) | (_, Ok(Some(None))) => {
                            visit(row, RowView::Other(None))
                        }
                        (Ok(base), Ok(cells)) => {
                            let base = base.flatten();
                            let cells = cells.flatten().unwrap_or_default();
                            let production = call.production;
                            let row_of = Row { text, parts, base, cells, arguments, production };
                            visit(row, RowView::Valid(&row_of))
                        }
                    }
                };
                let is_there = visited.unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                });
                word |= u64::from(is_there) << i;
            }
            there.push(word);
        };
        match wanted {
            Wanted::Marked(marks) => {
                split_marked(source, 0..self.len(), call.production, marks, &mut visit_block);
            }
            Wanted::Authority => self.scan::<HOST>(&mut visit_block),
            Wanted::Plain(_) => self.scan::<{ HOST | PLAIN }>(&mut visit_block),
            Wanted::All => self.scan::<COMPONENTS>(&mut visit_block),
        }
        failure.map_or(Ok(there), Err)
    }

    /// Like [`Self::each_text`], for operations that do not use the text of invalid rows.
    fn each(
        &self,
        mut visit: impl FnMut(usize, Option<&Row<'_>>) -> Result<bool, Error>,
    ) -> Result<Vec<u64>, Error> {
        self.each_text(Wanted::All, |i, seen| match seen {
            RowView::Valid(row) => visit(i, Some(row)),
            _ => visit(i, None),
        })
    }

    /// Calls `visit` for each row in turn with its number and, if it is not null and is UTF-8, the row without its
    /// components. Returns a bitmap of the results.
    #[inline(always)]
    pub(crate) fn each_of_any(
        &self,
        mut visit: impl FnMut(usize, Option<&Row<'_>>) -> Result<bool, Error>,
    ) -> Result<Vec<u64>, Error> {
        let mut there = room(self.len().div_ceil(BLOCK))?;
        for first in (0..self.len()).step_by(BLOCK) {
            let present = self.present(first);
            let count = (self.len() - first).min(BLOCK);
            let mut texts = self.block_texts(first..first + count);
            let mut word = 0;
            for i in 0..count {
                let text = texts(first + i).filter(|_| present >> i & 1 == 1);
                let row = text.map(|text| self.row_of(text));
                word |= u64::from(visit(first + i, row.as_ref())?) << i;
            }
            there.push(word);
        }
        Ok(there)
    }

    /// Evaluates an operation that makes a list from each row. Each item has `fields` texts.
    fn lists(
        &self,
        fields: usize,
        of: impl Fn(&Row<'_>, &mut dyn FnMut(&Record<'_>)) -> bool,
    ) -> Result<Piece<F::Builder>, Error> {
        let mut lists = ListBuilder::new(fields, self.len())?;
        let there = self.each(|_, row| {
            let is_there = row.is_some_and(|row| of(row, &mut |record| lists.push(record)));
            lists.end()?;
            Ok(is_there)
        })?;
        Ok(lists.piece(there))
    }

    /// Scans the rows for the production of the call.
    #[inline(always)]
    pub(crate) fn scan<const WANTED: u8>(&self, visit: &mut dyn FnMut(usize, &Block)) {
        scan::<WANTED>(&self.source, 0..self.len(), self.call.production, visit);
    }

    /// Sets the bits of the rows that match the production of the call.
    pub(crate) fn validate(&self, words: &mut [u64]) {
        iriform_kernel::validate(&self.source, 0..self.len(), self.call.production, words);
    }

    /// A row without its components.
    #[inline(always)]
    pub(crate) fn row_of<'t>(&'t self, text: &'t str) -> Row<'t> {
        Row::of_text(text, self.call.arguments, self.call.production)
    }

    /// The texts of the rows of a block, in order; none for a row that is not UTF-8. One check of all is faster
    /// than one for each.
    #[inline(always)]
    pub(crate) fn block_texts<'t>(
        &'t self,
        rows: Range<usize>,
    ) -> impl FnMut(usize) -> Option<&'t str> {
        let joined = F::joined(self.held, rows);
        let mut start = 0;
        move |row| {
            let bytes = self.source.row(row);
            let text = joined.and_then(|joined| joined.get(start..start + bytes.len()));
            start += bytes.len();
            text.or_else(|| std::str::from_utf8(bytes).ok())
        }
    }
}

/// Appends rows without a text to each builder.
fn push_absent(texts: &mut [impl TextBuilder], rows: usize) {
    for texts in texts {
        texts.block(&[], &[0; BLOCK][..rows]);
    }
}

/// The positions that the kernel finds in each valid row.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// All components.
    All,
    /// Scheme and authority.
    Authority,
    /// The same positions, and which rows are plain.
    Plain(PartOfPlain),
    /// All components, but only for rows with these marks; the others are unchanged.
    Marked(Marks),
}

impl Wanted {
    /// All components, unless the operation states the marks without which it changes nothing.
    pub(crate) fn unless_unchanged(call: &Call<'_>) -> Self {
        let marks = call.operation.unchanged.and_then(|of| of(call.arguments));
        marks.map_or(Self::All, Self::Marked)
    }
}

/// A row for an operation on its text.
pub(crate) enum RowView<'a> {
    /// A run of this many valid rows that are their own answers.
    Unchanged(usize),
    /// A plain row, if such rows are wanted.
    Plain(&'a RowParts),
    /// A valid row, with the base that it needs.
    Valid(&'a Row<'a>),
    /// Any other row: its text, if it is not null and is UTF-8.
    Other(Option<&'a str>),
}

/// Lists of texts, or of structs of texts, that are being built.
pub(crate) struct ListBuilder<B: TextBuilder> {
    /// The texts of each field, and a bitmap of the present ones.
    pub(crate) items: Vec<(B, Vec<u64>)>,
    count: usize,
    /// The ends of the lists.
    pub(crate) ends: Vec<B::Index>,
    /// True if there was not enough memory for an item.
    pub(crate) is_full: bool,
}

impl<B: TextBuilder> ListBuilder<B> {
    /// Makes lists for this many rows, whose items have this many texts.
    pub(crate) fn new(fields: usize, rows: usize) -> Result<Self, Error> {
        let item = |_| Ok((B::with_capacity(0, 0)?, Vec::new()));
        let items = collected((0..fields).map(item))?;
        Ok(Self { items, count: 0, ends: room(rows)?, is_full: false })
    }

    /// Appends an item to the list of the row, with a text for each field.
    pub(crate) fn push(&mut self, record: &Record<'_>) {
        let count = self.count;
        let is_pushed = self.items.iter_mut().zip(record).all(|((texts, there), text)| {
            if count.is_multiple_of(64) {
                if there.try_reserve(1).is_err() {
                    return false;
                }
                there.push(0);
            }
            if let Some(last) = there.last_mut() {
                *last |= u64::from(text.is_some()) << (count % 64);
            }
            if !texts.one_more() {
                return false;
            }
            match text {
                Some(text) => texts.text(text.as_bytes()),
                None => texts.absent(),
            }
            true
        });
        self.is_full |= !is_pushed;
        self.count += 1;
    }

    /// Ends the list of a row.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.end_rows(self.ends.len() + 1)
    }

    /// Ends the lists of all rows before this one; the pushed items are in the first of them.
    pub(crate) fn end_rows(&mut self, rows: usize) -> Result<(), Error> {
        if self.is_full {
            return Err(Error::Memory);
        }
        self.ends.resize(rows, ArrowNativeType::from_usize(self.count).ok_or(Error::Overflow)?);
        Ok(())
    }

    /// The lists, with a bitmap of the rows that have one.
    pub(crate) fn piece(self, there: Vec<u64>) -> Piece<B> {
        Piece::Lists(self.items, self.ends, there)
    }
}

/// Appends a part of each valid row of a block; returns a bitmap of the rows that have it.
#[inline(always)]
fn push_parts<F: Format>(
    texts: &mut F::Builder,
    held: &UncheckedRows<'_>,
    first: usize,
    count: usize,
    valid: u64,
    block: &Block,
    part: impl Fn(&iriform_kernel::RowParts) -> Option<Range<usize>>,
) -> u64 {
    let mut spans = [PartSpan::default(); BLOCK];
    let spans = &mut spans[..count];
    let mut there = 0;
    // The order is descending: each shift moves the bits of the later rows up by one position.
    for (span, row) in spans.iter_mut().zip(&block.rows[..count]).rev() {
        let range = part(row);
        let is_there = range.is_some();
        there = there << 1 | u64::from(is_there);
        // There is no branch here, because it would often be mispredicted: which rows have a part follows no
        // pattern.
        let of = PartSpan::of(&range.unwrap_or_default());
        *span = select_unpredictable(is_there, of, PartSpan::default());
    }
    for i in ones(there & !valid) {
        spans[i] = PartSpan::default();
    }
    there &= valid;
    F::push(texts, held, first, spans);
    there
}

fn push_ports(
    ports: &mut Vec<u16>,
    source: &impl Rows,
    first: usize,
    count: usize,
    valid: u64,
    block: &Block,
) -> u64 {
    let mut numbers = [0; iriform_kernel::BLOCK];
    let mut there = 0;
    let mut left = 0;
    for (i, row) in block.rows[..count].iter().enumerate() {
        left |= u64::from(row.port().is_some()) << i;
    }
    for i in ones(left & valid) {
        let port = block.rows[i].port().and_then(|range| {
            let digits = std::str::from_utf8(&source.row(first + i)[range]).ok()?;
            scheme::port_number(digits)
        });
        there |= u64::from(port.is_some()) << i;
        numbers[i] = port.unwrap_or_default();
    }
    ports.extend_from_slice(&numbers[..count]);
    there
}

/// The message and the hint of a row's fault. Positions in them are in characters, or in bytes of a binary column.
fn said(text: &[u8], is_binary: bool, rule: Rule, fault: &Fault) -> (String, Option<String>) {
    fn of<T: Text>(text: T, rule: Rule, fault: &Fault) -> (String, Option<String>) {
        let explained = Explained::new(text, rule, fault, &|_| None);
        (explained.message(), explained.hint().map(Into::into))
    }
    match str::from_utf8(text) {
        Ok(decoded) if !is_binary && !text.is_ascii() => {
            let codes: Vec<_> = decoded.chars().map(u32::from).collect();
            let place = |octets: usize| characters(&text[..octets]);
            let span = place(fault.span.start)..place(fault.span.end);
            let fault = Fault { position: place(fault.position), span, ..fault.clone() };
            of(Ucs4(&codes), rule, &fault)
        }
        _ => of(Utf8(text), rule, fault),
    }
}
