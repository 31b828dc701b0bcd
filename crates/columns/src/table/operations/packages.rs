//! Package URLs.

use crate::table::arguments::Argument;
use crate::table::operation::{TextView, Work};
use crate::table::rows;

operations! { ($) with_packages
    purl {
        work: Work::Record(rows::PURL, rows::purl),
        reads_lists: true,
        summary: "The components of each row that is a package URL: a struct.",
        doc: r#"
Like `row.purl`: `type`, `namespace`, `name`, `version` and `subpath`, decoded and in the form of the
type; null for any other row. `qualifiers` is their text, unchanged: `query_value(column, "arch")`
returns the value of one.

>>> purls = pa.array(["pkg:npm/%40angular/core@19.0.0", "pkg:npm/@angular/core"])
>>> columns.purl(purls).field("name").to_pylist()
['core', None]
>>> columns.purl(columns.purl_canonical(purls, repair=True)).field("namespace").to_pylist()
['@angular', '@angular']
"#,
    }

    purl_canonical {
        arguments: &[Argument::flag("repair", false)],
        work: Work::Text(TextView::Any, rows::purl_canonical),
        reads_lists: true,
        summary: "The canonical form of each row that is a package URL; null for any other row.",
        doc: r#"
Like `PURL.repair(row.purl).value`, and null where `row.purl` is None. With `repair`, a valid row that
is almost a package URL has the canonical form of the result of `PURL.repair`.

>>> purls = pa.array(["pkg:pypi/Django_Filter@1", "pkg:PyPI/django@5", "urn:x:y"])
>>> columns.purl_canonical(purls).to_pylist()
['pkg:pypi/django-filter@1', None, None]
>>> columns.purl_canonical(purls, repair=True).to_pylist()
['pkg:pypi/django-filter@1', 'pkg:pypi/django@5', None]
"#,
    }
}
