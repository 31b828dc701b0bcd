//! Found links compared with masked secrets: one seeker finds both.

use iriform::engine::{
    links::{LinkSchemes, Options},
    references::{Masking, masked, secrets},
    text::Utf8,
};

use crate::links::{Random, links, spans};

/// Text around secrets, none of which belongs to a service.
const WITH_SECRETS: &[&str] = &[
    "https://u:pw1234@h.example", "https://h.example", "postgres://u:pw1234@h.example/db", "/",
    "a", "?", "#", "&", "token=abcd1234", "access_token=x1y2z3w4", "password=pw5678", "q=1", " ",
    " ", "(", ")", "[", "]", "\"", "<", ">", ",", ";", "'", "+", "=", ":", "@", ".", "é", "{id}",
    "\n", "mailto:a@b.example", "www.h.example",
];

/// A secret in a found link is masked in the surrounding text, and a masked text only has links without
/// secrets.
#[test]
fn what_is_found_is_masked() {
    let mut random = Random(70);
    let standard = Options::default();
    let all = Options { schemes: LinkSchemes::Registered, userinfo: true, ..standard.clone() };
    let strict = Options { strict: true, quotes: true, prose: true, ..all.clone() };
    let secrets_of = |text: &str| secrets(Utf8(text.as_bytes()), Masking::Everything);
    let (mut found, mut hidden) = (0, 0);
    for _ in 0..4_000 {
        let text = random.text(WITH_SECRETS, 12);
        let places = secrets_of(&text);
        let shown = masked(&text, Masking::Everything);
        for options in [&standard, &all, &strict] {
            for link in spans(&text, options) {
                found += 1;
                for secret in secrets_of(&text[link.clone()]) {
                    hidden += 1;
                    let secret = link.start + secret.start..link.start + secret.end;
                    let is_within = |place: &std::ops::Range<usize>| {
                        place.start <= secret.start && secret.end <= place.end
                    };
                    assert!(places.iter().any(is_within), "{text}: {}", &text[secret]);
                }
            }
            for link in links(&shown, options) {
                assert_eq!(masked(link, Masking::Everything), link, "{text}: {shown}");
            }
        }
    }
    assert!(found > 1_000 && hidden > 500, "{found}, {hidden}");
}
