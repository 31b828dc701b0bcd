//! Joins the pieces of a chunk's answer into one array.

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::DataType;

use iriform::engine::bits::ones;

use crate::answers::builder::TextBuilder;
use crate::answers::draft;
use crate::answers::piece::Piece;
use crate::answers::source::Format;
use crate::arrow::bitmap;
use crate::arrow::chunk::{Layout, TextType, Texts};
use crate::arrow::interface::assemble;
use crate::arrow::memory::{collected, room, zeros};
use crate::error::Error;
use crate::parallel;
use crate::table::call::Call;
use crate::table::operation::{RowVerdict, Work};

/// Joins the answers of a chunk's tasks, field by field.
pub(crate) fn join<F: Format>(
    texts: &Texts,
    layout: Layout,
    parts: Vec<Vec<Piece<F::Builder>>>,
    call: &Call<'_>,
    threads: usize,
) -> Result<ArrayData, Error> {
    let len = texts.len;
    let work = &call.operation.work;
    let is_binary = layout.is_binary && !matches!(work, Work::RowVerdict(_));
    let fields = parts.first().map_or(0, Vec::len);
    let mut columns: Vec<Vec<Piece<F::Builder>>> =
        (0..fields).map(|_| Vec::with_capacity(parts.len())).collect();
    for part in parts {
        for (column, piece) in columns.iter_mut().zip(part) {
            column.push(piece);
        }
    }
    let text_type = TextType { layout, keys: None };
    let answer_type = call.operation.answer_type(call.arguments, &text_type);
    let mut arrays = Vec::with_capacity(fields);
    let mut validity = None;
    for pieces in columns {
        match pieces.first() {
            Some(Piece::Bits(_)) => {
                let words = pieces.iter().map(|piece| match piece {
                    Piece::Bits(words) => words.as_slice(),
                    _ => &[],
                });
                if matches!(work, Work::RowVerdict(RowVerdict::Valid)) {
                    let bits = bitmap::bits(words, len)?.into_inner();
                    let validity = texts.validity.clone();
                    return Ok(assemble(DataType::Boolean, len, validity, vec![bits], Vec::new()));
                }
                validity = bitmap::validity(words, len)?;
            }
            Some(Piece::Texts(..) | Piece::Same(..)) => {
                let layout = Layout { is_binary, ..layout };
                arrays.push(joined_texts::<F>(texts, layout, pieces, threads)?);
            }
            Some(Piece::Ports(..)) => {
                let pieces = pieces.into_iter().filter_map(|piece| match piece {
                    Piece::Ports(numbers, there) => Some((numbers, there)),
                    _ => None,
                });
                arrays.push(numbers(DataType::UInt16, pieces.collect(), len)?);
            }
            Some(Piece::Numbers(..)) => {
                let pieces = pieces.iter().filter_map(|piece| match piece {
                    Piece::Numbers(numbers, there) => Some((numbers.as_slice(), there.as_slice())),
                    _ => None,
                });
                arrays.push(scattered(pieces, len)?);
            }
            Some(Piece::Truths(..)) => {
                let (truths, there): (Vec<_>, Vec<_>) = pieces
                    .into_iter()
                    .filter_map(|piece| match piece {
                        Piece::Truths(truths, there) => Some((truths, there)),
                        _ => None,
                    })
                    .unzip();
                let bits = bitmap::bits(truths.iter().map(Vec::as_slice), len)?.into_inner();
                let validity = bitmap::validity(there.iter().map(Vec::as_slice), len)?;
                arrays.push(assemble(DataType::Boolean, len, validity, vec![bits], Vec::new()));
            }
            Some(Piece::Lists(..) | Piece::Places(..)) => {
                let of = match &answer_type {
                    DataType::Struct(fields) => fields[arrays.len()].data_type(),
                    list => list,
                };
                arrays.push(lists(pieces, of, len, is_binary, threads)?);
            }
            None => {}
        }
    }
    match answer_type {
        DataType::Struct(_) => Ok(assemble(answer_type, len, validity, Vec::new(), arrays)),
        _ => Ok(arrays.remove(0)),
    }
}

/// Joins texts. If each row of the chunk is its own answer or null, the answer shares the chunk's memory.
fn joined_texts<F: Format>(
    texts: &Texts,
    layout: Layout,
    pieces: Vec<Piece<F::Builder>>,
    threads: usize,
) -> Result<ArrayData, Error> {
    let own = pieces.iter().map_while(|piece| match piece {
        Piece::Same(_, there) => Some(there.as_slice()),
        _ => None,
    });
    if own.clone().count() == pieces.len() {
        let validity = bitmap::validity(own, texts.len)?;
        let data_type = layout.data_type();
        return Ok(assemble(data_type, texts.len, validity, texts.buffers(), Vec::new()));
    }
    let made = parallel::map(pieces, threads, |piece| match piece {
        Piece::Texts(made, there) => Ok(Some((made, there))),
        Piece::Same(range, there) => {
            let (held, rows) = (F::hold(texts, &range), range.len());
            draft::copy::<F>(&held, rows, rows).map(|made| Some((made, there)))
        }
        _ => Ok(None),
    });
    let made = made.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>()?;
    F::Builder::join(made, layout.is_binary, F::shared(texts), threads)
}

fn numbers<T: ArrowNativeType>(
    data_type: DataType,
    pieces: Vec<(Vec<T>, Vec<u64>)>,
    len: usize,
) -> Result<ArrayData, Error> {
    let validity = bitmap::validity(pieces.iter().map(|(_, words)| words.as_slice()), len)?;
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
    Ok(assemble(data_type, len, validity, vec![Buffer::from_vec(values)], Vec::new()))
}

/// Puts numbers at the indices of their rows. The system zeroes the memory of the other rows when it is read.
fn scattered<'p>(
    pieces: impl Iterator<Item = (&'p [i64], &'p [u64])> + Clone,
    len: usize,
) -> Result<ArrayData, Error> {
    let mut all: Vec<i64> = zeros(len)?;
    let mut first = 0;
    for (numbers, there) in pieces.clone() {
        let mut numbers = numbers.iter();
        for &word in there {
            for i in ones(word) {
                if let (Some(place), Some(&number)) = (all.get_mut(first + i), numbers.next()) {
                    *place = number;
                }
            }
            first += 64;
        }
    }
    let validity = bitmap::validity(pieces.map(|(_, there)| there), len)?;
    Ok(assemble(DataType::Int64, len, validity, vec![Buffer::from_vec(all)], Vec::new()))
}

/// Joins the lists of a chunk. Each piece becomes an array of items first, because the item bitmap
/// of a piece may end within a word.
fn lists<M: TextBuilder>(
    pieces: Vec<Piece<M>>,
    data_type: &DataType,
    len: usize,
    is_binary: bool,
    threads: usize,
) -> Result<ArrayData, Error> {
    let mut ends = room(len + 1)?;
    ends.push(M::Index::default());
    let mut validity = Vec::new();
    let mut arrays: Vec<ArrayData> = Vec::new();
    for piece in pieces {
        let (places, fields, own, there) = match piece {
            Piece::Lists(fields, own, there) => (None, fields, own, there),
            Piece::Places(places, fields, own, there) => (Some(places), fields, own, there),
            _ => continue,
        };
        let before = ends.last().map_or(0, |end: &M::Index| end.as_usize());
        if before == 0 {
            ends.extend_from_slice(&own);
        } else {
            for end in own {
                ends.push(M::Index::from_usize(before + end.as_usize()).ok_or(Error::Overflow)?);
            }
        }
        validity.push(there);
        // All items are new texts, so the buffers of the column are not shared.
        let texts = fields.into_iter().map(|field| M::join(vec![field], is_binary, &[], threads));
        let texts = collected(texts)?;
        let places = places.into_iter().flatten().map(whole);
        let items: Vec<ArrayData> = places.chain(texts).collect();
        arrays.push(match data_type {
            DataType::List(item) | DataType::LargeList(item) if item.data_type().is_nested() => {
                let count = items.first().map_or(0, ArrayData::len);
                assemble(item.data_type().clone(), count, None, Vec::new(), items)
            }
            _ => items.into_iter().next().ok_or(Error::Memory)?,
        });
    }
    let validity = bitmap::validity(validity.iter().map(Vec::as_slice), len)?;
    let items = concatenated(arrays)?;
    Ok(assemble(data_type.clone(), len, validity, vec![Buffer::from_vec(ends)], vec![items]))
}

/// An array of numbers.
fn whole(numbers: Vec<i64>) -> ArrayData {
    let count = numbers.len();
    assemble(DataType::Int64, count, None, vec![Buffer::from_vec(numbers)], Vec::new())
}

/// Concatenates arrays.
fn concatenated(mut arrays: Vec<ArrayData>) -> Result<ArrayData, Error> {
    if arrays.len() == 1 {
        return Ok(arrays.remove(0));
    }
    let total = arrays.iter().map(ArrayData::len).sum();
    crate::arrow::memory::ask::<u128>(total)?;
    let mut all = MutableArrayData::new(arrays.iter().collect(), false, total);
    for (number, array) in arrays.iter().enumerate() {
        all.try_extend(number, 0, array.len()).map_err(|_| Error::Overflow)?;
    }
    Ok(all.freeze())
}
