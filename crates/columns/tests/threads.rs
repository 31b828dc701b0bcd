//! Every operation gives the same answers on several threads as on one, also while another thread reads the
//! same column. `make test-thread-sanitizer` runs this in a build in which a data race fails.

use std::thread;

use iriform::engine::prefixes::Prefix;
use iriform_columns::arguments::{Argument, ArgumentType, Value};
use iriform_columns::cells::Cell;
use iriform_columns::chunk::{Chunk, Width};
use iriform_columns::component::Component;
use iriform_columns::{Call, Template, evaluate, operations, parallel, policies, value as values};
use made::{column, texts};

mod made;

const ROWS: [Option<&str>; 7] = [
    Some("http://u@example.org:80/%7ea/../b?q=1&q=%C3%A9#f"),
    None,
    Some("a b"),
    Some(""),
    Some("urn:x"),
    Some("http://例え.jp/a-long-enough-path"),
    Some("http://example.org/b"),
];

/// A value that makes the operation change `ROWS`.
fn value(argument: &Argument) -> Value {
    match (argument.of, argument.default) {
        (ArgumentType::Base, _) => Value::Base(Cell::One(Some("http://example.org/a/".into()))),
        (ArgumentType::Prefixes, _) => {
            let (name, namespace) = ("e".to_owned(), "http://example.org/".to_owned());
            let prefix = Prefix { name, namespace, is_declared: false };
            Value::Prefixes(values::prefixes(vec![prefix]).expect("an IRI"))
        }
        (ArgumentType::Template, _) => {
            let template = Template::new("http://example.org/{b}").expect("a template");
            Value::Template(Box::new(template))
        }
        (ArgumentType::Policy, _) => {
            Value::Policy(policies::of_word("web", &Vec::new()).expect("a policy that is ready"))
        }
        (ArgumentType::Text, None) if argument.name == "code" => {
            Value::Text("ipv4-lookalike".to_owned())
        }
        (ArgumentType::Text, None) if argument.name == "style" => Value::Text("spark".to_owned()),
        (ArgumentType::Text, None) => Value::Text("q".to_owned()),
        (ArgumentType::Number, None) => Value::Number(-1),
        (ArgumentType::Part(part), _) if part != Component::Authority => {
            let text = if part == Component::Scheme { "https" } else { "80" };
            Value::Part(part, Some(Cell::One(Some(text.to_owned()))))
        }
        (ArgumentType::Pairs, _) => {
            Value::Pairs(vec![("q".to_owned(), vec![Cell::One(Some("&".to_owned()))])])
        }
        (of, default) => default.expect("no other argument is required").value(of),
    }
}

#[test]
fn every_operation_answers_on_threads_what_it_answers_on_one() {
    // Two tasks, of which the last is short.
    let rows: Vec<_> = ROWS.into_iter().cycle().take(parallel::LEAST + 100).collect();
    for width in [Width::Small, Width::View] {
        let chunks =
            vec![Chunk::Plain(texts(&rows, width, 0)), Chunk::Plain(texts(&ROWS, width, 3))];
        let column = column(chunks, width, None);
        // Some are of structs, not of text.
        for operation in operations::all().filter(|each| !each.is_of_values()) {
            let values = operation.parameters().map(value).collect();
            let arguments = operation.arguments(values).expect("they are of the right types");
            let production = operation.production;
            let ask = |threads| {
                let call = Call { operation, arguments: &arguments, production };
                evaluate(&column, &call, threads).expect("the column is sound")
            };
            let expected = ask(1);
            let answers = thread::scope(|scope| {
                let asked = [2, 2].map(|threads| scope.spawn(move || ask(threads)));
                asked.map(|each| each.join().expect("nothing panics"))
            });
            for answer in answers {
                assert!(answer == expected, "{} of {width:?}", operation.name);
            }
        }
    }
}
