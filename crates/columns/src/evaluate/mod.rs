//! Evaluates an operation on every row of a column.

mod decided;
pub(crate) mod expansion;
mod findings;
mod join;
mod places;
mod records;
mod task_rows;
mod texts;
mod variables;

use std::mem::replace;
use std::ops::Range;

use arrow_data::ArrayData;
use iriform::engine::words::escape;
use iriform_kernel::ReferenceKind;

use crate::answers::builder::TextBuilder;
use crate::answers::piece::Piece;
use crate::answers::source::{ByOffsets, ByViews, Format};
use crate::arrow::chunk::{Chunk, Column, Layout, Texts, Width};
use crate::arrow::dictionary;
use crate::error::Error;
use crate::evaluate::expansion::expand_json;
use crate::evaluate::join::join;
use crate::evaluate::task_rows::TaskRows;
use crate::parallel;
use crate::table::call::Call;
use crate::table::component::Component;
use crate::table::operation::{Operation, Work};

/// Evaluates the call on every chunk of a column of texts.
pub fn evaluate(column: &Column, call: &Call<'_>, threads: usize) -> Result<Vec<ArrayData>, Error> {
    for (name, other) in call.arguments.columns() {
        let (rows, others) = (column.len(), other.len());
        if others != rows {
            let message =
                format!("the column has {rows} rows and its {} column {others}", escape(name));
            return Err(Error::Value(message));
        }
    }
    if call.operation.is_of_values() {
        return expand_json(column, call, threads);
    }
    let layout = column.text_type.layout;
    if column.text_type.keys.is_none() {
        let texts: Vec<_> = column.chunks.iter().map(Chunk::texts).collect();
        return of_texts(&texts, layout, call, threads);
    }
    if call.operation.is_by_row(call.arguments) {
        let decoded: Vec<_> =
            column.chunks.iter().map(dictionary::decoded).collect::<Result<_, _>>()?;
        return of_texts(&decoded.iter().collect::<Vec<_>>(), layout, call, threads);
    }
    dictionary::evaluate(column, |texts| of_texts(texts, layout, call, threads))
}

/// Evaluates the call on chunks of texts in a layout.
fn of_texts(
    chunks: &[&Texts],
    layout: Layout,
    call: &Call<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    if call.operation.repairs(call.arguments) {
        let repaired = repaired(chunks, layout, call.production, threads)?;
        return of_width(&repaired.iter().collect::<Vec<_>>(), layout, call, threads);
    }
    of_width(chunks, layout, call, threads)
}

/// The rows after `repair`; null if it refuses.
fn repaired(
    chunks: &[&Texts],
    layout: Layout,
    production: ReferenceKind,
    threads: usize,
) -> Result<Vec<Texts>, Error> {
    let operation = Operation::named("repair")?;
    let values = operation.parameters().map(|parameter| parameter.of.absent()).collect();
    let arguments = operation.arguments(values)?;
    let call = Call { operation, arguments: &arguments, production };
    let answers = of_width(chunks, layout, &call, threads)?;
    Ok(answers.iter().map(|answer| Texts::of(answer, layout.width)).collect())
}

fn of_width(
    chunks: &[&Texts],
    layout: Layout,
    call: &Call<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    match layout.width {
        Width::Small => of_format::<ByOffsets<i32>>(chunks, layout, call, threads),
        Width::Large => of_format::<ByOffsets<i64>>(chunks, layout, call, threads),
        Width::View => of_format::<ByViews>(chunks, layout, call, threads),
    }
}

fn of_format<F: Format>(
    chunks: &[&Texts],
    layout: Layout,
    call: &Call<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    let lengths: Vec<_> = chunks.iter().map(|texts| texts.len).collect();
    let starts = lengths.iter().scan(0, |end, length| Some(replace(end, *end + length))).collect();
    let chunks = Chunks { texts: chunks, starts, layout, call };
    let step = parallel::step(lengths.iter().sum(), threads);
    let is_gathered = |chunk: usize| lengths[chunk] > step && is_of_one_text(call);
    let mut tasks = tasks(&lengths, step, call, threads);
    tasks.retain(|task| !is_gathered(task.chunk));
    let parts = chunks.parts::<F>(tasks, threads)?;
    let whole = |(chunk, parts)| {
        if is_gathered(chunk) {
            chunks.gathered::<F>(chunk, step.min(parallel::MAX_ROWS), threads)
        } else {
            join::<F>(chunks.texts[chunk], layout, parts, call, threads)
        }
    };
    parts.into_iter().enumerate().map(whole).collect()
}

/// Returns true if the answer is one component as text. The results of several threads for a chunk are then put
/// in their places directly.
fn is_of_one_text(call: &Call<'_>) -> bool {
    let is_text = |component| component != Component::Port;
    matches!(call.operation.work, Work::Components(Some(component)) if is_text(component))
}

/// Chunks of texts, and the call to evaluate on each row.
struct Chunks<'a> {
    texts: &'a [&'a Texts],
    /// The number of each chunk's first row in the whole column.
    starts: Vec<usize>,
    layout: Layout,
    call: &'a Call<'a>,
}

/// The answer for a chunk, in parts of its rows, each field by field.
type ChunkParts<F> = Vec<Vec<Piece<<F as Format>::Builder>>>;

impl Chunks<'_> {
    fn answer<F: Format>(&self, task: Task<'_>) -> Result<Vec<Piece<F::Builder>>, Error> {
        let Task { chunk, range, components } = task;
        let (texts, layout, call) = (self.texts[chunk], self.layout, self.call);
        let first = self.starts[chunk] + range.start;
        let held = &F::hold(texts, &range);
        let source = F::open(held).map_err(|mut unreadable| {
            unreadable.row += range.start;
            unreadable
        })?;
        TaskRows::<F> { texts, held, source, call, layout, range, first, components }.answer()
    }

    /// The answers of the tasks, by chunk.
    fn parts<F: Format>(
        &self,
        tasks: Vec<Task<'_>>,
        threads: usize,
    ) -> Result<Vec<ChunkParts<F>>, Error> {
        let places: Vec<_> = tasks.iter().map(|task| (task.chunk, task.range.start)).collect();
        let answers = parallel::map(tasks, threads, |task| self.answer::<F>(task));
        let mut by_chunk: Vec<_> = self.texts.iter().map(|_| ChunkParts::<F>::new()).collect();
        let mut last = None;
        for (place, answer) in places.into_iter().zip(answers) {
            let parts = &mut by_chunk[place.0];
            match parts.last_mut().filter(|_| last == Some(place)) {
                // Other fields of the same rows.
                Some(fields) => fields.extend(answer?),
                None => parts.push(answer?),
            }
            last = Some(place);
        }
        Ok(by_chunk)
    }

    /// The component of a chunk that the call extracts, `step` rows at a time.
    fn gathered<F: Format>(
        &self,
        chunk: usize,
        step: usize,
        threads: usize,
    ) -> Result<ArrayData, Error> {
        let texts = self.texts[chunk];
        let make = |range| {
            let task = Task { chunk, range, components: components(self.call) };
            match self.answer::<F>(task)?.pop() {
                Some(Piece::Texts(made, there)) => Ok((made, there)),
                _ => unreachable!("a component is a text"),
            }
        };
        let (tasks, extent, shared) =
            (parallel::steps(texts.len, step), F::extent(texts), F::shared(texts));
        F::Builder::gather(tasks, make, extent, self.layout.is_binary, shared, threads)
    }
}

/// The work of one thread at a time: rows of a chunk, and the components to extract, if the call extracts
/// components.
struct Task<'a> {
    chunk: usize,
    range: Range<usize>,
    components: &'a [Component],
}

/// The components that a call extracts.
fn components<'a>(call: &Call<'a>) -> &'a [Component] {
    match &call.operation.work {
        Work::Components(Some(component)) => std::slice::from_ref(component),
        Work::Components(None) => call.arguments.components(),
        _ => &[],
    }
}

/// The tasks of a call on chunks of these lengths, in the order of the answer.
fn tasks<'a>(lengths: &[usize], step: usize, call: &Call<'a>, threads: usize) -> Vec<Task<'a>> {
    let components = components(call);
    let ranges = parallel::ranges(lengths, step);
    // Joining the results of several threads for a chunk copies them. If there are enough components, each
    // thread instead extracts some of them from all rows of the chunk.
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
