//! Expands a URI template with the values of each row.

use std::ops::Range;

use arrow_data::ArrayData;
use iriform::engine::{
    recognize,
    template::{self, DotSegments, Misuse, Slot, Target, parts::variables},
    text::Utf8,
    words::Explained,
};
use iriform_kernel::{BLOCK, ReferenceKind};

use crate::answers::builder::{TextBuilder, UNKNOWN, push_block};
use crate::answers::source::{ByOffsets, Format};
use crate::arrow::bitmap;
use crate::arrow::chunk::Column;
use crate::arrow::chunk::{Layout, TextType};
use crate::arrow::dictionary::decoded;
use crate::arrow::interface::assemble;
use crate::arrow::memory::zeros;
use crate::error::Error;
use crate::parallel;
use crate::table::call::Call;
use crate::table::operation::{EXPANSION_ERRORS, Expansion, Work};
use crate::templates::bind::{ByRow, Failed};
use crate::templates::json_values::JsonValues;
use crate::templates::values::{Structs, Values, VariableValue};

type AnswerBuilder = <ByOffsets<i32> as Format>::Builder;

/// Expands the template of the call for every chunk of values: a text for each row, null if it is invalid.
pub fn expand(values: &Values, call: &Call<'_>, threads: usize) -> Result<Vec<ArrayData>, Error> {
    refuse_prefixes(template(call)?, values)?;
    expand_all(values, call, threads)
}

/// Like [`expand`], for values that are JSON objects.
pub(crate) fn expand_json(
    column: &Column,
    call: &Call<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    let texts = column.chunks.iter().map(decoded).collect::<Result<_, _>>()?;
    expand_all(&JsonValues(texts), call, threads)
}

fn expand_all(
    values: &impl ByRow,
    call: &Call<'_>,
    threads: usize,
) -> Result<Vec<ArrayData>, Error> {
    let template = template(call)?;
    let lengths = values.lengths();
    let tasks = parallel::ranges(&lengths, parallel::step(lengths.iter().sum(), threads));
    let places: Vec<_> = tasks.iter().map(|(chunk, _)| *chunk).collect();
    let dot_segments = DotSegments::allowed(call.arguments.flag(DOT_SEGMENTS));
    let task = |chunk| ExpansionTask {
        template,
        values,
        chunk,
        production: call.production,
        dot_segments,
    };
    if matches!(call.operation.work, Work::Expansion(Expansion::Errors)) {
        let parts = parallel::map(tasks, threads, |(chunk, range)| task(chunk).errors(range));
        let of = |(parts, &len)| joined_errors(parts, len, call, threads);
        return by_chunk(&lengths, places, parts)?.into_iter().zip(&lengths).map(of).collect();
    }
    let parts = parallel::map(tasks, threads, |(chunk, range)| task(chunk).expand(range));
    let join = |pieces| AnswerBuilder::join(pieces, false, &[], threads);
    by_chunk(&lengths, places, parts)?.into_iter().map(join).collect()
}

/// The parts of the answer by chunk; the chunks have these ranges.
fn by_chunk<T>(
    lengths: &[usize],
    places: Vec<usize>,
    parts: Vec<Result<T, Error>>,
) -> Result<Vec<Vec<T>>, Error> {
    let mut chunks: Vec<Vec<_>> = lengths.iter().map(|_| Vec::new()).collect();
    for (place, part) in places.into_iter().zip(parts) {
        chunks[place].push(part?);
    }
    Ok(chunks)
}

/// The position of the argument that allows dot segments.
const DOT_SEGMENTS: usize = 1;

/// The reasons why rows of a task are refused: the fields with their bitmaps, and the bitmap of refused rows.
struct RefusedRow {
    fields: [(AnswerBuilder, Vec<u64>); EXPANSION_ERRORS.len()],
    rows: Vec<u64>,
}

fn joined_errors(
    parts: Vec<RefusedRow>,
    len: usize,
    call: &Call<'_>,
    threads: usize,
) -> Result<ArrayData, Error> {
    let mut fields: [Vec<_>; EXPANSION_ERRORS.len()] = Default::default();
    let mut rows = Vec::with_capacity(parts.len());
    for part in parts {
        for (field, of_part) in fields.iter_mut().zip(part.fields) {
            field.push(of_part);
        }
        rows.push(part.rows);
    }
    let arrays = fields.into_iter().map(|field| AnswerBuilder::join(field, false, &[], threads));
    let arrays = arrays.collect::<Result<_, _>>()?;
    let validity = bitmap::validity(rows.iter().map(Vec::as_slice), len)?;
    let text_type = TextType { layout: Layout::TEXT, keys: None };
    let answer_type = call.operation.answer_type(call.arguments, &text_type);
    Ok(assemble(answer_type, len, validity, Vec::new(), arrays))
}

fn template<'a>(call: &Call<'a>) -> Result<&'a str, Error> {
    let template = call.arguments.template();
    let template = template.ok_or_else(|| Error::Value("no template is given".to_owned()))?;
    Ok(template.text())
}

/// Fails if a variable with a prefix has values that are lists or pairs (RFC 6570 §2.4.1).
fn refuse_prefixes(template: &str, values: &Values) -> Result<(), Error> {
    let is_composite =
        |name: &str| values.fields.iter().any(|(field, of)| field == name && of.is_composite());
    for (_, variable) in variables(template) {
        if variable.modifier.prefix().is_some() && is_composite(variable.name) {
            let misuse = Misuse::PrefixOfComposite { name: variable.name.to_owned() };
            return Err(Error::Value(misuse.to_string()));
        }
    }
    Ok(())
}

/// A chunk of values, and the call to evaluate on it.
struct ExpansionTask<'a, V> {
    template: &'a str,
    values: &'a V,
    chunk: usize,
    production: ReferenceKind,
    dot_segments: DotSegments,
}

/// Why a row has no expansion: the variables, the rule, and the message.
type NoExpansion = (Option<String>, Option<String>, String);

impl<V: ByRow> ExpansionTask<'_, V> {
    /// Says why the rows of a range have no expansion.
    fn errors(&self, range: Range<usize>) -> Result<RefusedRow, Error> {
        let builder =
            || Ok::<_, Error>((AnswerBuilder::with_capacity(range.len(), UNKNOWN)?, Vec::new()));
        let mut fields = [builder()?, builder()?, builder()?];
        let mut rows = Vec::with_capacity(range.len().div_ceil(BLOCK));
        let mut out = String::new();
        for first in range.clone().step_by(BLOCK) {
            let count = (range.end - first).min(BLOCK);
            let (mut refused, mut there) = (0_u64, [0_u64; EXPANSION_ERRORS.len()]);
            for i in 0..count {
                let reason = self.reason(first + i, &mut out)?;
                refused |= u64::from(reason.is_some()) << i;
                let (variable, rule, message) = match reason {
                    Some((variable, rule, message)) => (variable, rule, Some(message)),
                    None => (None, None, None),
                };
                for ((text, (made, _)), word) in
                    [variable, rule, message].into_iter().zip(&mut fields).zip(&mut there)
                {
                    *word |= u64::from(text.is_some()) << i;
                    match text {
                        Some(text) => {
                            made.expect(text.len());
                            made.text(text.as_bytes());
                        }
                        None => made.absent(),
                    }
                }
            }
            rows.push(refused);
            for ((_, words), word) in fields.iter_mut().zip(there) {
                words.push(word);
            }
        }
        Ok(RefusedRow { fields, rows })
    }

    /// Says why a row has no expansion; none if it has one, or is null.
    fn reason(&self, row: usize, out: &mut String) -> Result<Option<NoExpansion>, Error> {
        let &Self { template, values, chunk, production, dot_segments } = self;
        let Some(row) = values.row(chunk, row)? else { return Ok(None) };
        let target = if production.is_iri { Target::Iri } else { Target::Uri };
        out.clear();
        let fill = |name: &str, slot: &mut Slot<'_>| values.fill(&row, name, slot);
        Ok(match template::expand(template, target, dot_segments, out, fill) {
            Ok(()) => {
                let rule = production.rule();
                let fault = recognize(Utf8(out.as_bytes()), rule).err();
                fault.map(|fault| {
                    let text = Utf8(out.as_bytes());
                    let message = Explained::new(text, rule, &fault, &|_| None).message();
                    (None, Some(fault.rule.name().to_owned()), message)
                })
            }
            Err(Failed::Misuse(misuse)) => {
                let variable = misuse.variables().join(", ");
                let variable = Some(variable).filter(|variable| !variable.is_empty());
                let rule = misuse.clause().map(str::to_owned);
                Some((variable, rule, misuse.to_string()))
            }
            Err(Failed::NotUtf8) => {
                Some((None, Some("RFC 3629 §3".to_owned()), "a value is not UTF-8".to_owned()))
            }
            Err(Failed::Column(error)) => return Err(error),
        })
    }

    /// Expands the rows of a range: their texts, and a bitmap of the rows that have one.
    fn expand(&self, range: Range<usize>) -> Result<(AnswerBuilder, Vec<u64>), Error> {
        let &Self { template, values, chunk, production, dot_segments } = self;
        let target = if production.is_iri { Target::Iri } else { Target::Uri };
        let mut texts = AnswerBuilder::with_capacity(range.len(), UNKNOWN)?;
        let mut there = zeros(range.len().div_ceil(BLOCK))?;
        let mut out = String::new();
        for (word, first) in there.iter_mut().zip(range.clone().step_by(BLOCK)) {
            let count = (range.end - first).min(BLOCK);
            let mut ends = [0_i64; BLOCK + 1];
            let mut made = 0;
            out.clear();
            for i in 0..count {
                let before = out.len();
                if let Some(row) = values.row(chunk, first + i)? {
                    let fill = |name: &str, slot: &mut Slot<'_>| values.fill(&row, name, slot);
                    match template::expand(template, target, dot_segments, &mut out, fill) {
                        Ok(()) => made |= 1 << i,
                        Err(Failed::Misuse(_) | Failed::NotUtf8) => out.truncate(before),
                        Err(Failed::Column(error)) => return Err(error),
                    }
                }
                ends[i + 1] = i64::try_from(out.len()).map_err(|_| Error::Memory)?;
            }
            *word =
                push_block(&mut texts, out.as_bytes(), &ends[..=count], made, Some(production))?;
        }
        Ok((texts, there))
    }
}

impl ByRow for Values {
    type Row<'a> = (&'a Structs, usize);

    fn lengths(&self) -> Vec<usize> {
        self.chunks.iter().map(|structs| structs.len).collect()
    }

    fn row(&self, chunk: usize, row: usize) -> Result<Option<Self::Row<'_>>, Error> {
        let structs = &self.chunks[chunk];
        Ok((!structs.is_null(row)).then_some((structs, row)))
    }

    fn fill(
        &self,
        &(structs, row): &Self::Row<'_>,
        name: &str,
        slot: &mut Slot<'_>,
    ) -> Result<(), Failed> {
        let mut names = self.fields.iter().map(|(name, _)| name);
        let Some(field) = names.position(|field| field == name) else { return Ok(()) };
        match structs.get(row, field)? {
            None => {}
            Some(VariableValue::Text(text)) => slot.text(str::from_utf8(text)?),
            Some(VariableValue::List(members)) => {
                for member in members {
                    slot.member(str::from_utf8(member)?)?;
                }
            }
            Some(VariableValue::Pairs(pairs)) => {
                for [name, value] in pairs {
                    slot.pair(str::from_utf8(name)?, str::from_utf8(value)?)?;
                }
            }
        }
        Ok(())
    }
}
