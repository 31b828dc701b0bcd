//! An operation on every row of a column.

use std::hint::select_unpredictable;
use std::marker::PhantomData;
use std::ops::Range;

use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use iriform_core::{Rule, scheme};
use iriform_kernel::{Block, Kind, Row, Rows};

use super::bitmap;
use super::capsule::assemble;
use super::chunk::{Chunk, Column, Layout, Texts, Width, present};
use super::dictionary;
use super::error::Error;
use super::making::{Maker, Text};
use super::memory::{collected, copied, room, zeros};
use super::operation::{Component, Making, Operation};
use super::parallel;
use super::source::{ByOffsets, ByViews, Format, Held, Made, Span};

/// A question, and by which rule it is to be answered.
pub(crate) struct Question<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) kind: Kind,
    /// The production that `kind` is.
    pub(crate) production: Rule,
}

/// The answer to a question for every chunk of a column.
pub(crate) fn evaluate(
    column: &Column,
    question: &Question<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    if let Some(bases) = question.operation.base_column()
        && bases.len() != column.len()
    {
        return Err(Error::Value(format!(
            "the column has {} rows and its base column {}",
            column.len(),
            bases.len()
        )));
    }
    let layout = column.text_type.layout;
    if column.text_type.keys.is_none() {
        let texts: Vec<_> = column.chunks.iter().map(Chunk::texts).collect();
        return of_texts(&texts, layout, question, threads);
    }
    if question.operation.is_by_row() {
        let decoded: Vec<_> =
            column.chunks.iter().map(dictionary::decoded).collect::<Result<_, _>>()?;
        return of_texts(&decoded.iter().collect::<Vec<_>>(), layout, question, threads);
    }
    dictionary::evaluate(column, |texts| of_texts(texts, layout, question, threads))
}

/// The answers for texts of that layout.
fn of_texts(
    chunks: &[&Texts],
    layout: Layout,
    question: &Question<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    match layout.width {
        Width::Small => of_format::<ByOffsets<i32>>(chunks, layout, question, threads),
        Width::Large => of_format::<ByOffsets<i64>>(chunks, layout, question, threads),
        Width::View => of_format::<ByViews>(chunks, layout, question, threads),
    }
}

fn of_format<F: Format>(
    chunks: &[&Texts],
    layout: Layout,
    question: &Question<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    let lengths: Vec<_> = chunks.iter().map(|texts| texts.len).collect();
    let mut starts = vec![0];
    starts.extend(lengths.iter().scan(0, |sum, length| {
        *sum += length;
        Some(*sum)
    }));
    let tasks = parallel::ranges(&lengths, threads);
    let places: Vec<_> = tasks.iter().map(|(chunk, _)| *chunk).collect();
    let parts = parallel::map(tasks, threads, |(chunk, range)| {
        let first = starts[chunk] + range.start;
        Part::<F> { texts: chunks[chunk], layout, range, first, format: PhantomData }
            .answer(question)
    });
    let mut by_chunk: Vec<Vec<Vec<Piece<F::Made>>>> = chunks.iter().map(|_| Vec::new()).collect();
    for (place, part) in places.into_iter().zip(parts) {
        by_chunk[place].push(part?);
    }
    chunks
        .iter()
        .zip(by_chunk)
        .map(|(texts, parts)| join::<F>(texts, layout, parts, question.operation, threads))
        .collect()
}

/// What a part of a chunk gives for one field of the answer. Bitmaps come in words of 64 rows.
enum Piece<M> {
    Bits(Vec<u64>),
    Texts(M, Vec<u64>),
    Ports(Vec<u16>, Vec<u64>),
    Numbers(Vec<i64>, Vec<u64>),
}

/// Rows of a chunk that one thread looks at.
struct Part<'a, F> {
    texts: &'a Texts,
    layout: Layout,
    range: Range<usize>,
    /// The number of its first row in the whole column.
    first: usize,
    format: PhantomData<F>,
}

impl<F: Format> Part<'_, F> {
    fn len(&self) -> usize {
        self.range.len()
    }

    /// Which of the rows of the block that begins at `first` are not null.
    fn present(&self, first: usize) -> u64 {
        present(self.texts.nulls.as_ref(), self.range.start + first, self.range.end)
    }

    fn answer(&self, question: &Question<'_>) -> Result<Vec<Piece<F::Made>>, Error> {
        let held = F::hold(self.texts, &self.range);
        let source = F::open(&held).map_err(|mut corrupt| {
            corrupt.row += self.range.start;
            corrupt
        })?;
        let kind = question.kind;
        Ok(match question.operation {
            Operation::IsValid => {
                let mut words = zeros(self.len().div_ceil(64))?;
                iriform_kernel::validate(&source, 0..self.len(), kind, &mut words);
                vec![Piece::Bits(words)]
            }
            Operation::Errors => self.errors(&source, question)?,
            Operation::Component(component) => {
                let mut pieces = self.components(&held, &source, kind, &[*component])?;
                pieces.truncate(1);
                pieces
            }
            Operation::Components(components) => {
                self.components(&held, &source, kind, components)?
            }
            Operation::Text(making) => vec![self.made(&held, &source, kind, making)?],
        })
    }

    /// The components of the rows, and a bitmap of those that have any.
    fn components(
        &self,
        held: &Held<'_>,
        source: &F::Source<'_>,
        kind: Kind,
        components: &[Component],
    ) -> Result<Vec<Piece<F::Made>>, Error> {
        let words = self.len().div_ceil(64);
        let mut pieces = collected(components.iter().map(|component| {
            Ok(match component {
                Component::Port => Piece::Ports(room(self.len())?, room(words)?),
                _ => Piece::Texts(F::Made::with_capacity(self.len(), F::size(held))?, room(words)?),
            })
        }))?;
        let mut split = room(words)?;
        let mut visit = |first: usize, block: &Block| {
            let valid = block.valid & self.present(first);
            let count = (self.len() - first).min(iriform_kernel::BLOCK);
            split.push(valid);
            for (piece, component) in pieces.iter_mut().zip(components) {
                match piece {
                    Piece::Texts(texts, there) => {
                        // One loop for each component, so that none asks in its inner loop
                        // which it is for.
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
                        there.push(push_ports(ports, source, first, count, valid, block));
                    }
                    _ => {}
                }
            }
        };
        if components.iter().all(|component| component.is_before_path()) {
            iriform_kernel::split_hosts(source, 0..self.len(), kind, &mut visit);
        } else {
            iriform_kernel::split(source, 0..self.len(), kind, &mut visit);
        }
        pieces.push(Piece::Bits(split));
        Ok(pieces)
    }

    /// Where and why the rows are not valid, and a bitmap of those that are not.
    fn errors(
        &self,
        source: &F::Source<'_>,
        question: &Question<'_>,
    ) -> Result<Vec<Piece<F::Made>>, Error> {
        let mut bad = zeros(self.len().div_ceil(64))?;
        iriform_kernel::validate(source, 0..self.len(), question.kind, &mut bad);
        let numbers = || room(self.len());
        let mut numbers = [numbers()?, numbers()?, numbers()?];
        let names = || F::Made::with_capacity(self.len(), 0);
        let mut names = [names()?, names()?, names()?];
        for (number, word) in bad.iter_mut().enumerate() {
            let first = number * 64;
            *word = !*word & self.present(first);
            for i in 0..(self.len() - first).min(64) {
                let fault = (*word >> i & 1 == 1)
                    .then(|| iriform_kernel::fault(source.row(first + i), question.kind))
                    .flatten();
                let Some(fault) = fault else {
                    for numbers in &mut numbers {
                        numbers.push(0);
                    }
                    for names in &mut names {
                        names.absent();
                    }
                    continue;
                };
                let text = source.row(first + i);
                let places = [fault.position, fault.span.start, fault.span.end];
                for (numbers, place) in numbers.iter_mut().zip(places) {
                    let place = if self.layout.is_binary { place } else { characters(text, place) };
                    // OK because no row is as long as that.
                    numbers.push(i64::try_from(place).unwrap_or(i64::MAX));
                }
                let codes = [question.production.name(), fault.rule.name(), fault.reason.code()];
                for (names, code) in names.iter_mut().zip(codes) {
                    names.text(code.as_bytes());
                }
            }
        }
        let mut pieces = Vec::with_capacity(numbers.len() + names.len() + 1);
        for numbers in numbers {
            pieces.push(Piece::Numbers(numbers, copied(&bad)?));
        }
        for names in names {
            pieces.push(Piece::Texts(names, copied(&bad)?));
        }
        pieces.push(Piece::Bits(bad));
        Ok(pieces)
    }

    /// Other texts.
    fn made(
        &self,
        held: &Held<'_>,
        source: &F::Source<'_>,
        kind: Kind,
        making: &Making,
    ) -> Result<Piece<F::Made>, Error> {
        let mut maker = Maker::new(making, kind, self.first);
        let mut failure = None;
        let mut texts = F::Made::with_capacity(self.len(), F::size(held))?;
        let mut there = room(self.len().div_ceil(64))?;
        iriform_kernel::split(source, 0..self.len(), kind, &mut |first, block| {
            let present = self.present(first);
            let count = (self.len() - first).min(iriform_kernel::BLOCK);
            let joined = F::joined(held, first..first + count);
            let mut start = 0;
            let mut word = 0;
            for i in 0..count {
                let row = first + i;
                let bytes = source.row(row);
                let text = joined.and_then(|joined| joined.get(start..start + bytes.len()));
                start += bytes.len();
                let parts = (block.valid >> i & 1 == 1).then_some(&block.rows[i]);
                let made = if present >> i & 1 == 1
                    && let Some(text) = text.or_else(|| std::str::from_utf8(bytes).ok())
                {
                    maker.make(row, text, parts).unwrap_or_else(|error| {
                        failure = Some(error);
                        None
                    })
                } else {
                    None
                };
                word |= u64::from(made.is_some()) << i;
                match made {
                    None => texts.absent(),
                    Some(Text::Part(range)) => F::push(&mut texts, held, row, &[Span::of(&range)]),
                    Some(Text::New(text)) => texts.text(text.as_bytes()),
                }
            }
            there.push(word);
        });
        failure.map_or(Ok(Piece::Texts(texts, there)), Err)
    }
}

/// Appends a part of each row of a block that is valid and has it; returns which have.
#[inline(always)]
fn push_parts<F: Format>(
    texts: &mut F::Made,
    held: &Held<'_>,
    first: usize,
    count: usize,
    valid: u64,
    block: &Block,
    part: impl Fn(&Row) -> Option<Range<usize>>,
) -> u64 {
    let mut spans = [Span::default(); iriform_kernel::BLOCK];
    let mut there = 0;
    for (i, (span, row)) in spans.iter_mut().zip(&block.rows[..count]).enumerate() {
        let range = part(row);
        // No jumps here: which rows have a part, no processor can foresee.
        let bit = u64::from(range.is_some()) & valid >> i;
        let is_there = bit == 1;
        there |= bit << i;
        let of = Span::of(&range.unwrap_or_default());
        *span = select_unpredictable(is_there, of, Span::default());
    }
    F::push(texts, held, first, &spans[..count]);
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
    left &= valid;
    while left != 0 {
        let i = left.trailing_zeros() as usize;
        left &= left - 1;
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

/// How many code points begin before `end`, the octets that are not UTF-8 counted one by one.
fn characters(text: &[u8], end: usize) -> usize {
    text[..end].utf8_chunks().map(|c| c.valid().chars().count() + c.invalid().len()).sum()
}

/// Puts the parts of a chunk together.
fn join<F: Format>(
    texts: &Texts,
    layout: Layout,
    parts: Vec<Vec<Piece<F::Made>>>,
    operation: &Operation,
    threads: usize,
) -> Result<ArrayData, Error> {
    let len = texts.len;
    let is_binary = layout.is_binary && !matches!(operation, Operation::Errors);
    let shared = F::shared(texts);
    let fields = parts.first().map_or(0, Vec::len);
    let mut columns: Vec<Vec<Piece<F::Made>>> =
        (0..fields).map(|_| Vec::with_capacity(parts.len())).collect();
    for part in parts {
        for (column, piece) in columns.iter_mut().zip(part) {
            column.push(piece);
        }
    }
    let mut arrays = Vec::with_capacity(fields);
    let mut nulls = None;
    for pieces in columns {
        match pieces.first() {
            Some(Piece::Bits(_)) => {
                let words = pieces.iter().map(|piece| match piece {
                    Piece::Bits(words) => words.as_slice(),
                    _ => &[],
                });
                if matches!(operation, Operation::IsValid) {
                    let bits = bitmap::bits(words, len)?.into_inner();
                    let nulls = texts.nulls.clone();
                    return Ok(assemble(DataType::Boolean, len, nulls, vec![bits], Vec::new()));
                }
                nulls = bitmap::nulls(words, len)?;
            }
            Some(Piece::Texts(..)) => {
                let pieces = pieces.into_iter().filter_map(|piece| match piece {
                    Piece::Texts(made, there) => Some((made, there)),
                    _ => None,
                });
                arrays.push(F::Made::join(pieces.collect(), is_binary, shared, threads)?);
            }
            Some(Piece::Ports(..)) => {
                let pieces = pieces.into_iter().filter_map(|piece| match piece {
                    Piece::Ports(numbers, there) => Some((numbers, there)),
                    _ => None,
                });
                arrays.push(numbers(DataType::UInt16, pieces.collect(), len)?);
            }
            Some(Piece::Numbers(..)) => {
                let pieces = pieces.into_iter().filter_map(|piece| match piece {
                    Piece::Numbers(numbers, there) => Some((numbers, there)),
                    _ => None,
                });
                arrays.push(numbers(DataType::Int64, pieces.collect(), len)?);
            }
            None => {}
        }
    }
    match operation {
        Operation::Component(_) | Operation::Text(_) => Ok(arrays.remove(0)),
        _ => Ok(structure(operation, layout, len, nulls, arrays)),
    }
}

fn numbers<T: arrow_buffer::ArrowNativeType>(
    data_type: DataType,
    pieces: Vec<(Vec<T>, Vec<u64>)>,
    len: usize,
) -> Result<ArrayData, Error> {
    let nulls = bitmap::nulls(pieces.iter().map(|(_, words)| words.as_slice()), len)?;
    let values: Vec<T> = match <[_; 1]>::try_from(pieces) {
        Ok([(values, _)]) => values,
        Err(pieces) => {
            let mut all = room(len)?;
            for (values, _) in pieces {
                all.extend_from_slice(&values);
            }
            all
        }
    };
    Ok(assemble(data_type, len, nulls, vec![Buffer::from_vec(values)], Vec::new()))
}

fn structure(
    operation: &Operation,
    layout: Layout,
    len: usize,
    nulls: Option<NullBuffer>,
    fields: Vec<ArrayData>,
) -> ArrayData {
    let text_type = super::chunk::TextType { layout, keys: None };
    assemble(operation.answer_type(&text_type), len, nulls, Vec::new(), fields)
}
