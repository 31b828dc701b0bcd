//! Whole references: the algebra of RFC 3986 and RFC 3987.

use iriform::engine::Level;
use iriform_kernel::ReferenceKind;

use crate::table::arguments::Argument;
use crate::table::operation::{TextView, Work};
use crate::table::rows;
use crate::table::unchanged;

operations! { ($) with_references
    resolve {
        arguments: &[Argument::base(), Argument::flag("strict", true)],
        production: ReferenceKind::IRI_REFERENCE,
        work: Work::Text(TextView::Parsed, rows::resolve),
        unchanged: unchanged::resolve,
        summary: "The target of each row, as a reference in a document at `base`.",
        doc: r#"
Like `base.resolve(row)` (RFC 3986 §5.2).

`base` is text or a column. Text must have a scheme, or ParseError is raised. A column must have one
base for each row; a null or invalid base gives null.

>>> columns.resolve(pa.array(["../g", "?y", "a b"]), "http://a/b/c/d;p?q").to_pylist()
['http://a/b/g', 'http://a/b/c/d;p?y', None]
"#,
    }

    relative_to {
        arguments: &[Argument::base(), Argument::form(), Argument::root("within")],
        work: Work::Text(TextView::Parsed, rows::relative_to),
        prepare: rows::relative,
        summary: "The shortest reference from `base` to each row.",
        doc: r#"
Like `row.relative_to(base, form=form, within=within)`: `form` selects another reference than the
shortest, and `within` is a folder that references do not leave.

`base` is text or a column, as for `resolve`. Null if no reference of that form leads there.

>>> column = pa.array(["http://a/b/x?q"])
>>> columns.relative_to(column, "http://a/b/c/d").to_pylist()
['../x?q']
>>> columns.relative_to(column, "http://a/b/c/d", form="absolute-path").to_pylist()
['/b/x?q']
"#,
    }

    normalize {
        arguments: &[Argument::level(Level::Syntax)],
        work: Work::Text(TextView::Parsed, rows::normalize),
        unchanged: unchanged::normalize,
        summary: "The normal form of each row.",
        doc: r#"
Like `row.normalize(level)` (RFC 3986 §6.2).

>>> columns.normalize(pa.array(["HTTP://Example.COM:80/%7Ea/../b"]), "scheme").to_pylist()
['http://example.com/b']
"#,
    }

    comparison_key {
        arguments: &[Argument::level(Level::Syntax)],
        work: Work::Text(TextView::Parsed, rows::comparison_key),
        unchanged: unchanged::comparison_key,
        summary: "The comparison key of each row: equal for two rows exactly if they are equivalent.",
        doc: r#"
Like `row.comparison_key(level)`.

>>> columns.comparison_key(pa.array(["http://a/é", "HTTP://a/%c3%a9"])).unique().to_pylist()
['http://a/%C3%A9']
"#,
    }

    canonical {
        arguments: &[Argument::texts("steps")],
        work: Work::Text(TextView::Parsed, rows::canonical),
        prepare: rows::steps,
        summary: "The canonical link: one text for all links to a page, by the normal form and further steps.",
        doc: r#"
Like `row.canonical(*steps)`: `dedupe` or `crawl`, steps of `iriform.canonical.STEPS`, and steps with
`-` before them, which are removed. Raises ValueError for another name.

>>> column = pa.array(["http://www.Example.org/index.html?utm_source=x&b=2&a=1#top"])
>>> columns.canonical(column).to_pylist()
['https://example.org/?a=1&b=2']
>>> columns.canonical(column, "crawl").to_pylist()
['http://www.example.org/index.html?b=2&a=1']
>>> columns.canonical(column, "dedupe", "-www", "-scheme").to_pylist()
['http://www.example.org/?a=1&b=2']
"#,
    }

    surt {
        work: Work::Text(TextView::Parsed, rows::surt),
        summary: "The sort key that web archives and Common Crawl's index use for each row.",
        doc: r#"
Like `row.surt`.

>>> column = pa.array(["http://www.Example.org:80/A/?b=2&a=1", "https://h.example:8080"])
>>> columns.surt(column).to_pylist()
['org,example)/a?a=1&b=2', 'example,h:8080)/']
"#,
    }

    surt_host {
        work: Work::Text(TextView::Authority, rows::surt_host),
        summary: "The host of each row in the form of the `surt`: its labels in reverse order.",
        doc: r#"
Like `row.surt_host`; null without a host.

>>> columns.surt_host(pa.array(["http://www.a.Example.org:80/A", "urn:x"])).to_pylist()
['org,example,a', None]
"#,
    }

    to_uri {
        arguments: &[Argument::flag("idna", false)],
        work: Work::Text(TextView::Parsed, rows::to_uri),
        unchanged: unchanged::to_uri,
        summary: "Each row as a URI.",
        doc: r#"
Like `row.to_uri(idna=idna)` (RFC 3987 §3.1).

Null if `idna` is set and the host cannot become a domain name.

>>> columns.to_uri(pa.array(["http://résumé.example.org/é"]), idna=True).to_pylist()
['http://xn--rsum-bpad.example.org/%C3%A9']
"#,
    }

    to_iri {
        arguments: &[Argument::flag("idna", false)],
        work: Work::Text(TextView::Parsed, rows::to_iri),
        unchanged: unchanged::to_iri,
        summary: "Each row as an IRI.",
        doc: r#"
Like `row.to_iri(idna=idna)` (RFC 3987 §3.2).

>>> columns.to_iri(pa.array(["http://example.org/D%C3%BCrst%2F"])).to_pylist()
['http://example.org/Dürst%2F']
"#,
    }

    repair {
        arguments: &[Argument::default_scheme()],
        work: Work::Text(TextView::OrInvalid(rows::repair), rows::completed),
        unchanged: unchanged::repair,
        prepare: rows::default_scheme,
        summary: "The repaired reference of each row; null if a repair would be a guess.",
        doc: r#"
Like `as_.repair(row, default_scheme=default_scheme).value`: with a scheme, text that begins with a
host gets it.

>>> columns.repair(pa.array([" http://example.org/a b", "http://a:b:c/"])).to_pylist()
['http://example.org/a%20b', None]
>>> columns.repair(pa.array(["www.example.org/a", "h:8080"]), default_scheme="https").to_pylist()
['https://www.example.org/a', 'h:8080']
"#,
    }
}
