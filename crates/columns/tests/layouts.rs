//! Operations of the table on columns in every layout, without Python.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use iriform_columns::arguments::{Arguments, Value};
use iriform_columns::cells::Cell;
use iriform_columns::chunk::{Chunk, Column, Keys, Layout, Storage, Texts, Width};
use iriform_columns::operation::Work;
use iriform_columns::rows::{Record, Row};
use iriform_columns::{Call, Error, Operation, evaluate, operations, production};
use iriform_kernel::ReferenceKind;
use made::{column, texts};

mod made;

const ROWS: &[Option<&str>] = &[
    Some("http://u@example.org:80/%7ea/../b?q=1&q=%C3%A9#f"),
    None,
    Some("a b"),
    Some(""),
    Some("urn:x"),
    Some("http://例え.jp:99999/a-long-enough-path"),
];

fn ask(
    name: &str,
    column: &Column,
    mut values: Vec<Value>,
    production: ReferenceKind,
) -> Result<Vec<ArrayData>, Error> {
    let operation = Operation::named(name).expect("it is in the table");
    // Omitted arguments have their defaults.
    for argument in operation.parameters().skip(values.len()) {
        values.extend(argument.default.map(|value| value.value(argument.of)));
    }
    let arguments = operation.arguments(values)?;
    let answers = evaluate(column, &Call { operation, arguments: &arguments, production }, 2)?;
    for answer in &answers {
        answer.validate_full().expect("it holds together");
        assert_eq!(answer.data_type(), &operation.answer_type(&arguments, &column.text_type));
    }
    Ok(answers)
}

/// The texts of an answer.
fn shown(answer: &ArrayData) -> Vec<Option<String>> {
    let layout = match answer.data_type() {
        DataType::Dictionary(..) => {
            let texts = shown(&answer.child_data()[0]);
            let keys = answer.buffer::<u8>(0);
            let of = |row| answer.is_valid(row).then(|| texts[usize::from(keys[row])].clone());
            return (0..answer.len()).map(|row| of(row).flatten()).collect();
        }
        other => Layout::of(other).expect("it is of texts"),
    };
    let buffers = answer.buffers();
    let storage = match layout.width {
        Width::Small => Storage::Small(
            ScalarBuffer::new(buffers[0].clone(), 0, answer.len() + 1),
            buffers[1].clone(),
        ),
        Width::Large => Storage::Large(
            ScalarBuffer::new(buffers[0].clone(), 0, answer.len() + 1),
            buffers[1].clone(),
        ),
        Width::View => Storage::View(buffers[0].clone(), buffers[1..].to_vec()),
    };
    let texts = Texts { len: answer.len(), validity: answer.nulls().cloned(), storage };
    let text = |row| texts.get(row).expect("it holds together").map(<[u8]>::to_vec);
    (0..answer.len()).map(|row| text(row).map(|t| String::from_utf8(t).expect("text"))).collect()
}

fn owned(texts: &[Option<&str>]) -> Vec<Option<String>> {
    texts.iter().map(|text| text.map(str::to_owned)).collect()
}

const WIDTHS: [Width; 3] = [Width::Small, Width::Large, Width::View];

/// A name, its arguments, the production of the rows, and the answers for `ROWS`.
type Case = (&'static str, fn() -> Vec<Value>, ReferenceKind, [Option<&'static str>; 6]);

#[test]
fn texts_of_rows_in_every_layout() {
    let cases: [Case; 5] = [
        (
            "host",
            Vec::new,
            ReferenceKind::IRI,
            [Some("example.org"), None, None, None, None, Some("例え.jp")],
        ),
        (
            "normalize",
            || vec![Value::Level(iriform::engine::Level::Scheme)],
            ReferenceKind::IRI,
            [
                Some("http://u@example.org/b?q=1&q=%C3%A9#f"),
                None,
                None,
                None,
                Some("urn:x"),
                ROWS[5],
            ],
        ),
        (
            "resolve",
            || vec![Value::Base(Cell::One(Some("http://a/b/c".into()))), Value::Flag(true)],
            ReferenceKind::IRI_REFERENCE,
            [
                Some("http://u@example.org:80/b?q=1&q=%C3%A9#f"),
                None,
                None,
                Some("http://a/b/c"),
                Some("urn:x"),
                ROWS[5],
            ],
        ),
        (
            "query_value",
            || vec![Value::Text("q".into())],
            ReferenceKind::IRI,
            [Some("1"), None, None, None, None, None],
        ),
        (
            "repair",
            || vec![Value::Text(String::new())],
            ReferenceKind::IRI_REFERENCE,
            [ROWS[0], None, Some("a%20b"), Some(""), Some("urn:x"), ROWS[5]],
        ),
    ];
    for (name, values, production, expected) in cases {
        for width in WIDTHS {
            for start in [0, 3] {
                let column = column(vec![Chunk::Plain(texts(ROWS, width, start))], width, None);
                let answers = ask(name, &column, values(), production).expect("it is sound");
                assert_eq!(shown(&answers[0]), owned(&expected), "{name} {width:?} {start}");
            }
        }
    }
}

#[test]
fn a_dictionary_keeps_its_keys() {
    for width in WIDTHS {
        let buffer = Buffer::from_vec(vec![4_u8, 0, 99, 0]);
        let there: BooleanBuffer = [true, true, false, true].into_iter().collect();
        let validity = Some(NullBuffer::new(there));
        let keys = Keys { len: 4, validity, data_type: DataType::UInt8, buffer };
        let chunk = Chunk::Dictionary(keys, texts(ROWS, width, 1));
        let column = column(vec![chunk], width, Some(DataType::UInt8));
        let answers = ask("host", &column, vec![], ReferenceKind::IRI).expect("it is sound");
        let host = Some("example.org");
        assert_eq!(shown(&answers[0]), owned(&[None, host, None, host]));
        let bases = texts(&[Some("http://a/"); 4], width, 0);
        let bases = self::column(vec![Chunk::Plain(bases)], width, None);
        let given = vec![Value::Base(Cell::Column(bases)), Value::Flag(true)];
        let answers =
            ask("resolve", &column, given, ReferenceKind::IRI_REFERENCE).expect("it is sound");
        assert_eq!(answers[0].len(), 4);
        assert_eq!(shown(&answers[0])[0].as_deref(), Some("urn:x"));
    }
}

#[test]
fn memory_that_does_not_hold_together_is_refused() {
    let offsets = |offsets: Vec<i32>| {
        let offsets = ScalarBuffer::from(offsets);
        let storage = Storage::Small(offsets, Buffer::from_vec(b"urn:x".to_vec()));
        Chunk::Plain(Texts { len: 2, validity: None, storage })
    };
    let keys = |key: u8| {
        let buffer = Buffer::from_vec(vec![key]);
        let keys = Keys { len: 1, validity: None, data_type: DataType::UInt8, buffer };
        Chunk::Dictionary(keys, texts(ROWS, Width::Small, 0))
    };
    for (chunk, key_type) in [
        (offsets(vec![0, 4, 3]), None),
        (offsets(vec![0, 9, 5]), None),
        (offsets(vec![-1, 2, 5]), None),
        (keys(6), Some(DataType::UInt8)),
    ] {
        let column = column(vec![chunk], Width::Small, key_type);
        for name in ["is_valid", "errors", "host", "to_uri"] {
            let values = if name == "to_uri" { vec![Value::Flag(false)] } else { vec![] };
            let refused = ask(name, &column, values, ReferenceKind::IRI);
            assert!(matches!(refused, Err(Error::Value(_))), "{name}: {refused:?}");
        }
    }
}

#[test]
fn lists_and_numbers_of_rows() {
    fn segments(row: &Row<'_>, give: &mut dyn FnMut(&Record<'_>)) -> bool {
        row.text[row.parts.path()].split('/').skip(1).for_each(|segment| give(&[Some(segment)]));
        row.parts.host().is_some()
    }
    fn pairs(row: &Row<'_>, give: &mut dyn FnMut(&Record<'_>)) -> bool {
        for pair in row.parts.query().map_or("", |range| &row.text[range]).split('&') {
            give(&[pair.split('=').next(), pair.split_once('=').map(|(_, value)| value)]);
        }
        true
    }
    let rows: Vec<Option<&str>> = ROWS.iter().copied().cycle().take(40_002).collect();
    for width in WIDTHS {
        let column = column(vec![Chunk::Plain(texts(&rows, width, 0))], width, None);
        for work in [Work::List(&[], segments), Work::List(&["name", "value"], pairs)] {
            let operation = Operation {
                name: "test",
                own: &[],
                production: ReferenceKind::IRI,
                work,
                reads_lists: false,
                unchanged: None,
                prepare: None,
                summary: "",
                doc: "",
            };
            let arguments = Arguments::default();
            let call = Call {
                operation: &operation,
                arguments: &arguments,
                production: ReferenceKind::IRI,
            };
            for threads in [1, 2] {
                let answers = evaluate(&column, &call, threads).expect("it is sound");
                let answer = &answers[0];
                answer.validate_full().expect("it holds together");
                assert_eq!(
                    answer.data_type(),
                    &operation.answer_type(&arguments, &column.text_type)
                );
                assert_eq!(answer.len(), rows.len());
                let there: Vec<bool> = (0..6).map(|row| answer.is_valid(row)).collect();
                let urn = !matches!(operation.work, Work::List([], _));
                assert_eq!(there, [true, false, false, false, urn, true]);
                match operation.work {
                    Work::List([], _) => {
                        // Lists of a column with offsets of 64 bits also have such offsets.
                        let ends: Vec<i64> = match answer.data_type() {
                            DataType::LargeList(_) => answer.buffer::<i64>(0).to_vec(),
                            _ => answer.buffer::<i32>(0).iter().map(|&end| end.into()).collect(),
                        };
                        let is_large = matches!(answer.data_type(), DataType::LargeList(_));
                        assert_eq!(is_large, width == Width::Large);
                        assert_eq!(ends[..3], [0, 3, 3]);
                        let items = shown(&answer.child_data()[0]);
                        assert_eq!(items[..3], owned(&[Some("%7ea"), Some(".."), Some("b")]));
                        assert_eq!(usize::try_from(ends[rows.len()]).ok(), Some(items.len()));
                    }
                    Work::List(..) => {
                        let fields = answer.child_data()[0].child_data();
                        let values = shown(&fields[1]);
                        assert_eq!(values[..3], owned(&[Some("1"), Some("%C3%A9"), None]));
                    }
                    _ => unreachable!("no other is asked"),
                }
            }
        }
    }
}

#[test]
fn the_table_has_no_name_twice_and_each_argument_a_word() {
    for (number, operation) in operations::all().enumerate() {
        assert!(operations::all().take(number).all(|other| other.name != operation.name));
        assert!(operation.summary.ends_with('.'), "{}", operation.name);
    }
    for production in ReferenceKind::ALL {
        assert_eq!(production::named("as", production.rule().name()).ok(), Some(production));
        assert_eq!(
            production::named("as", &production::class_name(production)).ok(),
            Some(production)
        );
    }
    assert!(production::named("as", "URL").is_err());
}
