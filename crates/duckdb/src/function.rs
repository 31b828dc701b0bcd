//! SQL functions: the type of the answer, and the evaluation of a chunk.

use iriform_columns::arguments::Arguments;
use iriform_columns::chunk::{Layout, TextType};
use iriform_columns::operation::{RowVerdict, Work};
use iriform_columns::sql::{self, Fixed};
use iriform_columns::{Call, Error, Operation};
use iriform_kernel::{BLOCK, Rows};

use crate::answer;
use crate::types::Type;
use crate::vectors::{Input, Output};

/// The type of the answers of an operation.
pub(crate) fn answer(operation: &Operation) -> Type {
    let text_type = TextType { layout: Layout::TEXT, keys: None };
    Type::of(&operation.answer_type(&Arguments::default(), &text_type))
}

/// Evaluates an operation for a chunk, and writes the answers.
pub(crate) fn evaluate(
    operation: &'static Operation,
    inputs: &[Input<'_>],
    mut output: Output<'_>,
) -> Result<(), String> {
    let said = |error: Error| error.to_string();
    let (column, others) = inputs.split_first().ok_or("a call needs a column")?;
    let (arguments, production) =
        sql::read(operation, Fixed::nothing(operation), others).map_err(said)?;
    let call = Call { operation, arguments: &arguments, production };
    if let (Work::RowVerdict(RowVerdict::Valid), Some(texts)) = (&operation.work, column.texts()) {
        // The answer does not borrow the text, so no copy is needed.
        let mut valid = vec![0; texts.len().div_ceil(BLOCK)];
        iriform_kernel::validate(&texts, 0..texts.len(), production, &mut valid);
        output.truths(valid.into_iter());
        if let Some(words) = column.validity() {
            output.validity(words.iter().copied());
        }
        return Ok(());
    }
    let column = sql::Input::column(column).map_err(said)?;
    // DuckDB has its own threads.
    let answers = iriform_columns::evaluate(&column, &call, 1).map_err(said)?;
    let [answer] = answers.as_slice() else {
        return Err("iriform answered in other chunks than it was asked".to_owned());
    };
    answer::write(answer, output)
}
