//! The variables of a URI template in each row, as the fields of a struct.

use std::borrow::Cow;
use std::ops::Range;

use iriform::engine::template::{Shape, ValuePiece as Reading};
use iriform_kernel::{BLOCK, Rows};
use serde_json::Value as Json;

use crate::answers::builder::{PartSpan, TextBuilder, UNKNOWN};
use crate::answers::json;
use crate::answers::piece::Piece;
use crate::answers::source::{Format, UncheckedRows};
use crate::arrow::memory::{collected, zeros};
use crate::error::Error;
use crate::evaluate::task_rows::{ListBuilder, TaskRows};
use crate::table::rows::Requests;
use crate::templates::template::{Field, PAIR, Template};

/// A field that is being built.
enum FieldRows<M: TextBuilder> {
    Texts(M, Vec<u64>),
    Lists(ListBuilder<M>, Vec<u64>),
}

/// A row that matches, and its readings.
struct Matched<'a> {
    number: usize,
    text: &'a str,
    template: &'a Template,
    readings: &'a [Reading],
    /// The readings that each field has.
    places: &'a [Range<usize>],
}

impl Matched<'_> {
    /// The text that a reading stands for.
    fn decoded(&self, reading: &Reading) -> Cow<'_, str> {
        self.template.matcher.decoded(reading, self.text)
    }

    /// Calls `visit` for each field with its readings; an undefined field has none.
    fn each(
        &self,
        mut visit: impl FnMut(&Field, &[Reading]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut fields = self.template.fields.iter().zip(self.places);
        fields.try_for_each(|(field, place)| visit(field, &self.readings[place.clone()]))
    }

    /// Sets the bit of the row.
    fn mark(&self, words: &mut [u64]) {
        words[self.number / BLOCK] |= 1 << (self.number % BLOCK);
    }

    /// Passes the value of a list on, item by item: a text, or a name and a value.
    fn items(&self, field: &Field, readings: &[Reading], give: &mut dyn FnMut(&[Option<&str>])) {
        let is_pairs = readings.first().is_some_and(|reading| reading.shape() == Shape::Pairs);
        match field.shape {
            Shape::Pairs if is_pairs => readings.chunks_exact(2).for_each(|pair| {
                give(&[Some(&self.decoded(&pair[0])), Some(&self.decoded(&pair[1]))]);
            }),
            Shape::Pairs => readings.iter().for_each(|reading| {
                give(&[Some(&field.name), Some(&self.decoded(reading))]);
            }),
            // A pair in a list of texts is the text `name=value`.
            _ if is_pairs => readings.chunks_exact(2).for_each(|pair| {
                give(&[Some(&self.decoded(&pair[0].through(&pair[1])))]);
            }),
            _ => readings.iter().for_each(|reading| give(&[Some(&self.decoded(reading))])),
        }
    }
}

impl Matched<'_> {
    /// A JSON object with a member for each field.
    fn json(&self) -> Json {
        let value = |field: &Field, readings: &[Reading]| match readings
            .first()
            .zip(readings.last())
        {
            None => Json::Null,
            Some((first, last)) if field.shape == Shape::Text => {
                self.decoded(&first.through(last)).into()
            }
            Some(_) => {
                let mut list = Vec::new();
                self.items(field, readings, &mut |item| {
                    list.push(match item {
                        [text] => Json::from(*text),
                        pair => PAIR.into_iter().map(str::to_owned).zip(pair.to_vec()).collect(),
                    });
                });
                list.into()
            }
        };
        let fields = self.template.fields.iter().zip(self.places);
        let member = |(field, place): (&Field, &Range<usize>)| {
            (field.name.clone(), value(field, &self.readings[place.clone()]))
        };
        Json::Object(fields.map(member).collect())
    }
}

impl<M: TextBuilder> FieldRows<M> {
    /// Room for the values of a field in `rows` of the held rows.
    fn of<F: Format<Builder = M>>(
        field: &Field,
        held: &UncheckedRows<'_>,
        rows: usize,
    ) -> Result<Self, Error> {
        let there = zeros(rows.div_ceil(BLOCK))?;
        let fields = match field.shape {
            Shape::Text => return Ok(Self::Texts(F::builder(held, rows)?, there)),
            Shape::List => 1,
            Shape::Pairs => PAIR.len(),
        };
        Ok(Self::Lists(ListBuilder::new(fields, rows)?, there))
    }

    /// Appends a row without a value.
    fn absent(&mut self) -> Result<(), Error> {
        match self {
            Self::Texts(texts, _) => texts.absent(),
            Self::Lists(lists, _) => lists.end()?,
        }
        Ok(())
    }

    /// Appends the value of a field's readings.
    fn push<F: Format<Builder = M>>(
        &mut self,
        held: &UncheckedRows<'_>,
        matched: &Matched<'_>,
        field: &Field,
        readings: &[Reading],
    ) -> Result<(), Error> {
        let Some((first, last)) = readings.first().zip(readings.last()) else {
            return self.absent();
        };
        match self {
            Self::Texts(texts, there) => {
                matched.mark(there);
                // The commas between the values of a list are part of the text.
                let whole = first.through(last);
                match matched.decoded(&whole) {
                    Cow::Borrowed(_) => {
                        F::push(texts, held, matched.number, &[PartSpan::of(&whole.range())]);
                    }
                    Cow::Owned(decoded) => texts.text(decoded.as_bytes()),
                }
                Ok(())
            }
            Self::Lists(lists, there) => {
                matched.mark(there);
                matched.items(field, readings, &mut |item| lists.push(item));
                lists.end()
            }
        }
    }

    fn piece(self) -> Piece<M> {
        match self {
            Self::Texts(texts, there) => Piece::Texts(texts, there),
            Self::Lists(lists, there) => lists.piece(there),
        }
    }
}

impl<F: Format> TaskRows<'_, F> {
    /// The variables of the template in each row: the fields, and a bitmap of the rows that match;
    /// or the texts of their JSON.
    pub(crate) fn variables(&self) -> Result<Vec<Piece<F::Builder>>, Error> {
        let template = self.call.arguments.template();
        let template = template.ok_or_else(|| Error::Value("no template is given".to_owned()))?;
        if template.is_json {
            let mut texts = F::Builder::with_capacity(self.len(), UNKNOWN)?;
            let mut out = Vec::new();
            let matching = self.matching(template, |matched| {
                out.clear();
                match matched {
                    Some(matched) => {
                        json::push(&matched.json(), &mut out);
                        texts.text(&out);
                    }
                    None => texts.absent(),
                }
                Ok(())
            })?;
            return Ok(vec![Piece::Texts(texts, matching)]);
        }
        let values = |field| FieldRows::of::<F>(field, self.held, self.len());
        let mut columns = collected(template.fields.iter().map(values))?;
        let matching = self.matching(template, |matched| {
            let Some(matched) = matched else {
                return columns.iter_mut().try_for_each(FieldRows::absent);
            };
            let mut columns = columns.iter_mut();
            matched.each(|field, readings| match columns.next() {
                Some(values) => values.push::<F>(self.held, matched, field, readings),
                None => Ok(()),
            })
        })?;
        let mut pieces: Vec<_> = columns.into_iter().map(FieldRows::piece).collect();
        pieces.push(Piece::Bits(matching));
        Ok(pieces)
    }

    /// Calls `visit` for each row, with its readings if it matches. Returns a bitmap of the rows that match.
    fn matching(
        &self,
        template: &Template,
        mut visit: impl FnMut(Option<&Matched<'_>>) -> Result<(), Error>,
    ) -> Result<Vec<u64>, Error> {
        let allows_slash = self.call.arguments.flag(1);
        let requests: Option<&Requests> = self.call.arguments.state();
        let read = |text: &str| match requests {
            Some(Some((any_order, matcher, lenience))) => {
                let matcher = matcher.as_ref().unwrap_or(&template.matcher);
                any_order.read(matcher, text, *lenience).map(|request| request.pieces)
            }
            _ => template.matcher.read(text, allows_slash),
        };
        let mut words = zeros(self.len().div_ceil(BLOCK))?;
        self.validate(&mut words);
        let mut places = vec![0..0; template.fields.len()];
        for number in 0..self.len() {
            let bit = 1 << (number % BLOCK);
            let present = self.present(number / BLOCK * BLOCK);
            let word = &mut words[number / BLOCK];
            let is_valid = *word & present & bit != 0;
            *word &= !bit;
            let text = std::str::from_utf8(self.source.row(number)).ok().filter(|_| is_valid);
            let readings = text.and_then(&read);
            let (Some(text), Some(readings)) = (text, readings) else {
                visit(None)?;
                continue;
            };
            *word |= bit;
            template.find(&readings, &mut places);
            let (readings, places) = (&readings, &places);
            visit(Some(&Matched { number, text, template, readings, places }))?;
        }
        Ok(words)
    }
}
