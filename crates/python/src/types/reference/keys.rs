//! Keys for deduplicating and joining links: `canonical`, `surt`; and the compact form.

use iriform::engine::{
    Reference,
    canonical::{INDEX_PAGES, PRESETS, Step, Steps, canonical},
    file_key::file_key,
    session,
    surt::{surt, surt_host},
    tracking,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::operand::changed;
use crate::answer::{none, or_none, plain_text};
use crate::errors::refused;
use crate::prefixes::PrefixMap;
use crate::strtype::{Kind, Method, Property, method};
use crate::take;
use crate::text::valid_utf8;

pub(super) const METHODS: &[Method] = &[
    method!(
    variadic | slf,
    words,
    [] | {
        let words: Vec<_> = words.iter().collect();
        let words = words.iter().map(|word| Ok(take::text(word, "a step")?.to_string_lossy()));
        let words: Vec<_> = words.collect::<PyResult<_>>()?;
        let steps = Steps::of(words.iter().map(|word| &**word))
            .map_err(refused)?;
        let text = valid_utf8(slf.cast()?);
        let text = Reference::of(&text).after(|r, out| canonical(r, steps, out));
        changed(Kind::of_instance(slf.cast()?)?, slf, text)
    },
    c"canonical($self, /, *steps)
--

The canonical link: one text for all links to a page, by the normal form (`normalize('scheme')`) and named steps beyond it.

`steps` are names of `iriform.canonical.STEPS`, names with `-` before them, which are removed, and
the presets 'dedupe' (all steps: a key, which need not lead to the page) and 'crawl' (steps after
which a link still leads there on usual servers). Without steps, or if the first one is a removal,
it starts from 'dedupe'. The steps are for `http` and `https`, and 'file' for `file`. Other schemes
only get their normal form, and the keys of objects, as in `s3`, stay unchanged. The operation is
idempotent. Raises ValueError for another name.

>>> link = IRI('http://www.Example.org/index.html?utm_source=x&b=2&a=1#top')
>>> link.canonical(), link.canonical('crawl')
(IRI('https://example.org/?a=1&b=2'), IRI('http://www.example.org/index.html?b=2&a=1'))
>>> link.canonical('dedupe', '-scheme', '-index')
IRI('http://example.org/index.html?a=1&b=2')
"
),
    method!(
        |slf, [], [windows]| {
            let windows = windows.filter(|windows| !windows.is_none());
            let windows = windows.map(|windows| windows.is_truthy()).transpose()?;
            let key = file_key(&Reference::of(&valid_utf8(slf.cast()?)), windows);
            or_none(slf, key, |key| plain_text(slf, &key))
        },
        c"file_key($self, /, *, windows=None)
--

The file key: one text for all references to a file of this machine, a plain `str`; None for another scheme (RFC 8089).

It is the normal form in ASCII without `localhost`, with each octet of the path in one form. A drive
has a capital letter and a plain colon: editors and language servers disagree on both. By default, a
drive implies Windows. With `windows=True`, `file:////server/share` is the same as
`file://server/share`; with False, a drive is a folder. It is for dictionaries and joins. To do it
again changes nothing.

>>> from iriform import IRI
>>> {IRI(text).file_key() for text in ('file:///c%3A/a', 'file:///C:/a', 'file://localhost/C:/a')}
{'file:///C:/a'}
"
    ),
];

pub(super) const ABSOLUTE: &[Property] = &[
    Property {
        name: c"surt",
        doc: c"The sort key of web archives and Common Crawl's index, a plain `str`.

It is the Sort-friendly URI Reordering Transform of the Internet Archive: the labels of the host in
reverse order without `www.`, then path and query in lower case, without sessions, the query sorted.
Use it to join a table of links with such an index; it is not an IRI.

>>> IRI('http://www.Example.org:80/A/?b=2&a=1').surt
'org,example)/a?a=1&b=2'
",
        get: |text| {
            let mut key = String::new();
            surt(&Reference::of(&valid_utf8(text)), &mut key);
            plain_text(text, &key)
        },
    },
    Property {
        name: c"surt_host",
        doc: c"The host in the form of the `surt`, a plain `str`: its labels in reverse order. None without a host.

The keys of a site's pages, and those of its subdomains, begin with it, followed by `)`, `:` or `,`.

>>> IRI('http://www.a.Example.org:80/A').surt_host
'org,example,a'
",
        get: |text| {
            let mut host = String::new();
            if !surt_host(&Reference::of(&valid_utf8(text)), &mut host) {
                return none(text);
            }
            plain_text(text, &host)
        },
    },
];

/// The methods of references that have a scheme.
pub(super) const COMPACT: &[Method] = &[method!(
    |slf, [prefixes], [syntax, escapes]| {
        let map = PrefixMap::shared_of(&prefixes, "prefixes")?;
        let syntax = match &syntax {
            Some(syntax) => take::text(syntax, "syntax")?.to_string_lossy(),
            None => "plain".into(),
        };
        let syntax = crate::prefixes::by_name(&syntax)?;
        let escapes = take::flag(escapes, true)?;
        let mut compact = String::new();
        if map.compress(&valid_utf8(slf.cast()?), syntax, escapes, &mut compact) {
            return plain_text(slf, &compact);
        }
        none(slf)
    },
    c"compress($self, prefixes, /, *, syntax='plain', escapes=True)
--

The compact form by the longest namespace that this IRI begins with, or None: `PrefixMap.compress`.

`prefixes` is a `PrefixMap`, or a mapping of names to IRIs.

>>> IRI('http://dbpedia.org/resource/Paris').compress({'dbr': 'http://dbpedia.org/resource/'})
'dbr:Paris'
"
)];

/// The data of `iriform.canonical`.
#[pyfunction]
pub(crate) fn canonical_data(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let data = PyDict::new(py);
    let steps: Vec<_> = Step::ALL.iter().map(|step| (step.name(), step.says())).collect();
    data.set_item("steps", steps)?;
    let presets =
        PRESETS.map(|preset| (preset.name, preset.says, preset.steps().collect::<Vec<_>>()));
    data.set_item("presets", presets)?;
    let services: Vec<_> =
        tracking::TRACKING.iter().map(|&(who, names)| (who, names.to_vec())).collect();
    data.set_item("tracking", services)?;
    data.set_item("tracking_date", tracking::DATE)?;
    data.set_item("sessions", session::NAMES)?;
    data.set_item("index_pages", INDEX_PAGES)?;
    Ok(data)
}
