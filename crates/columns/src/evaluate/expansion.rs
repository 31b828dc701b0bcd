//! Expands a URI template with the values of each row.

use std::ops::Range;

use arrow_data::ArrayData;
use iriform::engine::template::parts::variables;
use iriform::engine::template::{Misuse, Modifier, Slot, Target, expand_onto};
use iriform_kernel::{BLOCK, Production};

use crate::answers::builder::{TextBuilder, UNKNOWN, push_block};
use crate::answers::source::{ByOffsets, Format};
use crate::arrow::chunk::Column;
use crate::arrow::dictionary::decoded;
use crate::arrow::memory::zeros;
use crate::error::Error;
use crate::parallel;
use crate::table::call::Call;
use crate::templates::bind::{ByRow, Failed};
use crate::templates::json_values::JsonValues;
use crate::templates::values::{Structs, Values, VariableValue};

type Builder = <ByOffsets<i32> as Format>::Builder;

/// Expands the template that the call holds on every chunk of values: a text for each row, null
/// if it is not valid.
pub fn expand(values: &Values, call: &Call<'_>, threads: usize) -> Result<Vec<ArrayData>, Error> {
    refuse_prefixes(template(call)?, values)?;
    expand_all(values, call, threads)
}

/// As [`expand`], of values that are JSON objects.
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
    let parts = parallel::map(tasks, threads, |(chunk, range)| {
        Task { template, values, chunk, production: call.production }.expand(range)
    });
    let mut by_chunk: Vec<Vec<_>> = lengths.iter().map(|_| Vec::new()).collect();
    for (place, part) in places.into_iter().zip(parts) {
        by_chunk[place].push(part?);
    }
    by_chunk.into_iter().map(|pieces| Builder::join(pieces, false, &[], threads)).collect()
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
        if matches!(variable.modifier, Modifier::Prefix(_)) && is_composite(variable.name) {
            let misuse = Misuse::PrefixOfComposite { name: variable.name.to_owned() };
            return Err(Error::Value(misuse.to_string()));
        }
    }
    Ok(())
}

/// A chunk of values, and the call that is evaluated on it.
struct Task<'a, V> {
    template: &'a str,
    values: &'a V,
    chunk: usize,
    production: Production,
}

impl<V: ByRow> Task<'_, V> {
    /// Expands the rows of a range: their texts, and a bitmap of the rows that have one.
    fn expand(&self, range: Range<usize>) -> Result<(Builder, Vec<u64>), Error> {
        let &Self { template, values, chunk, production } = self;
        let target = if production.is_iri { Target::Iri } else { Target::Uri };
        let mut texts = Builder::with_capacity(range.len(), UNKNOWN)?;
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
                    match expand_onto(template, target, &mut out, fill) {
                        Ok(()) => made |= 1 << i,
                        Err(Failed::Row) => out.truncate(before),
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
