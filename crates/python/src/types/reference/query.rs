//! References with another query.

use iriform::engine::edit::{Changes, with_parts, with_query_changed};
use iriform::engine::query::{Style, from_pairs, with_pairs, without};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::composition::misfit;
use crate::answer::Answer;
use crate::strtype::{Kind, Method, Optional, Required, instance, method};
use crate::text::valid_utf8;
use crate::types::plain::{pairs, plain};
use crate::types::query::{names_of, reading, style};

pub(super) const METHODS: &[Method] = &[
    method!(
        with_query,
        c"with_query($self, query, /, *, separator='&', form=False)
--

The reference with another query: a mapping or pairs as in `Query.from_pairs`, a `Query`, or None.

An empty mapping, no pairs, and None remove the query. In a URI, non-ASCII characters of pairs are
percent-encoded; in an IRI, they stay where the grammar allows them.

>>> from iriform import URI
>>> URI('http://h/a?b#c').with_query({'q': 'é', 'page': 2})
URI('http://h/a?q=%C3%A9&page=2#c')
"
    ),
    method!(
        |slf, [new], [separator, plus, form]| {
            let kind = Kind::of_instance(slf.cast()?)?;
            let new = pairs(&new)?;
            let style = Style { is_iri: !kind.is_uri(), ..style(separator, plus, form)? };
            let change = |query: &str| with_pairs(query, &new, style);
            instance(slf.py(), kind, &with_query_changed(&valid_utf8(slf.cast()?), change))
        },
        c"update_query($self, pairs, /, *, separator='&', plus=True, form=False)
--

The reference with these pairs in place of all pairs of the same names in its query.

`pairs` is a mapping or an iterable of pairs, with values as in `Query.from_pairs`. All other pieces
of the query stay as written.

>>> from iriform import IRI
>>> IRI('http://h/?page=1&q=a%2Bb').update_query({'page': 2, 'sort': 'name'})
IRI('http://h/?page=2&q=a%2Bb&sort=name')
"
    ),
    method!(
        variadic | slf,
        names,
        [separator, plus] | {
            let kind = Kind::of_instance(slf.cast()?)?;
            let (patterns, style) = (names_of(&names)?, reading(separator, plus)?);
            let change = |query: &str| {
                if patterns.is_empty() { String::new() } else { without(query, &patterns, style) }
            };
            instance(slf.py(), kind, &with_query_changed(&valid_utf8(slf.cast()?), change))
        },
        c"without_query($self, /, *names, separator='&', plus=True)
--

The reference without the pairs of these names, or without its query if no name is given.

In a name, `*` stands for any characters and `?` for one. All other pieces stay as written. If no
piece is left, the `?` is removed as well. `without_query(*names)` with an empty list is a call without
a name; `query.without(*names)` leaves the query as it is then.

>>> from iriform import IRI
>>> IRI('http://h/?utm_source=x&id=1&fbclid=y#a').without_query('utm_*', 'fbclid')
IRI('http://h/?id=1#a')
>>> IRI('http://h/?id=1#a').without_query()
IRI('http://h/#a')
"
    ),
];

fn with_query<'py>(
    slf: &Bound<'py, PyAny>,
    [query]: Required<'py, 1>,
    [separator, form]: Optional<'py, 2>,
) -> Answer<'py> {
    let kind = Kind::of_instance(slf.cast()?)?;
    let query = if query.is_none() {
        None
    } else if Kind::of(&query)? == Some(Kind::Query) {
        Some(plain(&query, kind, Kind::Query)?)
    } else if query.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "query must be a mapping, pairs, a Query or None, not str: Query(text) takes encoded text, \
             Query.quote(text) plain text",
        ));
    } else {
        let style = Style { is_iri: !kind.is_uri(), ..style(separator, None, form)? };
        Some(from_pairs(&pairs(&query)?, style)).filter(|query| !query.is_empty())
    };
    let changes = Changes { query: Some(query.as_deref()), ..Changes::default() };
    let text = with_parts(&valid_utf8(slf.cast()?), &changes).map_err(misfit)?;
    instance(slf.py(), kind, &text)
}
