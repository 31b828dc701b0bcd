//! A URI template as an argument, and the fields for its variables.

use std::ops::Range;

use arrow_schema::DataType;
use iriform::engine::{
    template::{
        Matcher, Modifier, Operator, Shape, ValuePiece, by_variable, parts::variables,
        recognize_template,
    },
    text::Utf8,
    words::masked,
};

use crate::arrow::chunk::Layout;
use crate::arrow::types::{list, structure};
use crate::error::Error;

/// The fields of a pair.
pub(crate) const PAIR: [&str; 2] = ["name", "value"];

/// A template, and the fields for its variables.
pub struct Template {
    pub(crate) matcher: Matcher,
    pub(crate) fields: Vec<Field>,
    /// The index of the field of each variable. A name that occurs twice has one field.
    places: Vec<usize>,
    /// True if answers are JSON, for interfaces that must know the type before the template.
    pub(crate) is_json: bool,
}

/// A variable as a field of a struct.
pub(crate) struct Field {
    pub(crate) name: String,
    /// A text; with `*` a list of texts, or of pairs if the operator is `;`, `?` or `&`.
    pub(crate) shape: Shape,
}

impl Template {
    /// Reads a template, which must have a variable.
    pub fn new(text: &str) -> Result<Self, Error> {
        if let Err(fault) = recognize_template(Utf8(text.as_bytes())) {
            return Err(Error::Value(format!("not a URI template: {:?}: {fault}", masked(text))));
        }
        let mut fields: Vec<Field> = Vec::new();
        let mut places = Vec::new();
        for (operator, variable) in variables(text) {
            let shape = shape_of(operator, variable.modifier);
            let place = fields.iter().position(|field| field.name == variable.name);
            places.push(place.unwrap_or(fields.len()));
            match place {
                Some(place) => fields[place].widen(shape),
                None => fields.push(Field { name: variable.name.to_owned(), shape }),
            }
        }
        if fields.is_empty() {
            return Err(Error::Value(format!("the template {:?} has no variables", masked(text))));
        }
        Ok(Self { matcher: Matcher::new(text), fields, places, is_json: false })
    }

    /// The template itself.
    pub fn text(&self) -> &str {
        self.matcher.template()
    }

    /// The same template with JSON answers: an object with a member for each field.
    #[must_use]
    pub fn as_json(self) -> Self {
        Self { is_json: true, ..self }
    }

    /// Writes, for each field, the range of its readings among all readings of a row.
    pub(crate) fn find(&self, readings: &[ValuePiece], places: &mut [Range<usize>]) {
        places.fill(0..0);
        let mut start = 0;
        for of_variable in by_variable(readings) {
            let end = start + of_variable.len();
            places[self.places[of_variable[0].variable()]] = start..end;
            start = end;
        }
    }

    /// The type of the answers, for texts of a layout.
    pub(crate) fn answer_type(&self, layout: Layout) -> DataType {
        let text = || layout.data_type();
        if self.is_json {
            return text();
        }
        structure(self.fields.iter().map(|field| {
            let of = match field.shape {
                Shape::Text => text(),
                Shape::List => list(layout, text()),
                Shape::Pairs => {
                    list(layout, structure(PAIR.map(|name| (name, text())).into_iter()))
                }
            };
            (field.name.as_str(), of)
        }))
    }
}

fn shape_of(operator: Operator, modifier: Modifier) -> Shape {
    match (modifier.is_explode(), operator.is_named()) {
        (false, _) => Shape::Text,
        (true, true) => Shape::Pairs,
        (true, false) => Shape::List,
    }
}

impl Field {
    /// Widens the shape to hold values of both.
    fn widen(&mut self, shape: Shape) {
        self.shape = match (self.shape, shape) {
            (Shape::Pairs, _) | (_, Shape::Pairs) => Shape::Pairs,
            (Shape::List, _) | (_, Shape::List) => Shape::List,
            (Shape::Text, Shape::Text) => Shape::Text,
        }
    }
}
