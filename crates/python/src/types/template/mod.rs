//! `URITemplate`: templates (RFC 6570). The modules: [`filling`]: values from Python; [`limits`]: bounds;
//! [`matchers`]: cached matchers; [`matches`]: results; [`requests`]: the options for requests; [`router`]:
//! many templates at once; [`typed`]: types of values.

mod filling;
mod limits;
mod matchers;
mod matches;
mod requests;
mod router;
mod typed;

use std::collections::{HashMap, HashSet};

use iriform::engine::template::{
    self, Ambiguity, Found, Request, Value,
    expand::Target,
    parts::{TemplatePart, parts},
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple, PyType};

use self::filling::{Filling, Raised};
use self::matchers::AsItCame;
use self::matches::{Match, value_of};
use self::requests::How;
use crate::answer::{Answer, boolean, none};
use crate::errors::refused;
use crate::strtype::{
    Face, Keyword, Kind, Method, Optional, Property, Required, instance, method, parse,
};
use crate::take;
use crate::text::{Indices, utf8, valid_utf8};

pub(crate) const FACE: Face = Face {
    properties: &[PROPERTIES],
    methods: &[METHODS],
    keyword: Some(Keyword { name: "limits", check: limits::check }),
    ..Face::new(Kind::UriTemplate, DOC)
};

/// Adds the types that are not subclasses of `str`.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Match>()?;
    module.add_class::<router::Router>()
}

const DOC: &std::ffi::CStr = c"URITemplate(text='', /, *, limits=None)
--

A URI template (RFC 6570, all levels): `expand` fills values in, and `match` recovers them.

A `str` that matches the grammar (RFC 6570 §2, with erratum 6937). `text` is a `str`, or `bytes` in
UTF-8, and is kept unchanged. Raises `ParseError`, including for an operator that the RFC reserves.
Its positions count code points of a `str`, and bytes of `bytes`. `limits`, a `TemplateLimits`,
bounds a template from outside: ValueError says what is beyond them.

>>> template = URITemplate('https://example.org/{user}{/path*}{?q,page}')
>>> template.expand(user='é', path=['a', 'b'], page=2)
URI('https://example.org/%C3%A9/a/b?page=2')
>>> template.match('https://example.org/%C3%A9/a/b?page=2').values
{'user': 'é', 'path': ['a', 'b'], 'page': '2'}
";

const PROPERTIES: &[Property] = &[
    Property {
        name: c"variables",
        doc: c"The variables in order, as a tuple of `Variable`s. A variable that occurs twice is listed twice.

>>> URITemplate('/{user}').variables
(Variable(name='user', operator='', explode=False, prefix=None, span=(1, 7)),)
",
        get: variables,
    },
    Property {
        name: c"level",
        doc: c"The level of the template (RFC 6570 §1.2): the lowest of 1 to 4 that has all its features.",
        get: |text| {
            let level = template::level(&valid_utf8(text));
            Ok(PyInt::new(text.py(), level).into_any())
        },
    },
    Property {
        name: c"cost",
        doc: c"The size that time and memory are bounded by: the bytes of the template, and the number of each prefix.

`match` takes at most the length of the text times the cost, and 2 kB for each unit of it while the
template is matched.

>>> URITemplate('/{user}').cost, URITemplate('/{user:1000}').cost
(7, 1012)
",
        get: |text| {
            let cost = template::cost(&valid_utf8(text));
            Ok(cost.into_pyobject(text.py())?.into_any())
        },
    },
    Property {
        name: c"is_invertible",
        doc: c"True if `match` recovers all values of `expand`.

The answer is exact and is computed with automata. If it is False, `ambiguities` has an example. It
applies to the values that the template can express: without `*`, text, or a list of at least two
members (in `{;x}`, also of one empty text); with `*`, a list or a mapping. For `+` and `#`, texts
have no percent-encoded triplets, and without `*` there are no lists: `{#x}` writes `['a', 'b']`
like `'a,b'`, and `match` returns the text.

It takes at most quadratic time in the template's size, and at most 200 MB. Raises ValueError for a
template that would need more, such as one with two thousand variables in a query.

>>> URITemplate('/{user}/{page}').is_invertible, URITemplate('/{user}{page}').is_invertible
(True, False)
",
        get: |text| {
            let template = valid_utf8(text);
            boolean(text, ambiguity(&template, false)?.is_empty())
        },
    },
    Property {
        name: c"ambiguities",
        doc: c"Why the template is not invertible, as a tuple of `Ambiguity`s. Empty if it is invertible.

>>> [ambiguity] = URITemplate('{first}{second}').ambiguities
>>> ambiguity.text, ambiguity.readings
('a', ({'first': '', 'second': 'a'}, {'first': 'a', 'second': ''}))
",
        get: |text| ambiguities(text, false),
    },
];

const METHODS: &[Method] = &[
    method!(
        keywords | slf,
        mapping,
        keywords | {
            let template = valid_utf8(slf.cast()?);
            let is_uri = template::parts::has_scheme(&template);
            let kind = if is_uri { Kind::Uri } else { Kind::UriReference };
            expand(slf, &Filling::of(&template, mapping, keywords)?, Target::Uri, kind)
        },
        c"expand($self, values=None, /, *, strict=True, dot_segments=False, **more)
--

The template with these values, as a URI if it begins with a scheme, else as a URIReference.

Values are a mapping, keywords, or both; a keyword overrides the mapping. A value is a `str`, an
`int` or `float` (written as by `str`), a `bool` (`true`, `false`), None for an undefined variable,
a list or tuple of these, a mapping, or a list of pairs of names and values. A name that the
template does not have raises ValueError; with `strict=False` it is ignored. The value of a variable
named `strict` or `dot_segments` must be in the mapping.

Raises ValueError for values, or undefined variables, that make a segment `.` or `..` of the path,
which leads elsewhere (RFC 3986 §5.2.4), or that make two slashes meet, which begin a host (§4.2).
`dot_segments=True` allows them, as RFC 6570 does. `{+x}` and `{#x}` are for trusted text.
Raises TypeError for other values, ValueError for a prefix of a list or a mapping (§2.4.1), and
ParseError if the result is not a valid reference.

>>> URITemplate('/search{?q,lang*}').expand({'lang': ['en', 'fr']}, q='a b')
URIReference('/search?q=a%20b&lang=en&lang=fr')
>>> URITemplate('/users/{user}').expand(user='..', dot_segments=True)
URIReference('/users/..')
"
    ),
    method!(
        keywords | slf,
        mapping,
        keywords | {
            let template = valid_utf8(slf.cast()?);
            let is_iri = template::parts::has_scheme(&template);
            let kind = if is_iri { Kind::Iri } else { Kind::IriReference };
            expand(slf, &Filling::of(&template, mapping, keywords)?, Target::Iri, kind)
        },
        c"expand_iri($self, values=None, /, *, strict=True, dot_segments=False, **more)
--

Like `expand`, but returns an IRI or IRIReference: characters that IRIs may contain stay raw.

>>> URITemplate('https://example.org/{user}').expand_iri(user='é')
IRI('https://example.org/é')
"
    ),
    method!(
        keywords partial,
        c"partial($self, values=None, /, *, strict=True, reorder=False, dot_segments=False, **more)
--

A URITemplate in which some variables are filled in and the others remain.

Expanding it with the remaining values is the same as expanding this template with all values. A
variable with the value None stays undefined. Non-ASCII characters stay unencoded. As in `expand`,
unknown names are refused or, with `strict=False`, ignored, and values that make dot segments are
refused. Raises ValueError if no template can express the result, for example for `{?a,b}` with `b`
alone, because the place of `b` depends on `a`. With `reorder`, the given variables of a query come
first, so the expansions have the same pairs in another order.

>>> URITemplate('/{user}{?q,page}').partial(user='anna', q='x')
URITemplate('/anna?q=x{&page}')
>>> URITemplate('{?a,b}').partial(b=1, reorder=True)
URITemplate('?b=1{&a}')
"
    ),
    method!(
        |slf, [], [request]| ambiguities(slf.cast()?, take::flag(request, false)?),
        c"ambiguities_with($self, /, *, request=False)
--

Like `ambiguities`; with `request`, for raw requests, as in `match`.

`:`, `@` and other raw characters of a segment may then be in a value, so they no longer separate
two values. The answer is exact.

>>> [ambiguity] = URITemplate('/{user}@{host}').ambiguities_with(request=True)
>>> ambiguity.text, ambiguity.readings
('/@@', ({'user': '', 'host': '@'}, {'user': '@', 'host': ''}))
"
    ),
    method!(
        find,
        c"match($self, uri, /, *, allow_encoded_separators=False, query='exact', extra='allow', plus=False, types=None, request=False)
--

The values of the expansion `uri`, as a `Match`, or None if `uri` is not an expansion.

`uri` is a reference or any other `str`. Text that is equivalent to an expansion matches as well:
the letter case of triplets, needless triplets, and raw or encoded non-ASCII characters make no
difference (RFC 3986 §6.2.2, RFC 3987 §3.1). Values are decoded.

The letter case of scheme and host is ignored if the template has them (§6.2.2.1).

A `%2F` in a value inside one path segment is not decoded to a slash: such text does not match,
unless `allow_encoded_separators` is true. If there are several readings, the one with the shortest
values, from the first variable on, is chosen. A variable that occurs twice must have one value in
that reading, or the text does not match: a template that is not invertible (`is_invertible`) may
not match its own expansion. The time is linear in the text.

With `query='any-order'`, `uri` is a request: its path is matched as usual, and its query, from the
first `?`, is a set of pairs in any order. Values may have raw reserved characters, and empty pairs
are ignored. Pairs that the template does not have are in `Match.extra`; with `extra='refuse'` such
text does not match. Neither does text with more pairs of a name than the template has; `*` takes
all pairs of its name. With `plus`, a `+` in the query is a space. Raises ValueError if the query of
the template does not consist of `{?x}`, `{&x}`, `a=b` and `a={x}` separated by `&`.

With `request`, the path is also that of a raw request: a value inside one segment may have the
characters that browsers send raw, `! $ & ' ( ) * + , ; = : @` (RFC 3986 §3.3), and is one text even
with commas. It only ends at a delimiter of its expression. The query is in any
order. `ambiguities_with(request=True)` tells whether the values are then unambiguous.

`types` has the types of variables, by name: `str`, `int`, `float`, `bool`, `UUID`, an `Enum`, a set of values, a
regular expression, or a rule of a grammar. The text is matched first, and then each value is converted. Raises
ValueError for a value that is not of its type. A variable with a type is one text, or with `*` a list.

>>> template = URITemplate('/users/{user}/files{/path*}')
>>> match = template.match('/users/anna/files/a/b%20c')
>>> match['user'], match['path']
('anna', ['a', 'b c'])
>>> template.match('/users/..%2Froot/files') is None
True
>>> URITemplate('/search{?q,page}').match('/search?page=2&q=a:b', query='any-order').values
{'q': 'a:b', 'page': '2'}
>>> URITemplate('/wiki/{title}').match('/wiki/Foo_(bar),_a@b', request=True)['title']
'Foo_(bar),_a@b'
>>> URITemplate('/{lang}{?page}').match('/en?page=2', types={'lang': {'en', 'de'}, 'page': int}).values
{'lang': 'en', 'page': 2}
"
    ),
];

fn expand<'py>(
    slf: &Bound<'py, PyAny>,
    filling: &Filling<'py>,
    target: Target,
    kind: Kind,
) -> Answer<'py> {
    let fill = |name: &str, slot: &mut template::Slot<'_>| {
        filling.fill(name, slot).map(drop).map_err(Raised)
    };
    let mut text = String::new();
    template::expand(&valid_utf8(slf.cast()?), target, filling.dot_segments, &mut text, fill)
        .map_err(|Raised(error)| error)?;
    parse(kind, PyString::new(slf.py(), &text).as_any())
}

fn partial<'py>(
    slf: &Bound<'py, PyAny>,
    mapping: Option<Bound<'py, PyAny>>,
    keywords: Option<Bound<'py, PyDict>>,
) -> Answer<'py> {
    let template = valid_utf8(slf.cast()?);
    let (filling, reorder) = Filling::of_partial(&template, mapping, keywords)?;
    let fill = |name: &str, slot: &mut template::Slot<'_>| filling.fill(name, slot).map_err(Raised);
    let text = template::partial(&template, reorder, filling.dot_segments, fill)
        .map_err(|Raised(error)| error)?;
    instance(slf.py(), Kind::UriTemplate, &text)
}

fn find<'py>(
    slf: &Bound<'py, PyAny>,
    [uri]: Required<'py, 1>,
    [allow, query, extra, plus, types, request]: Optional<'py, 6>,
) -> Answer<'py> {
    let request = take::flag(request, false)?;
    let How { slash, lenience, request } = How::of([allow, query, extra, plus], request)?;
    // Text with a lone surrogate is not the expansion of anything.
    let Ok(text) = utf8(take::text(&uri, "uri")?)? else { return none(slf) };
    let own = valid_utf8(slf.cast()?);
    let template = match types.filter(|types| !types.is_none()) {
        Some(types) => matchers::kept_typed(&own, &types)?,
        None => matchers::kept(slf.py(), &own),
    };
    let request = match lenience {
        Some(lenience) if request => {
            let AsItCame { matcher, any_order } = template.requests()?;
            any_order.read(matcher, &text, lenience)
        }
        Some(lenience) => template.any_order()?.read(&template.matcher, &text, lenience),
        None => template.matcher.read(&text, slash).map(Request::of),
    };
    let Some(request) = request else { return none(slf) };
    if let Some((piece, of)) = template.misfit(slf.py(), &request.pieces, &text)? {
        let name = template.matcher.name(piece.variable());
        let (position, _) = Indices::of(&text).span(&piece.range());
        let wanted = &of.wanted;
        let message = format!("the value of {name} at position {position} must be {wanted}");
        return Err(PyValueError::new_err(message));
    }
    Ok(Match::new(slf, None, template, request, &uri)?.into_any())
}

fn variables<'py>(slf: &Bound<'py, PyString>) -> Answer<'py> {
    static VARIABLE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = VARIABLE.import(slf.py(), "iriform._types", "Variable")?;
    let text = valid_utf8(slf);
    let index = Indices::of(&text);
    let mut variables = Vec::new();
    for part in parts(&text) {
        let TemplatePart::Expression(expression) = part else { continue };
        let span = index.span(&expression.span);
        for variable in expression.variables() {
            let (explode, prefix) = (variable.modifier.is_explode(), variable.modifier.prefix());
            let operator = expression.operator.text();
            variables.push(class.call1((variable.name, operator, explode, prefix, span))?);
        }
    }
    Ok(PyTuple::new(slf.py(), variables)?.into_any())
}

fn ambiguity(template: &str, of_requests: bool) -> PyResult<Vec<Ambiguity<'_>>> {
    template::ambiguity(template, of_requests).map_err(refused)
}

fn ambiguities<'py>(slf: &Bound<'py, PyString>, of_requests: bool) -> Answer<'py> {
    static AMBIGUITY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = slf.py();
    let class = AMBIGUITY.import(py, "iriform._types", "Ambiguity")?;
    let template = valid_utf8(slf);
    let mut reasons = Vec::new();
    for reason in ambiguity(&template, of_requests)? {
        reasons.push(match reason {
            Ambiguity::Prefix { name, length } => {
                class.call1(("prefix", (name,), py.None(), py.None(), length))?
            }
            Ambiguity::Text { text, first, second } => {
                let differing = PyTuple::new(py, differing(&first, &second))?;
                let readings = (dict_of(py, first)?, dict_of(py, second)?);
                class.call1(("text", differing, text, readings, py.None()))?
            }
        });
    }
    Ok(PyTuple::new(py, reasons)?.into_any())
}

/// The variables on which two readings disagree, in order.
fn differing<'a, 't>(first: &'a [Found<'t>], second: &'a [Found<'t>]) -> Vec<&'t str> {
    let values = |reading: &'a [Found<'t>]| -> HashMap<&'t str, &'a Value> {
        // The first value of a name that occurs twice counts.
        reading.iter().rev().map(|found| (found.name, &found.value)).collect()
    };
    let (of_first, of_second) = (values(first), values(second));
    let mut seen = HashSet::new();
    let names = first.iter().chain(second).map(|found| found.name);
    names.filter(|name| seen.insert(*name) && of_first.get(name) != of_second.get(name)).collect()
}

fn dict_of<'py>(py: Python<'py>, found: Vec<Found<'_>>) -> PyResult<Bound<'py, PyDict>> {
    let values = PyDict::new(py);
    for one in found {
        values.set_item(one.name, value_of(py, one.value)?)?;
    }
    Ok(values)
}
