//! Tracking parameters: names in a query that say where a visitor came from, not which page is requested.
//!
//! A service is known to add each of them to links. The list is common knowledge. It was not compared name by
//! name with the documentation of the services, and a site may give a name another meaning. Names that many
//! sites use for other things (`ref`, `source`, `cid`, `si`) are not here.

/// When the list was last changed.
pub const DATE: &str = "2026-11-23";

/// A service, and the names that it adds, in lower case; a `*` at the end stands for any characters.
pub const TRACKING: &[(&str, &[&str])] = &[
    ("Adobe", &["s_kwcid", "ef_id", "sc_cid"]),
    ("Branch", &["_branch_match_id", "_branch_referrer"]),
    ("Drip", &["__s"]),
    (
        "Google Ads",
        &["gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid"],
    ),
    ("Google Analytics", &["utm_*", "_ga", "_gl"]),
    ("Google Merchant Center", &["srsltid"]),
    ("HubSpot", &["_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking"]),
    ("Klaviyo", &["_ke", "_kx"]),
    ("LinkedIn", &["li_fat_id"]),
    ("Mailchimp", &["mc_cid", "mc_eid"]),
    ("MailerLite", &["ml_subscriber", "ml_subscriber_hash"]),
    ("Marketo", &["mkt_tok"]),
    (
        "Matomo",
        &[
            "mtm_*", "pk_campaign", "pk_cid", "pk_content", "pk_keyword", "pk_kwd", "pk_medium",
            "pk_source",
        ],
    ),
    (
        "Meta",
        &["fbclid", "fb_action_ids", "fb_action_types", "fb_ref", "fb_source", "igsh", "igshid"],
    ),
    ("Microsoft Advertising", &["msclkid"]),
    ("Olytics", &["oly_anon_id", "oly_enc_id"]),
    ("Openstat", &["_openstat"]),
    ("Outbrain", &["dicbo"]),
    ("Pinterest", &["epik"]),
    ("Reddit", &["rdt_cid"]),
    ("Snapchat", &["sccid"]),
    ("Taboola", &["tblci"]),
    ("TikTok", &["ttclid"]),
    ("Vero", &["vero_conv", "vero_id"]),
    ("Wicked Reports", &["wickedid"]),
    ("X", &["twclid"]),
    ("Yahoo", &["guccounter", "guce_referrer", "guce_referrer_sig"]),
    ("Yandex", &["yclid", "ysclid", "ymclid"]),
];

/// The first two characters of these names, by the low five bits, which both letter cases share: one bit for
/// each second character, indexed by the first.
static BEGINNINGS: [u32; 32] = {
    let mut beginnings = [0; 32];
    let mut i = 0;
    while i < TRACKING.len() {
        let mut j = 0;
        while j < TRACKING[i].1.len() {
            let [first, second, ..] = TRACKING[i].1[j].as_bytes() else {
                panic!("none is shorter")
            };
            beginnings[(*first & 31) as usize] |= 1 << (*second & 31);
            j += 1;
        }
        i += 1;
    }
    beginnings
};

/// Returns true if a name, decoded, is one of these in any letter case.
pub(crate) fn is_tracking(name: &str) -> bool {
    // The first two characters reject most names.
    let [first, second, ..] = name.as_bytes() else { return false };
    if BEGINNINGS[usize::from(first & 31)] >> (second & 31) & 1 == 0 {
        return false;
    }
    let is = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => name.get(..start.len()).is_some_and(|n| n.eq_ignore_ascii_case(start)),
        None => name.eq_ignore_ascii_case(pattern),
    };
    TRACKING.iter().any(|(_, names)| names.iter().any(|pattern| is(pattern)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_list() {
        for name in ["utm_source", "UTM_X", "utm_", "gclid", "hsCtaTracking", "__s"] {
            assert!(is_tracking(name), "{name}");
        }
        for name in ["", "utm", "id", "gclids", "ref", "xutm_source", "ütm_source"] {
            assert!(!is_tracking(name), "{name}");
        }
        let all: Vec<_> = TRACKING.iter().flat_map(|(_, names)| names.iter()).collect();
        assert!(all.iter().all(|name| **name == name.to_lowercase()));
        assert!(TRACKING.is_sorted_by_key(|(service, _)| service.to_lowercase()));
    }
}
