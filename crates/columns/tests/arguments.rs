//! The arguments of a call have the types of the table.

use iriform_columns::arguments::{Argument, Value};
use iriform_columns::{Error, Operation, operations};

#[test]
fn values_of_other_types_are_refused() {
    let operation = Operation::named("host_matches").expect("it is in the table");
    let (name, repair) = (|| Value::Text("a.example".to_owned()), || Value::Flag(false));
    assert!(operation.arguments(vec![name(), repair()]).is_ok());
    let other =
        [vec![], vec![name()], vec![repair(), name()], vec![Value::Texts(Vec::new()), repair()]];
    for values in other {
        assert!(matches!(operation.arguments(values), Err(Error::Type(_))));
    }
}

#[test]
fn defaults_are_of_the_types_of_their_arguments() {
    let mut asked = 0;
    for operation in operations::all() {
        let default = |argument: &Argument| argument.default.map(|value| value.value(argument.of));
        let Some(values) = operation.parameters().map(default).collect() else { continue };
        assert!(operation.arguments(values).is_ok(), "{}", operation.name);
        asked += 1;
    }
    assert!(asked > 20);
}
