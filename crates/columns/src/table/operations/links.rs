//! Links in texts.

use crate::table::links;
use crate::table::operation::{TextView, Work};

operations! { ($) with_links
    links {
        arguments: links::ARGUMENTS,
        work: Work::Places(links::FIELDS, links::places),
        prepare: links::options,
        summary: "The links in each text, by UTS #58: a list with the range and the IRI of each.",
        doc: r#"
Like `iriform.links.find(row, schemes=schemes, …)`. The fields are `iri`, `kind`, `start` and `stop`:
in code points or, in a binary column, in octets. `schemes` are others than http, https and mailto;
"any" stands for IANA's registry. Rows are any text, so `as_` has no meaning.

>>> columns.links(pa.array(["or é@c.example.", "no link"])).to_pylist()
[[{'start': 3, 'stop': 14, 'iri': 'mailto:é@c.example', 'kind': 'email'}], []]
>>> columns.links(pa.array(["doi:10.1/2 http://a"]), "doi", domains=False).to_pylist()[0][0]["iri"]
'doi:10.1/2'
"#,
    }

    first_link {
        arguments: links::ARGUMENTS,
        work: Work::Text(TextView::Any, links::first),
        prepare: links::options,
        summary: "The IRI of the first link in each text.",
        doc: r#"
The `iri` of the first of `links`; null without one. Rows are any text, so `as_` has no meaning.

>>> columns.first_link(pa.array(["see example.org/a, http://b", "no link"])).to_pylist()
['https://example.org/a', None]
"#,
    }

    links_count {
        arguments: links::ARGUMENTS,
        work: Work::Number(links::count),
        prepare: links::options,
        summary: "The number of links in each text.",
        doc: r#"
The length of `links`. Rows are any text, so `as_` has no meaning.

>>> columns.links_count(pa.array(["see example.org/a, http://b", "no link", None])).to_pylist()
[2, 0, None]
"#,
    }
}
