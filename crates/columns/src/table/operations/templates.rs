//! URI templates.

use iriform_kernel::ReferenceKind;

use crate::table::arguments::Argument;
use crate::table::operation::{Expansion, Work};
use crate::table::rows;

operations! { ($) with_templates
    match_template {
        arguments: &[
            Argument::template(),
            Argument::flag("allow_encoded_separators", false),
            Argument::query(),
            Argument::extra(),
            Argument::flag("plus", false),
            Argument::flag("request", false),
        ],
        production: ReferenceKind::IRI_REFERENCE,
        work: Work::Variables,
        prepare: rows::requests,
        summary: "The variables of a URI template in each row that matches it: a struct.",
        doc: r#"
The values are those of `template.match(row)`; null for a row that does not match. The struct has a
field for each variable, null if it is undefined. A field is text; with `*` it is a list of text, or
a list of structs of `name` and `value` after `;`, `?` and `&`.

A list for a text field, such as `a,b` for `{x}`, is the text with its commas. `template` is a
`URITemplate` or its text, with at least one variable; raises ParseError if it is not valid.

With `query="any-order"`, rows are requests, as in `URITemplate.match`: the pairs of the query may
be in any order. Pairs that the template does not have are ignored; with `extra="refuse"`, such a
row does not match. With `request=True`, the path is also that of a request.

>>> column = pa.array(["http://a/users/anna/files/x/y?page=2", "http://a/users/"])
>>> columns.match_template(column, "http://a/users/{user}/files{/path*}{?page}").to_pylist()
[{'user': 'anna', 'path': ['x', 'y'], 'page': '2'}, None]
"#,
    }

    expand_template {
        arguments: &[Argument::template(), Argument::flag("dot_segments", false)],
        production: ReferenceKind::URI_REFERENCE,
        work: Work::Expansion(Expansion::Text),
        summary: "The expansion of a URI template by each row of a struct column or a table.",
        doc: r#"
Like `template.expand(row)`; null if the result is invalid, and if values make a dot segment or a
host, which `dot_segments=True` allows. `expand_template_errors` says why. The column has a field
for each variable. A null or a missing field is undefined (RFC 6570 §2.3). Fields are
text, integers, floats, bools, or lists, maps or lists of pairs of these.

`as_` is the type of the results; with `IRI` or `IRIReference`, the template is expanded like
`expand_iri`. This is the inverse of `match_template`, with the same `template`. Raises ValueError
for a prefix of lists or pairs (`{x:3}`).

>>> values = pa.table({"user": ["anna", "jörg m"], "page": [2, None]})
>>> columns.expand_template(values, "http://a/users/{user}{?page}").to_pylist()
['http://a/users/anna?page=2', 'http://a/users/j%C3%B6rg%20m']
"#,
    }

    expand_template_errors {
        arguments: &[Argument::template(), Argument::flag("dot_segments", false)],
        production: ReferenceKind::URI_REFERENCE,
        work: Work::Expansion(Expansion::Errors),
        summary: "Why `expand_template` returns null for a row: a struct of `variable`, `rule`, `message`.",
        doc: r#"
Null for a row that has an expansion, or is null. `variable` has the names of the variables at
fault, separated by commas; null if the whole result is invalid. `rule` is the clause of the RFC, or
the production's name.

>>> values = pa.table({"user": ["anna", ".."]})
>>> good, bad = columns.expand_template_errors(values, "http://a/users/{user}").to_pylist()
>>> good, bad["variable"], bad["rule"]
(None, 'user', 'RFC 3986 §5.2.4')
"#,
    }
}
