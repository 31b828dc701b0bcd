//! Package URLs.

use iriform_kernel::ReferenceKind;

use crate::table::operation::Work;
use crate::table::rows;

operations! { ($) with_packages
    purl {
        arguments: &[],
        production: ReferenceKind::IRI,
        work: Work::JudgedRecord(rows::PURL, rows::purl),
        summary: "The components of each row that is a package URL: a struct.",
        doc: r#"
As `row.purl`: `type`, `namespace`, `name`, `version` and `subpath`, decoded and as the type of the
package writes them; null for any other row. `qualifiers` is their text, as it is written:
`query_value(column, "arch")` gives the value of one.

>>> import pyarrow as pa
>>> from iriform import columns
>>> purls = pa.array(["pkg:npm/%40angular/core@19.0.0", "pkg:npm/@angular/core"])
>>> columns.purl(purls).field("name").to_pylist()
['core', None]
>>> columns.purl(columns.purl_canonical(purls)).field("namespace").to_pylist()
['@angular', '@angular']
"#,
    }

    purl_canonical {
        arguments: &[],
        production: ReferenceKind::IRI,
        work: Work::JudgedText(rows::purl_canonical),
        summary: "The canonical package URL that each row is equivalent to; null if there is none.",
        doc: r#"
As `PURL.repair(row).value`, of a row that is valid.

>>> import pyarrow as pa
>>> from iriform import columns
>>> columns.purl_canonical(pa.array(["pkg:PyPI/Django_Filter@1", "urn:x:y"])).to_pylist()
['pkg:pypi/django-filter@1', None]
"#,
    }
}
