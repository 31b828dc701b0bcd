//! Evaluates an operation on every row of a column.

use std::marker::PhantomData;
use std::ops::Range;

use arrow_data::ArrayData;

use crate::builder::TextBuilder;
use crate::chunk::{Chunk, Column, Layout, Texts, Width};
use crate::component::Component;
use crate::dictionary;
use crate::error::Error;
use crate::join::join;
use crate::operation::Work;
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
    let answer = |Task { chunk, range, components }: Task<'_>| {
        let first = starts[chunk] + range.start;
        let texts = chunks[chunk];
        Part::<F> { texts, layout, range, first, components, format: PhantomData }.answer(question)
    };
    let step = parallel::step(lengths.iter().sum(), threads);
    let mut tasks = tasks(&lengths, step, question, threads);
    // One component of a chunk that several threads share is put in its place at once.
    let is_text = |component| component != Component::Port;
    if matches!(question.operation.work, Work::Component(component) if is_text(component)) {
        tasks.retain(|task| task.range.len() == lengths[task.chunk]);
    }
    let places: Vec<_> = tasks.iter().map(|task| (task.chunk, task.range.start)).collect();
    let parts = parallel::map(tasks, threads, answer);
    let mut by_chunk: Vec<Vec<Vec<Piece<F::Builder>>>> =
        chunks.iter().map(|_| Vec::new()).collect();
    let mut last = None;
    for (place, part) in places.into_iter().zip(parts) {
        let parts = &mut by_chunk[place.0];
        match parts.last_mut().filter(|_| last == Some(place)) {
            // Other fields of the same rows.
            Some(fields) => fields.extend(part?),
            None => parts.push(part?),
        }
        last = Some(place);
    }
    let whole = |(chunk, parts): (usize, Vec<_>)| {
        let texts = chunks[chunk];
        if !parts.is_empty() {
            return join::<F>(texts, layout, parts, question, threads);
        }
        let make = |range| {
            let task = Task { chunk, range, components: components(question) };
            match answer(task)?.pop() {
                Some(Piece::Texts(made, there)) => Ok((made, there)),
                _ => unreachable!("a component is a text"),
            }
        };
        let tasks = parallel::steps(texts.len, step.min(parallel::MOST));
        let shared = F::shared(texts);
        F::Builder::gather(tasks, make, F::extent(texts), layout.is_binary, shared, threads)
    };
    by_chunk.into_iter().enumerate().map(whole).collect()
}

/// What one thread does at a time: rows of a chunk, and the components that it extracts, if the
/// question is about components.
struct Task<'a> {
    chunk: usize,
    range: Range<usize>,
    components: &'a [Component],
}

/// The components that a question is about.
fn components<'a>(question: &Question<'a>) -> &'a [Component] {
    match &question.operation.work {
        Work::Component(component) => std::slice::from_ref(component),
        Work::Components => question.arguments.components(),
        _ => &[],
    }
}

/// The tasks of a question about chunks of these lengths, in the order of the answer.
fn tasks<'a>(
    lengths: &[usize],
    step: usize,
    question: &Question<'a>,
    threads: usize,
) -> Vec<Task<'a>> {
    let components = components(question);
    let ranges = parallel::ranges(lengths, step);
    // What several threads make of the rows of a chunk is joined, which copies it. Where there are
    // enough components, each thread instead extracts some of them from all rows of the chunk.
    if ranges.len() > lengths.len() && components.len() >= threads {
        let shares = components.chunks(components.len().div_ceil(threads));
        let of_chunk = |(chunk, &length): (usize, &usize)| {
            let task = move |components| Task { chunk, range: 0..length, components };
            shares.clone().map(task).collect::<Vec<_>>()
        };
        return lengths.iter().enumerate().flat_map(of_chunk).collect();
    }
    ranges.into_iter().map(|(chunk, range)| Task { chunk, range, components }).collect()
}
