//! The names of secrets in queries, fragments and parameters.
//!
//! Names are compared by their last words, without letter case, hyphens and underscores: `accessToken`,
//! `access-token` and `X-Access-Token` are one name. A false alarm hides a value from the reader of a log, so
//! common harmless names are exceptions: the token for the next page of a list gives no access (`page_token`,
//! `nextToken`).

use std::ops::Range;
use std::sync::LazyLock;

use crate::syntax::text::{END, Text};

/// How certain it is that the value of a name is a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrecy {
    /// It gives access.
    Secret,
    /// It may give access, as in a response of OAuth 2.0 (RFC 6749 §4.1.2), but the name is common elsewhere
    /// (`state=CA`, `sid=4`). It is masked in a query or fragment, but is not a finding.
    Possible,
    /// It gives access if it looks like a token: `key`.
    OfToken,
    /// It gives access if it is not a number: `appid`.
    UnlessNumber,
    /// It gives no access: a token for another page of a list.
    Never,
}

/// The part of a name that is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamePart {
    /// Its end, without separators.
    End,
    /// The whole name, or its last word.
    Word,
    /// All of it.
    Whole,
}

/// The names, in lower case and without separators. The first row that has a name counts.
const NAMES: &[(NamePart, Secrecy, &str)] = &[
    (
        NamePart::End,
        Secrecy::Never,
        "pagetoken nexttoken prevtoken previoustoken pagingtoken paginationtoken continuationtoken cursortoken \
         synctoken skiptoken starttoken",
    ),
    (
        NamePart::End,
        Secrecy::Secret,
        "token password passwd passphrase passcode passwordconfirmation secret signature credential credentials \
         authorization bearer sessionid sessid connectionstring passkey \
         apikey appkey authkey accesskey accesskeyid accountkey consumersecret encryptionkey masterkey privatekey \
         secretkey sessionkey sharedkey signingkey subscriptionkey",
    ),
    // RFC 5849, 7521, 7523, 7636 (a code challenge is the verifier itself where the method is "plain"), 8628, OpenID
    // Connect, SAML 2.0 Bindings.
    (
        NamePart::End,
        Secrecy::Secret,
        "oauthverifier assertion codeverifier codechallenge devicecode usercode authcode authorizationcode \
         idtokenhint samlresponse samlrequest samlart",
    ),
    // Azure, Firebase, SQLCipher, Vault.
    (NamePart::End, Secrecy::Secret, "functionskey oobcode pragmakey secretid"),
    // Words that are too short to be searched for within others.
    (
        NamePart::Word,
        Secrecy::Secret,
        "sig pwd pw pass jwt otp totp hmac verifier cftoken cfid bindpw",
    ),
    // OAuth 2.0, Firebase (`auth`), CAS (`ticket`), and sessions of forums.
    (
        NamePart::Whole,
        Secrecy::Possible,
        "code state relaystate sessionstate oauthstate auth ticket session sid csrf xsrf",
    ),
    (NamePart::Whole, Secrecy::OfToken, "key"),
    (NamePart::Whole, Secrecy::UnlessNumber, "appid"),
];

/// The last words of names in connection strings of ODBC and the like, after which semicolons separate pairs.
const CONNECTIONS: &str = "server source catalog driver dsn uid user userid username id host hostname database databasename db dbq \
                           port endpoint protocol endpointsprotocol accountname provider encrypt";

/// No shorter name marks a secret: `pw`.
const SHORTEST: usize = 2;

/// The number of units of a name that are read: the last ones of a longer name.
const LONGEST: usize = 64;

/// The last three letters of these names: one bit for each third-last letter, indexed by the last two. A name
/// of two letters sets all bits.
static ENDINGS: [[u32; 26]; 26] = {
    let mut endings = [[0; 26]; 26];
    let mut row = 0;
    while row < NAMES.len() {
        let names = NAMES[row].2.as_bytes();
        let mut end = SHORTEST;
        while end <= names.len() {
            if end == names.len() || names[end] == b' ' {
                let (last, before) = (names[end - 1] - b'a', names[end - 2] - b'a');
                let is_short = end == SHORTEST || names[end - 3] == b' ';
                let firsts = if is_short { u32::MAX } else { 1 << (names[end - 3] - b'a') };
                endings[last as usize][before as usize] |= firsts;
            }
            end += 1;
        }
        row += 1;
    }
    endings
};

/// Returns true if the last letters of a name, unescaped, show that it does not mark a secret, as with most
/// names.
pub(super) fn is_none(text: impl Text, range: &Range<usize>) -> bool {
    // Every character has at least one unit.
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
    // The third may be a digit of an octet: `%6Ege`.
    let is_escape = |i: usize| text.is(i, b'%');
    !has_ending && !(range.end.saturating_sub(5)..range.end).any(is_escape)
}

/// Judges whether the name at `range`, percent-decoded, marks a secret.
pub(crate) fn secrecy(text: impl Text, range: Range<usize>) -> Option<Secrecy> {
    if is_none(text, &range) { None } else { decoded(text, range) }
}

/// A name, how it is compared, and its secrecy.
type ListedName = (&'static [u8], NamePart, Secrecy);

/// [`NAMES`] by the last letter, in order.
static BY_LAST_LETTER: LazyLock<[Vec<ListedName>; 26]> = LazyLock::new(|| {
    let mut by_last_letter = [const { Vec::new() }; 26];
    for &(part, secrecy, names) in NAMES {
        for name in names.split(' ').map(str::as_bytes) {
            by_last_letter[usize::from(name[name.len() - 1] - b'a')].push((name, part, secrecy));
        }
    }
    by_last_letter
});

/// [`secrecy`] for a decoded name.
fn decoded(text: impl Text, range: Range<usize>) -> Option<Secrecy> {
    let name = FoldedName::of(text, range);
    let (whole, word) = (name.whole(), name.last_word());
    let has = |&&(listed, part, _): &&ListedName| match part {
        NamePart::End => whole.ends_with(listed),
        NamePart::Word => whole == listed || word == listed,
        NamePart::Whole => whole == listed,
    };
    let same_end = BY_LAST_LETTER.get(usize::from(whole.last()?.wrapping_sub(b'a')))?;
    let &(_, _, secrecy) = same_end.iter().find(has)?;
    (secrecy != Secrecy::Never).then_some(secrecy)
}

/// Returns true if the name at `range` is one of a connection string of ODBC and the like.
pub(super) fn is_of_connection(text: impl Text, range: Range<usize>) -> bool {
    let name = FoldedName::of(text, range);
    CONNECTIONS.split(' ').any(|listed| {
        // A short one may be the end of another word.
        let is_long = listed.len() > 6 && name.whole().ends_with(listed.as_bytes());
        is_long || [name.whole(), name.last_word()].contains(&listed.as_bytes())
    })
}

/// A name decoded, in lower case, without separators and without digits at its end.
struct FoldedName {
    octets: [u8; LONGEST],
    length: usize,
    /// The beginning of the last word.
    word: usize,
}

impl FoldedName {
    fn of(text: impl Text, range: Range<usize>) -> Self {
        let mut name = Self { octets: [0; LONGEST], length: 0, word: 0 };
        let (mut is_after_word, mut is_after_lower) = (false, false);
        let mut i = range.start;
        while i < range.end {
            let (c, width) = octet(text, i);
            i += width;
            if !c.is_ascii_alphanumeric() {
                (is_after_word, is_after_lower) = (true, false);
                continue;
            }
            if name.length == LONGEST {
                name.octets.copy_within(LONGEST / 2.., 0);
                name.length = LONGEST / 2;
                name.word = name.word.saturating_sub(LONGEST / 2);
            }
            if is_after_word || is_after_lower && c.is_ascii_uppercase() {
                name.word = name.length;
            }
            (is_after_word, is_after_lower) = (false, c.is_ascii_lowercase());
            name.octets[name.length] = c.to_ascii_lowercase();
            name.length += 1;
        }
        // `password2`
        while name.length > 0 && name.octets[name.length - 1].is_ascii_digit() {
            name.length -= 1;
        }
        name
    }

    fn whole(&self) -> &[u8] {
        &self.octets[..self.length]
    }

    fn last_word(&self) -> &[u8] {
        self.whole().get(self.word..).unwrap_or_default()
    }
}

/// The octet at `i`, raw or percent-encoded, and its length in units; 0 for a character that is not ASCII.
fn octet(text: impl Text, i: usize) -> (u8, usize) {
    let digit = |i| char::from_u32(text.peek(i)).and_then(|c| c.to_digit(16));
    if text.is(i, b'%')
        && let (Some(high), Some(low)) = (digit(i + 1), digit(i + 2))
    {
        return (u8::try_from(high << 4 | low).unwrap_or_default(), 3);
    }
    (u8::try_from(text.peek(i)).ok().filter(u8::is_ascii).unwrap_or_default(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;
    use crate::syntax::text::Utf8;

    fn names() -> Vec<&'static str> {
        NAMES.iter().flat_map(|row| row.2.split(' ')).collect()
    }

    #[test]
    fn no_name_is_shorter_than_the_shortest() {
        assert_eq!(names().iter().map(|name| name.len()).min(), Some(SHORTEST));
    }

    /// The last letters reject a name only if none of them is encoded.
    #[test]
    fn an_encoded_letter_of_a_name_is_that_letter() {
        for name in names() {
            let plain = decoded(Utf8(name.as_bytes()), 0..name.len());
            for (i, letter) in name.bytes().enumerate() {
                let encoded = format!("{}%{letter:02X}{}", &name[..i], &name[i + 1..]);
                let found = secrecy(Utf8(encoded.as_bytes()), 0..encoded.len());
                assert_eq!(found, plain, "{encoded}");
            }
        }
    }

    /// Random names whose letters are raw or encoded once, twice or three times.
    #[test]
    fn the_last_letters_decide_nothing_else() {
        let mut random = random(1);
        let names = names();
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
            "token", "access_token", "accessToken", "access-token", "ACCESS_TOKEN", "accesstoken",
            "refreshToken", "csrf_token", "oauth_token", "oauth_signature", "oauth_verifier",
            "oauth_token_secret", "client_assertion", "assertion", "code_verifier", "device_code",
            "user_code", "SAMLResponse", "SAMLRequest", "SAMLart", "login_token", "reset_token",
            "sslpassword", "client-secret", "clientSecret", "subject_token", "actor_token",
            "X-Amz-Signature", "x-amz-security-token", "X-Amz-Credential", "AWSAccessKeyId",
            "X-Goog-Signature", "api_key", "api-key", "apiKey", "x-api-key", "sig", "Sig",
            "user[password]", "password2", "id%5Ftoken", "%74oken", "PHPSESSID", "JSESSIONID",
            "pwd", "db.password", "private_key", "id_token_hint", "hub.verify_token",
            "authorization",
        ] {
            assert_eq!(
                secrecy(Utf8(name.as_bytes()), 0..name.len()),
                Some(Secrecy::Secret),
                "{name}"
            );
        }
        for name in [
            "", "token_type", "requested_token_type", "page", "max_tokens", "tokens", "design",
            "config", "page_token", "nextPageToken", "NextToken", "pageToken", "continuationToken",
            "encode", "statement", "country_code", "zipcode", "client_id", "oauth_consumer_key",
            "oauth_nonce", "bypass", "sigma", "secretary", "\u{e9}",
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
