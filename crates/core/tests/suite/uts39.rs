//! Tests of UTS #39, which publishes data but no tests. They are the labels from ICU's spoof checker tests,
//! each with ICU's verdict and the rule that gives it here.

use iriform::engine::findings::{Profile, RuleSet, check};

/// A property of labels: the rules, and the labels with ICU's verdicts.
type Asks = (&'static [&'static str], &'static [(&'static str, bool)]);

const ASKS: [Asks; 4] = [
    // §5.4: the same mark twice on a letter.
    (
        &["host-repeated-mark"],
        &[
            ("abcd\u{301}ef", false),
            ("abcd\u{301}\u{302}\u{301}ef", true),
            ("abcd\u{e1}\u{301}xyz", true),
            ("b\u{e1}\u{301}", true),
        ],
    ),
    // §5.3: digits of two systems. IDNA does not allow labels that mix Arabic digits with others.
    (
        &["host-mixed-numbers", "idna-invalid"],
        &[
            ("1", false),
            ("\u{967}", false),
            ("1\u{967}", true),
            ("\u{661}\u{6f1}", true),
            ("a\u{30fc}", false),
            ("a1\u{661}", true),
            ("a1\u{661}\u{6f1}", true),
            ("\u{661}\u{30fc}a\u{30a2}1\u{967}\u{6f1}", true),
            ("a\u{30a2}\u{30fc}1\u{967}\u{661}\u{6f1}", true),
        ],
    ),
    // §5.2: less than highly restrictive.
    (
        &["host-mixed-script", "idna-invalid"],
        &[
            ("a", false),
            ("\u{3b3}", false),
            ("a\u{30a2}\u{30fc}", false),
            ("a\u{30fc}\u{303c}\u{30a2}", false),
            ("\u{30a2}a\u{30fc}\u{303c}", false),
            ("a\u{904}", true),
            ("a\u{3b3}", true),
            ("a\u{3b3}\u{2665}", true),
            ("a1\u{661}", true),
            ("a\u{f84}", true),
        ],
    ),
    // §5.4: a dot that merges with the letter.
    (
        &["host-dangerous-pattern", "host-restricted-character"],
        &[
            ("i", false),
            ("j", false),
            ("l", false),
            ("i\u{307}", true),
            ("j\u{307}", true),
            ("l\u{307}", true),
            ("\u{131}\u{307}", true),
            ("\u{237}\u{307}", true),
            ("1\u{307}", true),
            ("\u{133}\u{307}", true),
            ("i\u{307}\u{307}", true),
            ("abci\u{307}def", true),
            ("i\u{301}\u{307}", false),
            ("i\u{320}\u{307}", true),
            ("i\u{320}\u{321}\u{307}", true),
            ("iz\u{307}", false),
            ("m\u{307}", false),
            ("i\u{320}\u{301}\u{307}", false),
        ],
    ),
];

/// Labels for which these rules report more than ICU, and why.
const STRICTER: [(&str, &str); 2] = [
    ("m\u{307}", "Chromium refuses U+1E41, as it refuses most of that block"),
    ("i\u{320}\u{301}\u{307}", "Unicode does not recommend U+0320"),
];

#[test]
fn verdicts_of_icu() {
    let rule_set = RuleSet::of(Profile::Untrusted);
    for (rules, labels) in ASKS {
        for &(label, is_found) in labels {
            let findings = check(&format!("http://{label}.example/"), &rule_set);
            let codes: Vec<_> = findings.iter().map(|finding| finding.rule.code).collect();
            let expected = is_found || STRICTER.iter().any(|&(other, _)| other == label);
            let is_said = codes.iter().any(|code| rules.contains(code));
            assert_eq!(is_said, expected, "{}: {codes:?}", label.escape_unicode());
        }
    }
}
