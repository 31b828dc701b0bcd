//! References with another query.

use iriform::engine::{
    Reference,
    edit::{self, Changes, with_parts, with_query_changed},
    query::{Style, from_pairs, with_pairs},
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::operand::changed;
use crate::answer::Answer;
use crate::errors::refused;
use crate::strtype::{Kind, Method, Optional, Required, instance, method};
use crate::text::valid_utf8;
use crate::types::plain::{items, pairs, plain};
use crate::types::query::{all_pairs, formed, get, get_all, names_of, reading_of, style};

pub(super) const METHODS: &[Method] = &[
    method!(
        get,
        c"query_value($self, name, /, default=None, *, separator='&', plus=True, errors='strict')
--

The first value of the name `name` in the query, decoded as by `query.get`, or `default`.

Without a query there is no value either. In `mailto`, a `+` is literal unless `plus` is true, and
names ignore letter case (RFC 6068 §2, §5), here and in every method that reads pairs of a
reference.

>>> IRI('http://h/?page=2').query_value('page'), IRI('http://h/').query_value('page', '1')
('2', '1')
"
    ),
    method!(
        get_all,
        c"query_values($self, name, /, *, separator='&', plus=True, errors='strict')
--

All values of the name `name` in the query, decoded as by `query.get_all`. Without a query there are none.

>>> IRI('http://h/?tag=a&tag=b').query_values('tag'), IRI('http://h/').query_values('tag')
(['a', 'b'], [])
"
    ),
    method!(
        all_pairs,
        c"pairs($self, /, separator='&', plus=True, errors='strict', *, bare_as_none=False)
--

The pairs of names and values in the query, decoded as by `query.pairs`. Without a query there are none.

>>> IRI('http://h/?page=2&q=J%C3%B6').pairs(), IRI('http://h/').pairs()
([('page', '2'), ('q', 'Jö')], [])
"
    ),
    method!(
        |slf, [], [separator, plus]| {
            let kind = Kind::of_instance(slf.cast()?)?;
            let text = valid_utf8(slf.cast()?);
            let style = reading_of(&text, separator, plus)?;
            changed(kind, slf, edit::sorted_query(&Reference::of(&text), style))
        },
        c"sorted_query($self, /, *, separator='&', plus=True)
--

The reference with the pairs of its query sorted by decoded name and value.

The sort is stable. Empty pieces are removed, and percent-encoding is in normal form.

>>> IRI('http://h/?b=%7e&&a=2&a=1').sorted_query()
IRI('http://h/?a=1&a=2&b=~')
"
    ),
    method!(
        with_query,
        c"with_query($self, query, /, *, separator='&', form=False)
--

The reference with another query: a mapping or pairs as in `Query.from_pairs`, a `Query`, or None.

An empty mapping, no pairs, and None remove the query. In a URI, non-ASCII characters of pairs are
percent-encoded; in an IRI, they stay raw if the grammar allows them.

>>> URI('http://h/a?b#c').with_query({'q': 'é', 'page': 2})
URI('http://h/a?q=%C3%A9&page=2#c')
"
    ),
    method!(
        |slf, [new], [separator, plus, form]| {
            let kind = Kind::of_instance(slf.cast()?)?;
            let items = items(&new)?;
            let new = pairs(&items)?;
            let text = valid_utf8(slf.cast()?);
            let reading = reading_of(&text, separator, plus)?;
            let style = Style { is_iri: !kind.is_uri(), ..formed(reading, form)? };
            let change =
                |query: &str, out: &mut String| with_pairs(query, &new, style, out);
            instance(slf.py(), kind, &with_query_changed(&text, change))
        },
        c"update_query($self, pairs, /, *, separator='&', plus=True, form=False)
--

The reference with these pairs in place of all pairs that have the same names in its query.

`pairs` is a mapping or an iterable of pairs, with values as in `Query.from_pairs`. All other pieces
of the query are unchanged.

>>> IRI('http://h/?page=1&q=a%2Bb').update_query({'page': 2, 'sort': 'name'})
IRI('http://h/?page=2&q=a%2Bb&sort=name')
"
    ),
    method!(
        variadic | slf,
        names,
        [separator, plus] | {
            let kind = Kind::of_instance(slf.cast()?)?;
            let text = valid_utf8(slf.cast()?);
            let (patterns, style) = (names_of(names)?, reading_of(&text, separator, plus)?);
            changed(kind, slf, edit::without_query(&Reference::of(&text), &patterns, style))
        },
        c"without_query($self, /, *names, separator='&', plus=True)
--

The reference without the pairs of these names, or without its query if no name is given.

In a name, `*` stands for any characters and `?` for one. All other pairs are unchanged, and empty
pieces are removed. If no pair remains, the `?` is removed as well. `without_query(*names)` with an
empty list is a call without a name; `query.without(*names)` then leaves the query unchanged.

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
        Some(from_pairs(&pairs(&items(&query)?)?, style)).filter(|query| !query.is_empty())
    };
    let changes = Changes { query: Some(query.as_deref()), ..Changes::default() };
    let text = with_parts(&valid_utf8(slf.cast()?), &changes).map_err(refused)?;
    instance(slf.py(), kind, &text)
}
