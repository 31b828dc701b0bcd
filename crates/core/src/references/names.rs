//! The names of secrets in queries and fragments.
//!
//! Names are compared without letter case, hyphens and underscores, by the words that they end in:
//! `accessToken`, `access-token` and `X-Access-Token` are one name. A false alarm costs a reader of a log a
//! value, so what is common and harmless has exceptions: the tokens that lead to the next page of a list are
//! none that give access (`page_token`, `nextToken`).

use std::ops::Range;

use super::scan::ascii;
use crate::syntax::text::{END, Text};

/// How surely the value of a name is a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// It gives access.
    Secret,
    /// It may give access, as in an answer of OAuth 2.0 (RFC 6749 §4.1.2), but the name is common
    /// elsewhere (`state=CA`, `sid=4`): it is masked in a query or fragment, and is no finding.
    Possible,
    /// It gives access if it looks like a token: `key`.
    OfToken,
    /// It gives access if it is no number: `appid`.
    UnlessNumber,
}

/// How names of secrets end, without separators, in lower case.
const ENDS: &[&str] = &[
    "token",
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "signature",
    "apikey",
    "appkey",
    "authkey",
    "accesskey",
    "accesskeyid",
    "accountkey",
    "consumersecret",
    "encryptionkey",
    "masterkey",
    "privatekey",
    "secretkey",
    "sessionkey",
    "sharedkey",
    "signingkey",
    "subscriptionkey",
    "credential",
    "credentials",
    "authorization",
    "bearer",
    "sessionid",
    "sessid",
    "passwordconfirmation",
    "assertion",     // RFC 7521, 7523
    "codeverifier",  // RFC 7636
    "codechallenge", // the verifier itself, where the method is "plain"
    "oauthverifier", // RFC 5849
    "devicecode",    // RFC 8628
    "usercode",      //
    "authcode",      //
    "authorizationcode",
    "idtokenhint",  // OpenID Connect
    "samlresponse", // SAML 2.0 Bindings
    "samlrequest",  //
    "samlart",      //
    "connectionstring",
    "functionskey", // Azure
    "oobcode",      // Firebase
    "passkey",
    "pragmakey", // SQLCipher
    "secretid",  // Vault
];

/// Whole last words that are too short to be looked for in others.
const WORDS: &[&str] = &[
    "sig", "pwd", "pw", "pass", "jwt", "otp", "totp", "hmac", "verifier", "cftoken", "cfid",
    "bindpw",
];

/// Whole names of [`Secrecy::Possible`].
const POSSIBLE: &[&str] = &[
    "code",
    "state",
    "relaystate",
    "sessionstate",
    "oauthstate",
    "auth",    // Firebase
    "ticket",  // CAS
    "session", // and the names of sessions of forums
    "sid",     //
    "csrf",    //
    "xsrf",    //
];

/// Whole names of [`Secrecy::OfToken`].
const OF_TOKENS: &[&str] = &["key"];

/// Whole names of [`Secrecy::UnlessNumber`].
const UNLESS_NUMBERS: &[&str] = &["appid"];

/// Names of tokens that lead to another page of a list and give no access.
const PAGES: &[&str] = &[
    "pagetoken",
    "nexttoken",
    "prevtoken",
    "previoustoken",
    "pagingtoken",
    "paginationtoken",
    "continuationtoken",
    "cursortoken",
    "synctoken",
    "skiptoken",
    "starttoken",
];

/// No shorter name is that of a secret: `pw`.
const SHORTEST: usize = 2;

/// The units of a name that are looked at: the last ones of a longer name.
const LONGEST: usize = 64;

/// The last three letters that these names have: a bit for the first of them, by the last and the one before it. A
/// name of two letters sets all bits.
static ENDINGS: [[u32; 26]; 26] = {
    let mut endings = [[0; 26]; 26];
    let lists = [ENDS, WORDS, POSSIBLE, OF_TOKENS, UNLESS_NUMBERS];
    let mut i = 0;
    while i < lists.len() {
        let mut j = 0;
        while j < lists[i].len() {
            let name = lists[i][j].as_bytes();
            let [.., before, last] = name else { panic!("no name is shorter") };
            let first = if let [.., first, _, _] = name { 1 << (*first - b'a') } else { u32::MAX };
            endings[(*last - b'a') as usize][(*before - b'a') as usize] |= first;
            j += 1;
        }
        i += 1;
    }
    endings
};

/// Whether a name is surely that of no secret, as most are: seen by its last letters, if they stand for themselves.
pub(super) fn is_none(text: impl Text, range: &Range<usize>) -> bool {
    // No character has less than a unit.
    if range.len() < SHORTEST {
        return true;
    }
    let letter = |back: usize| {
        let unit = range.end.checked_sub(back).map_or(END, |i| text.peek(i));
        let letter = u8::try_from(unit).ok().filter(u8::is_ascii_alphabetic)?;
        Some(usize::from(letter.to_ascii_lowercase() - b'a'))
    };
    let (Some(last), Some(before)) = (letter(1), letter(2)) else { return false };
    let has_ending = match ENDINGS[last][before] {
        0 => false,
        firsts => letter(3).is_none_or(|first| firsts >> first & 1 == 1),
    };
    // The third may belong to an octet whose escape is itself encoded: `%256Ege`.
    let is_escape = |i: usize| text.is(i, b'%');
    !has_ending && !(range.end.saturating_sub(7)..range.end).any(is_escape)
}

/// Tells whether the name at `range`, percent-encoding decoded, is that of a secret.
pub fn secrecy(text: impl Text, range: Range<usize>) -> Option<Secrecy> {
    if is_none(text, &range) { None } else { decoded(text, range) }
}

/// The answer of [`secrecy`], from the decoded name.
fn decoded(text: impl Text, range: Range<usize>) -> Option<Secrecy> {
    let mut name = [0; LONGEST];
    let (mut length, mut word) = (0_usize, 0_usize);
    let (mut is_after_word, mut is_after_lower) = (false, false);
    let mut i = range.start;
    while i < range.end {
        let (mut c, width) = ascii(text, i);
        i += width;
        // A reference within another has its own encoding, so that `%256F` is `o`.
        let digit = |i: usize| char::from_u32(text.peek(i)).and_then(|c| c.to_digit(16));
        if c == b'%'
            && let (Some(high), Some(low)) = (digit(i), digit(i + 1))
        {
            c = u8::try_from(high << 4 | low).unwrap_or_default();
            i += 2;
        }
        if !c.is_ascii_alphanumeric() {
            (is_after_word, is_after_lower) = (true, false);
            continue;
        }
        if length == LONGEST {
            name.copy_within(LONGEST / 2.., 0);
            (length, word) = (LONGEST / 2, word.saturating_sub(LONGEST / 2));
        }
        if is_after_word || is_after_lower && c.is_ascii_uppercase() {
            word = length;
        }
        (is_after_word, is_after_lower) = (false, c.is_ascii_lowercase());
        name[length] = c.to_ascii_lowercase();
        length += 1;
    }
    // `password2`
    while length > 0 && name[length - 1].is_ascii_digit() {
        length -= 1;
    }
    let whole = &name[..length];
    if length < SHORTEST {
        return None;
    }
    let last = whole.get(word..).unwrap_or_default();
    let ends = |names: &[&str]| names.iter().any(|name| whole.ends_with(name.as_bytes()));
    let is = |what: &[u8], names: &[&str]| names.iter().any(|name| what == name.as_bytes());
    if ends(ENDS) && !ends(PAGES) || is(last, WORDS) || is(whole, WORDS) {
        return Some(Secrecy::Secret);
    }
    [
        (POSSIBLE, Secrecy::Possible),
        (OF_TOKENS, Secrecy::OfToken),
        (UNLESS_NUMBERS, Secrecy::UnlessNumber),
    ]
    .into_iter()
    .find_map(|(names, secrecy)| is(whole, names).then_some(secrecy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;
    use crate::syntax::text::Utf8;

    #[test]
    fn no_name_is_shorter_than_the_shortest() {
        let all = [ENDS, WORDS, POSSIBLE].concat();
        assert_eq!(all.iter().map(|name| name.len()).min(), Some(SHORTEST));
    }

    /// A name is seen to be none by its last letters: not where one of them is encoded, once or twice.
    #[test]
    fn an_encoded_letter_of_a_name_is_that_letter() {
        for name in [ENDS, WORDS, POSSIBLE].concat() {
            let plain = secrecy(Utf8(name.as_bytes()), 0..name.len());
            assert!(plain.is_some(), "{name}");
            for (i, letter) in name.bytes().enumerate() {
                for escape in [format!("%{letter:02X}"), format!("%25{letter:02x}")] {
                    let encoded = [&name[..i], &escape, &name[i + 1..]].concat();
                    let found = secrecy(Utf8(encoded.as_bytes()), 0..encoded.len());
                    assert_eq!(found, plain, "{encoded}");
                }
            }
        }
    }

    /// Names at random, whose letters stand for themselves or are encoded once, twice or three times.
    #[test]
    fn the_last_letters_decide_nothing_else() {
        let mut random = random(1);
        let names = [ENDS, WORDS, POSSIBLE, PAGES].concat();
        let mut secrets = 0;
        for _ in 0..200_000 {
            let mut name = String::new();
            for c in names[random(names.len())].chars() {
                match random(12) {
                    0 => name
                        .push(['_', '-', '.', '%', '2', '5', 'e', 'F', '6', '\u{e9}'][random(10)]),
                    1 => name.push(c.to_ascii_uppercase()),
                    2 => name.extend([
                        ["%", "%25", "%2525"][random(3)],
                        &format!("{:02x}", u32::from(c)),
                    ]),
                    3 if random(4) == 0 => continue,
                    _ => {}
                }
                name.push(c);
            }
            name += ["", "", "", "2", "_", "%", "%25", "x"][random(8)];
            let range = random(name.len().min(3))..name.len();
            let found = decoded(Utf8(name.as_bytes()), range.clone());
            assert_eq!(secrecy(Utf8(name.as_bytes()), range), found, "{name}");
            secrets += usize::from(found.is_some());
        }
        assert!((20_000..180_000).contains(&secrets), "{secrets}");
    }

    #[test]
    fn names_are_compared_by_their_last_words() {
        for name in [
            "token",
            "access_token",
            "accessToken",
            "access-token",
            "ACCESS_TOKEN",
            "accesstoken",
            "refreshToken",
            "csrf_token",
            "oauth_token",
            "oauth_signature",
            "oauth_verifier",
            "oauth_token_secret",
            "client_assertion",
            "assertion",
            "code_verifier",
            "device_code",
            "user_code",
            "SAMLResponse",
            "SAMLRequest",
            "SAMLart",
            "login_token",
            "reset_token",
            "sslpassword",
            "client-secret",
            "clientSecret",
            "subject_token",
            "actor_token",
            "X-Amz-Signature",
            "x-amz-security-token",
            "X-Amz-Credential",
            "AWSAccessKeyId",
            "X-Goog-Signature",
            "api_key",
            "api-key",
            "apiKey",
            "x-api-key",
            "sig",
            "Sig",
            "user[password]",
            "password2",
            "id%5Ftoken",
            "%74oken",
            "PHPSESSID",
            "JSESSIONID",
            "pwd",
            "db.password",
            "private_key",
            "id_token_hint",
            "hub.verify_token",
            "authorization",
        ] {
            assert_eq!(
                secrecy(Utf8(name.as_bytes()), 0..name.len()),
                Some(Secrecy::Secret),
                "{name}"
            );
        }
        for name in [
            "",
            "token_type",
            "requested_token_type",
            "page",
            "max_tokens",
            "tokens",
            "design",
            "config",
            "page_token",
            "nextPageToken",
            "NextToken",
            "pageToken",
            "continuationToken",
            "encode",
            "statement",
            "country_code",
            "zipcode",
            "client_id",
            "oauth_consumer_key",
            "oauth_nonce",
            "bypass",
            "sigma",
            "secretary",
            "\u{e9}",
        ] {
            assert_eq!(secrecy(Utf8(name.as_bytes()), 0..name.len()), None, "{name}");
        }
        for name in ["code", "c%6fde", "state", "RelayState", "sid", "auth"] {
            assert_eq!(
                secrecy(Utf8(name.as_bytes()), 0..name.len()),
                Some(Secrecy::Possible),
                "{name}"
            );
        }
    }
}
