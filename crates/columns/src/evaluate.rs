//! Evaluates an operation on every row of a column.

use std::marker::PhantomData;

use arrow_data::ArrayData;

use crate::chunk::{Chunk, Column, Layout, Texts, Width};
use crate::dictionary;
use crate::error::Error;
use crate::join::join;
use crate::parallel;
use crate::part::Part;
use crate::piece::Piece;
use crate::question::Question;
use crate::source::{ByOffsets, ByViews, Format};

/// Evaluates the question on every chunk of a column.
pub fn evaluate(
    column: &Column,
    question: &Question<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    if let Some(bases) = question.arguments.base_column()
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
    if question.operation.is_by_row(question.arguments) {
        let decoded: Vec<_> =
            column.chunks.iter().map(dictionary::decoded).collect::<Result<_, _>>()?;
        return of_texts(&decoded.iter().collect::<Vec<_>>(), layout, question, threads);
    }
    dictionary::evaluate(column, |texts| of_texts(texts, layout, question, threads))
}

/// Evaluates the question on chunks of texts in the given layout.
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
    let mut by_chunk: Vec<Vec<Vec<Piece<F::Builder>>>> =
        chunks.iter().map(|_| Vec::new()).collect();
    for (place, part) in places.into_iter().zip(parts) {
        by_chunk[place].push(part?);
    }
    chunks
        .iter()
        .zip(by_chunk)
        .map(|(texts, parts)| join::<F>(texts, layout, parts, question, threads))
        .collect()
}
