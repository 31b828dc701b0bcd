//! Chromium's names of internationalized domains, and its verdict on each.

use iriform::engine::findings::{Names, Profile, RuleSet, TOPICS, check};

const NAMES: &str = include_str!("../../../../tests/vectors/chromium_idn.txt");

/// The list of top domains that Chromium's test uses, and one of its own list.
const TOP: &str = "d4000.com digklmo68.com digklmo68.co.uk islkpx123.com isikpx123.com os345.com \
    woder.com wmhtb.com phktb.com pkawx.com wmnr.com rf.com cyxe.com ldg.com idg.com ig.com ld.com \
    1gd.com cegjo.com wsws.com wsu.com wsou.com 1234567890.com aece.com aen.com n11.com o2.com 28.com \
    39.com 89.com 43.com oo.com qq.com nn.com test.net f\u{F3}\u{F3}.com youtube.com google.com";

/// Names with a different verdict here, and why.
const DIFFERENCES: [(&str, &str); 4] = [
    ("xn--gpd3ag.ge", "Unicode 18 does not recommend U+10FD and U+10FF"),
    ("xn--gpd3ag.xn--node", "likewise"),
    ("xn--rmdcmef.mm", "Unicode 18 does not recommend the digits of Shan"),
    ("xn--rmdcmef.xn--7idjb0f4ck", "likewise"),
];

/// The rules that refuse a name: those of spoofing and IDNA, and, with the list, those of names.
fn verdict(host: &str, rule_set: &RuleSet) -> Vec<&'static str> {
    let is_of = |topic: &str, code: &str| {
        let topic = TOPICS.iter().find(|one| one.name == topic).expect("a topic");
        topic.rules().any(|rule| rule.code == code)
    };
    let findings = check(&format!("http://{host}/"), rule_set);
    let codes = findings.iter().map(|finding| finding.rule.code);
    codes
        .filter(|&code| {
            is_of("Spoofing", code)
                || ["host-confusable-with", "host-font-confusable-with"].contains(&code)
                || ["idna-invalid", "invisible-character", "dns-label-hyphen"].contains(&code)
        })
        .collect()
}

#[test]
fn verdicts() {
    let alone = RuleSet::of(Profile::Untrusted);
    let names = Names::new(TOP.split_whitespace().map(str::to_owned)).expect("names");
    let with_names = alone.clone().protecting(&names);
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in NAMES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (expected, host) = line.split_once(' ').expect("two columns");
        let codes = verdict(host, if expected == "T" { &with_names } else { &alone });
        let is_expected = codes.is_empty() == (expected == "S");
        let difference = DIFFERENCES.iter().find(|&&(other, _)| other == host);
        if is_expected == difference.is_some() {
            wrong.push(format!("{line}: {codes:?}"));
        }
        if expected == "S" && host.contains("xn--") {
            let codes = verdict(host, &with_names);
            let is_look = codes.contains(&"host-confusable-with");
            if is_look {
                wrong.push(format!("{line} with names: {codes:?}"));
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 457);
}
