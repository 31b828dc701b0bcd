//! The validity of rows, and what is wrong or suspicious in them.

use iriform_kernel::ReferenceKind;

use crate::table::arguments::Argument;
use crate::table::operation::{RowVerdict, Work};
use crate::table::rows;

operations! { ($) with_checking
    is_valid {
        work: Work::RowVerdict(RowVerdict::Valid),
        summary: "True for each row that is valid.",
        doc: r#"
As `as_.is_valid` says.

>>> columns.is_valid(pa.array(["http://例え.jp/", "a b"])).to_pylist()
[True, False]
>>> columns.is_valid(pa.array(["http://例え.jp/", "a b"]), as_=URI).to_pylist()
[False, False]
"#,
    }

    errors {
        work: Work::RowVerdict(RowVerdict::Fault),
        summary: "Where and why each row is not valid; null for rows that are.",
        doc: r#"
As `ParseError` says.

A struct of `position`, `start`, `stop` (int64: the position and the span, in code points, or in
bytes of a binary column), `production`, `rule`, `reason`, `message`, `hint` and `repaired` (text).
Some faults have no hint. `repaired` is what the other functions read with `repair=True`; it is null
where a repair would be a guess. Messages name the characters that are most often wrong, and give the
others by number.

>>> error = columns.errors(pa.array(["http://example.com/a b"]))[0].as_py()
>>> error["position"], error["rule"], error["reason"], error["hint"]
(20, 'isegment', 'invalid-character', 'percent-encode it as %20')
>>> error["repaired"]
'http://example.com/a%20b'
>>> error["message"]
'not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)'
"#,
    }

    check {
        arguments: &[
            Argument::text_or("profile", "default"),
            Argument::words("severities"),
            Argument::protected(),
        ],
        work: Work::RowVerdict(RowVerdict::Codes),
        reads_lists: true,
        prepare: rows::profile,
        summary: "The codes of the findings in each row: a list of text.",
        doc: r#"
As in `row.check(profile, severities, protected=protected)`; empty if there are no findings.
`severities` maps codes to severities: with 'ignore' a rule is left out, with another one a rule that
the profile lacks is added. `protected` lists names that other hosts must not be taken for. Raises
ValueError for an unknown profile, code or severity, and for a text that is no name: the message shows
the first.

>>> columns.check(pa.array(["http://a/\u202egnp.exe", "http://a/", "a b"])).to_pylist()
[['bidi-formatting'], [], None]
>>> columns.check(pa.array(["http://paypa1.com/"]), protected=["paypal.com"]).to_pylist()
[['host-font-confusable-with']]
"#,
    }

    has_finding {
        arguments: &[Argument::text("code")],
        work: Work::RowVerdict(RowVerdict::Found),
        reads_lists: true,
        prepare: rows::rule,
        summary: "True for each row in which the rule of that code finds something.",
        doc: r#"
As in `row.check(…)`, with any profile. Use it in filters. Raises ValueError for an unknown code,
and for the rules of `row.check(protected=…)`, because they need names to compare with.

>>> column = pa.array(["http://0x7f.1/", "http://a/", "a b"])
>>> columns.has_finding(column, "ipv4-lookalike").to_pylist()
[True, False, None]
"#,
    }

    allows {
        arguments: &[Argument::policy()],
        production: ReferenceKind::IRI_REFERENCE,
        work: Work::RowVerdict(RowVerdict::Allowed),
        reads_lists: true,
        summary: "True for each row that a policy allows.",
        doc: r#"
As `policy.allows(row)` says: false for a row that is not valid. What rows must match is the
policy's own production; `as_` can only narrow it. In SQL, `policy` is a name that was registered,
`web`, `public-webhook`, `redirect-uri` or `client-id`, or JSON of `policy.to_dict()`.

>>> column = pa.array(["https://example.org/", "javascript:alert(1)", "a b", None])
>>> columns.allows(column, Policy.WEB).to_pylist()
[True, False, False, None]
"#,
    }

    refusals {
        arguments: &[Argument::policy()],
        production: ReferenceKind::IRI_REFERENCE,
        work: Work::RowVerdict(RowVerdict::Refusals),
        reads_lists: true,
        summary: "The codes of why a policy refuses each row: a list of text.",
        doc: r#"
As in `policy.refusals(row)`; empty for a row that is allowed. For a row that is not valid it is the
reason of its `ParseError`. `policy` and `as_` are as for `allows`.

>>> column = pa.array(["https://example.org/", "javascript:alert(1)", "a b", None])
>>> columns.refusals(column, Policy.WEB).to_pylist()
[[], ['scheme-not-allowed', 'no-host'], ['missing-scheme'], None]
"#,
    }
}
