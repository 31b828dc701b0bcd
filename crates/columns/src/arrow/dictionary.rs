//! Dictionary columns: each distinct text is evaluated once, and the rows point to its answer.

use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use iriform_kernel::Offset;

use crate::arrow::bitmap;
use crate::arrow::chunk::{Chunk, Column, Keys, NULL, Storage, Texts};
use crate::arrow::interface::assemble;
use crate::arrow::memory::{collected, room};
use crate::error::Error;

/// Evaluates a dictionary column: `answer` evaluates the distinct texts, and each row gets the
/// answer for its text.
pub fn evaluate(
    column: &Column,
    answer: impl Fn(&[&Texts]) -> Result<Vec<ArrayData>, Error>,
) -> Result<Vec<ArrayData>, Error> {
    // The chunks of a column often share one dictionary.
    let mut distinct: Vec<&Texts> = Vec::new();
    let mut of_chunk = Vec::with_capacity(column.chunks.len());
    for chunk in &column.chunks {
        let texts = chunk.texts();
        if !distinct.last().is_some_and(|last| is_same(last, texts)) {
            distinct.push(texts);
        }
        of_chunk.push(distinct.len() - 1);
    }
    let answers = answer(&distinct)?;
    let chosen = column.chunks.iter().zip(of_chunk).map(|(chunk, number)| match chunk {
        Chunk::Dictionary(keys, texts) => chosen(&answers[number], keys, &keys.indices(texts.len)?),
        Chunk::Plain(_) => Ok(answers[number].clone()),
    });
    chosen.collect()
}

/// Returns true if both have the same memory.
fn is_same(a: &Texts, b: &Texts) -> bool {
    let validity = match (&a.validity, &b.validity) {
        (Some(a), Some(b)) => a.inner().ptr_eq(b.inner()),
        (None, None) => true,
        _ => false,
    };
    validity
        && a.len == b.len
        && match (&a.storage, &b.storage) {
            (Storage::Small(a, av), Storage::Small(b, bv)) => a.ptr_eq(b) && av.ptr_eq(bv),
            (Storage::Large(a, av), Storage::Large(b, bv)) => a.ptr_eq(b) && av.ptr_eq(bv),
            (Storage::View(a, av), Storage::View(b, bv)) => {
                a.ptr_eq(b) && av.len() == bv.len() && av.iter().zip(bv).all(|(a, b)| a.ptr_eq(b))
            }
            _ => false,
        }
}

/// The answer for each row. Numbers and truth values are copied; texts become a dictionary with the
/// same keys.
fn chosen(answer: &ArrayData, keys: &Keys, indices: &[usize]) -> Result<ArrayData, Error> {
    let is_there = |&index: &usize| index != NULL && answer.is_valid(index);
    let bits = bitmap::of(indices.len(), |row| is_there(&indices[row]))?;
    let validity = crate::arrow::chunk::validity(bits);
    let (buffers, children) = match answer.data_type() {
        DataType::Boolean => {
            let truths =
                BooleanBuffer::new(answer.buffers()[0].clone(), answer.offset(), answer.len());
            let bits = bitmap::of(indices.len(), |row| {
                indices[row] != NULL && truths.value(indices[row])
            })?;
            (vec![bits.into_inner()], Vec::new())
        }
        DataType::UInt16 => (vec![looked_up::<u16>(answer, indices)?], Vec::new()),
        DataType::Int64 => (vec![looked_up::<i64>(answer, indices)?], Vec::new()),
        DataType::Struct(fields) => {
            let children = answer.child_data().iter().map(|child| chosen(child, keys, indices));
            let children: Vec<_> = children.collect::<Result<_, _>>()?;
            let fields = fields.iter().zip(&children).map(|(field, child)| {
                field.as_ref().clone().with_data_type(child.data_type().clone())
            });
            let data_type = DataType::Struct(fields.collect());
            return Ok(assemble(data_type, indices.len(), validity, Vec::new(), children));
        }
        texts => {
            let data_type =
                DataType::Dictionary(Box::new(keys.data_type.clone()), Box::new(texts.clone()));
            let buffers = vec![keys.buffer.clone()];
            return Ok(assemble(data_type, indices.len(), validity, buffers, vec![answer.clone()]));
        }
    };
    Ok(assemble(answer.data_type().clone(), indices.len(), validity, buffers, children))
}

fn looked_up<T: ArrowNativeType>(answer: &ArrayData, indices: &[usize]) -> Result<Buffer, Error> {
    let values = answer.buffer::<T>(0);
    let of = |&index: &usize| Ok(if index == NULL { T::default() } else { values[index] });
    Ok(Buffer::from_vec(collected(indices.iter().map(of))?))
}

/// The texts of a chunk's rows without a dictionary: one text for each row.
pub fn decoded(chunk: &Chunk) -> Result<Texts, Error> {
    let (keys, texts) = match chunk {
        Chunk::Plain(texts) => return Ok(texts.clone()),
        Chunk::Dictionary(keys, texts) => (keys, texts),
    };
    let indices = keys.indices(texts.len)?;
    let text = |&index: &usize| Ok(if index == NULL { None } else { texts.get(index)? });
    let there = collected(indices.iter().map(text))?;
    let validity =
        crate::arrow::chunk::validity(bitmap::of(there.len(), |row| there[row].is_some())?);
    let storage = match &texts.storage {
        Storage::Small(..) => {
            let (offsets, values) = concatenated::<i32>(&there)?;
            Storage::Small(offsets, values)
        }
        Storage::Large(..) => {
            let (offsets, values) = concatenated::<i64>(&there)?;
            Storage::Large(offsets, values)
        }
        Storage::View(views, buffers) => {
            let views = views.as_chunks::<16>().0;
            let mut chosen = room(there.len() * 16)?;
            for (&index, text) in indices.iter().zip(&there) {
                chosen.extend_from_slice(if text.is_some() { &views[index] } else { &[0; 16] });
            }
            Storage::View(Buffer::from_vec(chosen), buffers.clone())
        }
    };
    Ok(Texts { len: indices.len(), validity, storage })
}

fn concatenated<O: Offset + ArrowNativeType>(
    texts: &[Option<&[u8]>],
) -> Result<(ScalarBuffer<O>, Buffer), Error> {
    let mut offsets = room(texts.len() + 1)?;
    offsets.push(O::default());
    let total = texts.iter().flatten().try_fold(0_usize, |sum, text| sum.checked_add(text.len()));
    let mut values = room(total.ok_or(Error::Overflow)?)?;
    for text in texts {
        values.extend_from_slice(text.unwrap_or_default());
        offsets.push(O::from_usize(values.len()).ok_or(Error::Overflow)?);
    }
    Ok((ScalarBuffer::from(offsets), Buffer::from_vec(values)))
}
