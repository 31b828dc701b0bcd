//! A function of SQL: its name, the type of its answer, and its evaluation for a chunk.

use iriform_columns::arguments::{ArgumentType, Arguments, Value};
use iriform_columns::chunk::{Layout, TextType};
use iriform_columns::component::Component;
use iriform_columns::operation::Work;
use iriform_columns::{Operation, Question};

use crate::types::Type;
use crate::vectors::{Input, Output};
use crate::{answer, call};

/// The name of the function of an operation.
pub(crate) fn name(operation: &Operation) -> String {
    format!("iri_{}", operation.name)
}

/// The type of the answers of an operation.
pub(crate) fn answer(operation: &Operation) -> Type {
    let all = |of| matches!(of, ArgumentType::Fields).then(|| Value::Fields(Component::ALL.into()));
    let values = operation.arguments.iter().filter_map(|argument| all(argument.of)).collect();
    let text_type = TextType { layout: Layout::TEXT, keys: None };
    Type::of(&operation.answer_type(&Arguments::of_types(values), &text_type))
}

/// Evaluates an operation for a chunk, and writes the answers.
pub(crate) fn evaluate(
    operation: &'static Operation,
    inputs: &[Input<'_>],
    output: Output<'_>,
) -> Result<(), String> {
    let call = call::read(operation, &name(operation), inputs)?;
    let question = Question { operation, arguments: &call.arguments, production: call.production };
    // DuckDB's own structs can have lists, and it does not say how the items of a list lie.
    let evaluate = if matches!(operation.work, Work::Expansion) {
        iriform_columns::expand_json
    } else {
        iriform_columns::evaluate
    };
    // DuckDB has threads of its own.
    let answers = evaluate(&call.column, &question, 1).map_err(|error| error.to_string())?;
    let [answer] = answers.as_slice() else {
        return Err("iriform answered in other chunks than it was asked".to_owned());
    };
    answer::write(answer, output)
}
