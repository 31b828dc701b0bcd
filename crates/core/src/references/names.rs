//! The names of secrets in queries and fragments.
//!
//! Names are compared without letter case, hyphens and underscores, by the words that they end in:
//! `accessToken`, `access-token` and `X-Access-Token` are one name. A false alarm costs a reader of a log a
//! value, so what is common and harmless has exceptions: the tokens that lead to the next page of a list are
//! none that give access (`page_token`, `nextToken`).

use std::ops::Range;

use super::scan::ascii;
use crate::syntax::text::Text;

/// How surely the value of a name is a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// It gives access.
    Secret,
    /// It may give access, as in an answer of OAuth 2.0 (RFC 6749 §4.1.2), but the name is common
    /// elsewhere (`state=CA`, `sid=4`): it is masked in a query or fragment, and is no finding.
    Possible,
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
];

/// Whole last words that are too short to be looked for in others.
const WORDS: &[&str] =
    &["sig", "pwd", "pw", "pass", "jwt", "otp", "totp", "hmac", "verifier", "cftoken", "cfid"];

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

/// Names of no more units are looked at; of longer ones, the end.
const LONGEST: usize = 64;

/// The last two letters that these names have: a bit for the one before the last, by the last.
static ENDINGS: [u32; 26] = endings(&[ENDS, WORDS, POSSIBLE]);

const fn endings(lists: &[&[&str]]) -> [u32; 26] {
    let mut endings = [0; 26];
    let mut i = 0;
    while i < lists.len() {
        let mut j = 0;
        while j < lists[i].len() {
            let [.., before, last] = lists[i][j].as_bytes() else { panic!("no name is shorter") };
            endings[(*last - b'a') as usize] |= 1 << (*before - b'a');
            j += 1;
        }
        i += 1;
    }
    endings
}

/// Whether a name of lower-case letters and digits ends as one of these does.
fn has_ending(name: &[u8]) -> bool {
    let &[.., before @ b'a'..=b'z', last @ b'a'..=b'z'] = name else { return false };
    ENDINGS[usize::from(last - b'a')] >> (before - b'a') & 1 == 1
}

/// Tells whether the name at `range`, percent-encoding decoded, is that of a secret.
pub fn secrecy(text: impl Text, range: Range<usize>) -> Option<Secrecy> {
    // No character has less than a unit.
    if range.len() < SHORTEST {
        return None;
    }
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
    // Most names are seen to be none by their last two letters.
    if !has_ending(whole) {
        return None;
    }
    let last = whole.get(word..).unwrap_or_default();
    let ends = |names: &[&str]| names.iter().any(|name| whole.ends_with(name.as_bytes()));
    let is = |what: &[u8], names: &[&str]| names.iter().any(|name| what == name.as_bytes());
    if ends(ENDS) && !ends(PAGES) || is(last, WORDS) || is(whole, WORDS) {
        return Some(Secrecy::Secret);
    }
    is(whole, POSSIBLE).then_some(Secrecy::Possible)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::text::Utf8;

    #[test]
    fn no_name_is_shorter_than_the_shortest() {
        let all = [ENDS, WORDS, POSSIBLE].concat();
        assert_eq!(all.iter().map(|name| name.len()).min(), Some(SHORTEST));
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
            "key",
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
