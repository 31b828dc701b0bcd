//! The validity of rows, and what is wrong or suspicious in them.

use iriform_kernel::ReferenceKind;

use crate::table::arguments::Argument;
use crate::table::operation::{RowVerdict, Work};
use crate::table::rows;

operations! { ($) with_checking
    is_valid {
        work: Work::RowVerdict(RowVerdict::Valid),
        summary: "True for each valid row.",
        doc: r#"
Like `as_.is_valid`.

>>> columns.is_valid(pa.array(["http://例え.jp/", "a b"])).to_pylist()
[True, False]
>>> columns.is_valid(pa.array(["http://例え.jp/", "a b"]), as_=URI).to_pylist()
[False, False]
"#,
    }

    errors {
        work: Work::RowVerdict(RowVerdict::Fault),
        summary: "Where and why each row is invalid; null for valid rows.",
        doc: r#"
The contents of a `ParseError`.

A struct of `position`, `start`, `stop` (int64: the position and the span, in code points, or in
bytes of a binary column), `production`, `rule`, `reason`, `message`, `hint` and `repaired` (text).
Some faults have no hint. `repaired` is the text that the other functions read with `repair=True`;
it is null if a repair would be a guess. Messages name the characters that are most often wrong, and
show the others by number.

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
Like `row.check(profile, severities, protected=protected)`; empty if there are no findings.
`severities` maps codes to severities: 'ignore' leaves a rule out, and another severity adds a rule
that the profile lacks. `protected` lists protected names, which other hosts must not resemble.
Raises ValueError for an unknown profile, code or severity, and for a text that is not a name; the
message shows the first one.

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
Like `row.check(…)`, with any profile. Use it in filters. Raises ValueError for an unknown code,
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
Like `policy.allows(row)`: false for an invalid row. Rows must match the policy's own production;
`as_` can only narrow it. In SQL, `policy` is a registered name, `web`, `public-webhook`,
`redirect-uri` or `client-id`, or JSON of `policy.to_dict()`.

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
        summary: "The codes of the reasons why a policy refuses each row: a list of text.",
        doc: r#"
Like `policy.refusals(row)`; empty for an allowed row. For an invalid row it is the reason of its
`ParseError`. `policy` and `as_` are as for `allows`.

>>> column = pa.array(["https://example.org/", "javascript:alert(1)", "a b", None])
>>> columns.refusals(column, Policy.WEB).to_pylist()
[[], ['scheme-not-allowed', 'no-host'], ['missing-scheme'], None]
"#,
    }
}
