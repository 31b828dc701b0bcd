//! User and password, and the secret part of a userinfo (RFC 3986 §3.2.1).

use std::ops::Range;

use crate::syntax::chars::{ALPHA, Class, DIGIT, UNRESERVED};
use crate::syntax::text::{AsciiSet, Text};

/// The prefixes of the tokens of well-known services. People use them as user names, and in queries.
const TOKENS: &[&str] = &[
    "ghp_",        // GitHub
    "gho_",        //
    "ghu_",        //
    "ghs_",        //
    "ghr_",        //
    "github_pat_", //
    "glpat-",      // GitLab
    "gldt-",       //
    "glcbt-",      //
    "glrt-",       //
    "glsoat-",     //
    "ATATT",       // Atlassian
    "ATCTT",       //
    "ATBB",        // Bitbucket
    "AKIA",        // Amazon
    "ASIA",        //
    "AIza",        // Google
    "ya29.",       //
    "GOCSPX-",     //
    "npm_",        // npm
    "pypi-",       // PyPI
    "hf_",         // Hugging Face
    "dckr_pat_",   // Docker
    "sk_",         // Stripe
    "rk_",         //
    "whsec_",      //
    "sk-",         // OpenAI, Anthropic
    "xoxa-",       // Slack
    "xoxb-",       //
    "xoxe.",       //
    "xoxp-",       //
    "xoxr-",       //
    "xoxs-",       //
    "xapp-",       //
    "SG.",         // SendGrid
    "dop_v1_",     // DigitalOcean
    "shpat_",      // Shopify
    "shpss_",      //
    "hvs.",        // Vault
    "glsa_",       // Grafana
    "lin_api_",    // Linear
    "sntrys_",     // Sentry
    "eyJ",         // a JSON Web Token (RFC 7519): `{"` in base64
];

/// The smallest number of letters, digits, `-` and `_` after the prefix of a token in a query: `sk_SK` is a
/// language, and `ASIA` a continent.
fn least_rest(token: &str) -> usize {
    if matches!(token, "AKIA" | "ASIA") { 16 } else { 5 }
}

/// A user name of at least this many letters, digits, `-` and `_`, with a digit among them, counts
/// as a token.
const TOKEN_LENGTH: usize = 20;

/// Composes a userinfo from a user and an optional password, both valid text of a userinfo. A colon in the user
/// is encoded, because the first colon ends the user.
pub fn compose(user: &str, password: Option<&str>) -> String {
    let mut out = user.replace(':', "%3A");
    if let Some(password) = password {
        out.push(':');
        out.push_str(password);
    }
    out
}

/// The secret part of the userinfo at `range`: all of it if the user name looks like a token, else
/// the password; none if the password is absent or empty.
pub(crate) fn secret(text: impl Text, range: Range<usize>) -> Option<Range<usize>> {
    let colon = range.clone().find_map(|i| after_colon(text, i).map(|after| i..after));
    if is_token(text, range.start..colon.as_ref().map_or(range.end, |colon| colon.start)) {
        return Some(range);
    }
    colon.map(|colon| colon.end..range.end).filter(|password| !password.is_empty())
}

/// The words that manuals use for a user and a password which the reader must fill in.
const USERS: &[&str] = &["user", "username", "usr", "userid", "login", "name"];
const PASSWORDS: &[&str] = &["password", "passwd", "pass", "pwd", "pw", "passphrase", "secret"];

/// Returns true if both parts of a userinfo are such words: `user:password`, `$USER:$PASS`,
/// `my-login:my-password`.
pub(crate) fn is_filler(userinfo: &str) -> bool {
    let is_of = |words: &[&str], text: &str| {
        let text = text.trim_start_matches('$').to_ascii_lowercase();
        let bare = ["your", "my"].iter().find_map(|whose| text.strip_prefix(whose));
        words.contains(&bare.unwrap_or(&text).trim_start_matches(['-', '_']))
    };
    let pair = userinfo.split_once(':');
    pair.is_some_and(|(user, password)| is_of(USERS, user) && is_of(PASSWORDS, password))
}

/// The end of the colon at `i`, raw or percent-encoded. The colon is percent-encoded if
/// `anna:secret` was given as a user name.
fn after_colon(text: impl Text, i: usize) -> Option<usize> {
    let encoded =
        text.is(i, b'%') && text.is(i + 1, b'3') && (text.is(i + 2, b'A') || text.is(i + 2, b'a'));
    if encoded { Some(i + 3) } else { text.is(i, b':').then_some(i + 1) }
}

/// Returns true if a user name, or a value, looks like a token and not like a name.
pub(crate) fn is_token(text: impl Text, user: Range<usize>) -> bool {
    if known_token(text, user.start).is_some_and(|token| token.len() < user.len()) {
        return true;
    }
    let has = |class: Class| user.clone().any(|i| class.contains(text.peek(i)));
    user.len() >= TOKEN_LENGTH
        && token_end(text, user.start) >= user.end
        && has(ALPHA)
        && has(DIGIT)
}

/// Returns true if a token of a well-known service begins at `start`.
pub(crate) fn begins_token(text: impl Text, start: usize) -> bool {
    known_token(text, start).is_some_and(|token| {
        let rest = start + token.len();
        (rest..rest + least_rest(token)).all(|i| is_of_token(text, i))
    })
}

/// The prefix of a known token that begins at `start`.
#[inline]
fn known_token(text: impl Text, start: usize) -> Option<&'static str> {
    if !FIRST.has(text.peek(start)) {
        return None;
    }
    let stands = |token: &&str| (start..).zip(token.bytes()).all(|(i, byte)| text.is(i, byte));
    TOKENS.iter().copied().find(stands)
}

/// The first letters of [`TOKENS`].
static FIRST: AsciiSet = {
    let mut first = AsciiSet::of(b"");
    let mut i = 0;
    while i < TOKENS.len() {
        first.add(TOKENS[i].as_bytes()[0]);
        i += 1;
    }
    first
};

/// The end of the letters, digits, `-` and `_` that begin at `start`.
pub(crate) fn token_end(text: impl Text, start: usize) -> usize {
    (start..text.len()).find(|&i| !is_of_token(text, i)).unwrap_or(text.len())
}

/// Returns true if a letter, a digit, `-` or `_` is at `i`.
pub(crate) fn is_of_token(text: impl Text, i: usize) -> bool {
    UNRESERVED.contains(text.peek(i)) && !text.is(i, b'.') && !text.is(i, b'~')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::text::Utf8;

    fn shown(userinfo: &str) -> String {
        match secret(Utf8(userinfo.as_bytes()), 0..userinfo.len()) {
            Some(range) => format!("{}***{}", &userinfo[..range.start], &userinfo[range.end..]),
            None => userinfo.to_owned(),
        }
    }

    #[test]
    fn manuals_fill_in_no_user_and_no_password() {
        for userinfo in [
            "user:password", "USER:PASSWORD", "usr:pwd", "username:passwd", "login:pass",
            "name:pw", "$USER:$PASS", "your_username:your_password", "my-login:my-password",
            "yourname:yourpass", "userid:secret", "User:passphrase",
        ] {
            assert!(is_filler(userinfo), "{userinfo}");
        }
        for userinfo in [
            "user", "user:", ":password", "user:hunter2", "anna:password", "admin:admin",
            "root:pass", "user:password1", "user:password:x", "password:user", "your:my", "$:$",
            "",
        ] {
            assert!(!is_filler(userinfo), "{userinfo}");
        }
    }

    #[test]
    fn passwords_and_tokens_are_secret_and_names_are_not() {
        for (userinfo, expected) in [
            ("", ""),
            ("anna", "anna"),
            ("anna:", "anna:"),
            ("anna:secret", "anna:***"),
            (":secret", ":***"),
            ("a:b:c", "a:***"),
            ("anna%3Asecret", "anna%3A***"), // meant as a user name and a password
            ("anna%3asecret:x", "anna%3a***"),
            ("ghp_", "ghp_"), // nothing follows that could be one
            ("ghp_x", "***"),
            ("ghp_x:x-oauth-basic", "***"), // the password says nothing, then
            ("x-access-token:ghp_x", "x-access-token:***"),
            ("sk_live_abc:", "***"),
            ("0123456789abcdef0123", "***"),
            ("0123456789abcdef012", "0123456789abcdef012"), // too short
            ("01234567890123456789", "01234567890123456789"), // a number
            ("abcdefghijklmnopqrstuv", "abcdefghijklmnopqrstuv"), // letters only
            ("firstname.lastname.1980", "firstname.lastname.1980"),
            ("first-name%40example.org", "first-name%40example.org"),
            ("login1.bank.example.org", "login1.bank.example.org"), // a lure, and worth seeing
        ] {
            assert_eq!(shown(userinfo), expected, "{userinfo}");
        }
    }
}
