//! Finds the secrets in a text before it is shown (RFC 3986 §3.2.1, §7.5).

use std::ops::Range;

use crate::parts::scheme::{WEB, is_named};
use crate::parts::userinfo::{secret, token_end};
use crate::references::{
    DELIMITERS, Introduction, Masking, in_units, joined, pairs, past_slashes, port_place, secrets,
    short_form,
};
use crate::storage::is_container;
use crate::syntax::chars::SCHEME;
use crate::syntax::rule::Rule;
use crate::syntax::split::{split, split_authority};
use crate::syntax::text::Text;

/// The secrets of a text that matches `rule`, in order.
///
/// An authority and a userinfo may have a password, and a query and a fragment pairs, without a delimiter that
/// introduces them. In these and every other text, references may have secrets anywhere.
pub fn in_valid(text: impl Text, rule: Rule, masking: Masking) -> Vec<Range<usize>> {
    let mut found = secrets(text, masking);
    let userinfo = match rule {
        Rule::Userinfo | Rule::Iuserinfo => Some(0..text.len()),
        Rule::Authority | Rule::Iauthority => split_authority(text, 0..text.len()).userinfo,
        _ => {
            let parts = split(text);
            let scheme = parts.scheme().unwrap_or_default();
            parts
                .userinfo()
                .filter(|userinfo| !is_container(text, scheme.clone(), userinfo.clone()))
        }
    };
    found.extend(userinfo.and_then(|userinfo| secret(text, userinfo)));
    if masking == Masking::Everything && is_of_pairs(rule) {
        found.extend(of_pairs(text, true));
    }
    joined(found)
}

/// The secrets of a text that stops matching `rule` at `position`, in order: those of any text, a password
/// implied by the position of the fault, and those of pairs after white space, which does not end a reference
/// that the caller passed as one.
pub fn in_invalid(text: impl Text, rule: Rule, position: usize) -> Vec<Range<usize>> {
    let mut found = secrets(text, Masking::Everything);
    found.extend(near_fault(text, rule, position));
    found.extend(of_pairs(text, is_of_pairs(rule)));
    joined(found)
}

/// The values of secret pairs in a text of pairs, or after the `?` or `#` of another.
fn of_pairs(text: impl Text, is_of_pairs: bool) -> Vec<Range<usize>> {
    text.with_utf8(|octets| {
        let introducer = octets.iter().position(|octet| b"?#".contains(octet));
        let start = if is_of_pairs { 0 } else { introducer.unwrap_or(octets.len()) };
        let found = pairs::within(octets, start..octets.len());
        in_units(text, octets, found.into_iter().map(|pair| pair.value).collect())
    })
}

/// Returns true if a text of `rule` begins with a pair.
fn is_of_pairs(rule: Rule) -> bool {
    matches!(rule, Rule::Query | Rule::Iquery | Rule::Fragment | Rule::Ifragment)
}

/// The secret of the first authority of a text that stops matching `rule` at `position`.
///
/// The secret ends before the last `@` of the authority. If the authority itself is at fault, its intended end
/// is unknown, and the last `@` of the whole text counts. Without an `@`, the port may be a password.
fn near_fault(text: impl Text, rule: Rule, position: usize) -> Option<Range<usize>> {
    let alone = is_of_authority(rule);
    let start = if alone { 0 } else { introduced(text)? };
    let end_of_authority = text.find(start, b"/?#");
    // A reference may follow other text that has the fault.
    let is_space = |&i: &usize| DELIMITERS.iter().any(|&c| text.is(i, c));
    let space = (position..start).rev().find(is_space);
    let is_before = space.is_some_and(|space| (0..space).any(|i| !is_space(&i)));
    let is_at_fault = alone || position <= end_of_authority && !is_before;
    let end = if is_at_fault { text.len() } else { end_of_authority };
    let end = short_form(text, start).unwrap_or(end);
    let at = (start..end).rev().find(|&i| text.is(i, b'@'));
    // People pass a whole reference where an authority or a host is expected.
    let user = if alone { introduced(text).unwrap_or(0) } else { start };
    let stop = match rule {
        // A userinfo without a colon may have been meant as the password.
        Rule::Userinfo | Rule::Iuserinfo if text.find(0, b":") == end => return Some(0..end),
        Rule::Userinfo | Rule::Iuserinfo => end,
        _ if at.is_none() && is_at_fault => {
            let until = |start| start..text.find(start, b"/?#");
            return port_place(text, until(start)).or_else(|| port_place(text, until(user)));
        }
        _ => at?,
    };
    // A token before the `@` is always secret.
    let token = secret(text, user..token_end(text, user).min(stop));
    let first = [token, secret(text, start..stop)].into_iter().flatten().map(|s| s.start).min()?;
    Some(first..stop)
}

/// Where the first authority begins, or would begin in a browser: after a scheme of the web and any number of
/// slashes. If a scheme is written twice, the grammar reads the second one as the host, and the rest as the
/// path (the finding `scheme-doubled`).
fn introduced(text: impl Text) -> Option<usize> {
    let colon = Introduction::at(text, text.find(0, b":/?#"), 0);
    let is_web = text.is(colon.scheme.end, b':') && colon.is_named(text, &WEB);
    let slashes = |i: usize| Some(i).filter(|&i| past_slashes(text, i) >= i + 2);
    let mut start = if is_web {
        colon.end
    } else {
        let mut i = text.find(0, b"/\\");
        while slashes(i).is_none() {
            i = if i < text.len() { text.find(i + 1, b"/\\") } else { return None };
        }
        past_slashes(text, i)
    };
    loop {
        let name = start..text.run(start, SCHEME);
        let behind = name.end + usize::from(text.is(name.end, b':'));
        if !is_named(text, name, &["http", "https"]) || slashes(behind).is_none() {
            return Some(start);
        }
        start = past_slashes(text, behind);
    }
}

/// Returns true if `rule` is an authority or a part of one. In text of any other rule, `//` introduces the
/// authority.
fn is_of_authority(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::Authority
            | Rule::Iauthority
            | Rule::Userinfo
            | Rule::Iuserinfo
            | Rule::Host
            | Rule::Ihost
            | Rule::RegName
            | Rule::IregName
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::references::hidden;
    use crate::syntax::text::Utf8;

    #[test]
    fn a_valid_text_has_its_secret_in_the_userinfo() {
        for (rule, text, expected) in [
            // A password may have raw delimiters, so it extends to the last `@`.
            (Rule::Iri, "ftp://anna:secret@h/a:b@c", "ftp://anna:***@c"),
            (Rule::UriReference, "//ghp_x@h", "//***@h"),
            (Rule::Uri, "mailto:a:b@c", "mailto:a:b@c"),
            // Browsers read this as `http://anna:s@h/`, and so did the author.
            (Rule::Iri, "http:anna:s@h/", "http:anna:***@h/"),
            (Rule::Iri, "HTTPS:/anna:s@h/", "HTTPS:/anna:***@h/"),
            (Rule::Iri, "http:///anna:s@h/", "http:///anna:***@h/"),
            (Rule::Iri, "http:a/b:s@h", "http:a/b:s@h"),
            (Rule::Iri, "http://h//b:s@h", "http://h//b:s@h"),
            // A doubled scheme: the second one is the host.
            (Rule::Iri, "https://https://anna:s@h/a@b", "https://https://anna:***@b"),
            (Rule::Iri, "ftp://HTTP//anna:s@t@h?@", "ftp://HTTP//anna:***@***"),
            (Rule::Iri, "http://http://https:///ghp_x@h", "http://http://https:///***@h"),
            (Rule::IriReference, "//http://anna:s@h/", "//http://anna:***@h/"),
            (Rule::Iri, "http:https://anna:s@h/", "http:https://anna:***@h/"),
            (Rule::Iri, "http://https://h/b:s@h", "http://https://h/b:s@h"),
            (Rule::Iri, "http://http/b:s@h", "http://http/b:s@h"),
            (Rule::Iri, "http://httpd//b:s@h", "http://httpd//b:s@h"),
            (Rule::Iri, "http://http:80//b:s@h", "http://http:80//b:s@h"),
            (Rule::Iri, "xhttp:anna:s@h/", "xhttp:anna:s@h/"),
            (Rule::IriReference, "http?:a:s@h/", "http?:a:s@h/"),
            (Rule::Iauthority, "anna:secret@h:80", "anna:***@h:80"),
            (Rule::Iauthority, "h:80", "h:80"),
            (Rule::Userinfo, "anna:secret", "anna:***"),
            (Rule::Path, "//anna:secret@h", "//anna:***@h"),
            (Rule::Query, "token=a", "token=a"), // a secret by its name, which was not asked for
        ] {
            let found = in_valid(Utf8(text.as_bytes()), rule, Masking::Userinfo);
            assert_eq!(hidden(text, &found), expected, "{text}");
        }
    }

    #[test]
    fn an_invalid_text_has_it_before_the_last_at() {
        for (rule, text, position, expected) in [
            (Rule::Iri, "http://a:s@h/ /:x@y", 13, "http://a:***@h/ /:x@y"),
            (Rule::Iri, "http://a:s/t@h h/x@y z", 10, "http://a:***@y z"), // where does it end?
            (Rule::Iri, "http:\\\\a:s@h/", 5, "http:\\\\a:***@h/"),
            (Rule::Iri, "http:/\\a:s@h/", 5, "http:/\\a:***@h/"),
            (Rule::Iri, "a b/c//a:s@h/", 1, "a b/c//a:***@h/"),
            (Rule::Iri, "http://ghp_x y@h/", 12, "http://***@h/"),
            (
                Rule::Iri,
                "http://0123456789abcdef0123/y@h h@",
                40,
                "http://0123456789abcdef0123/y@h h@",
            ),
            (Rule::Iri, "http://0123456789abcdef0123 /y@h", 27, "http://***@h"),
            (Rule::Iri, "http://0123456789abcdef0123\\y@h", 27, "http://***@h"),
            (Rule::Host, "a:s@h", 1, "a:***@h"),
            (Rule::Userinfo, "a:s@t", 3, "a:***"),
            (Rule::Userinfo, "a:s ", 3, "a:***"),
            (Rule::Userinfo, "s ", 1, "***"),
            (Rule::Authority, "//ghp_x@h", 0, "//***@h"),
            (Rule::Authority, "a:s//ghp_x@h", 3, "a:***@h"),
            (Rule::Segment, "a:s@h/", 5, "a:s@h/"),
            (Rule::Iri, "http:anna:s@h/ ", 14, "http:anna:***@h/ "),
            (Rule::Iri, " http:anna:s@h/", 0, " http:anna:***@h/"),
            (Rule::Iri, "http:/anna:s@h/ ", 15, "http:/anna:***@h/ "),
            (Rule::Iri, "https://https://anna:s@h/ x@y", 25, "https://https://anna:***@h/ x@y"),
            (Rule::Iri, "s://http//anna:s@h/ ", 19, "s://http//anna:***@h/ "),
            // A password where a port would be.
            (Rule::Iri, "http://anna:s3cretpw/", 20, "http://anna:***/"),
            (Rule::Iri, "http://anna:s3cretpw%40h/", 24, "http://anna:***/"),
            (Rule::Iri, "http://anna:s3cret pw?x", 18, "http://anna:***?x"),
            (Rule::Iri, "http://[::1]:s3cretpw", 20, "http://[::1]:***"),
            (Rule::Iri, "http:anna:s ", 11, "http:anna:***"),
            (Rule::Authority, "anna:s3cretpw", 13, "anna:***"),
            (Rule::Host, "anna:s3cretpw", 4, "anna:***"),
            (Rule::Host, "http://anna:s3cretpw%40h/", 4, "http://anna:***/"),
            // The path of a repository, and a revision.
            (Rule::Iri, "git+ssh://git@h:o/r.git@v1", 16, "git+ssh://git@h:o/r.git@v1"),
            (Rule::Iri, "SSH://git@h:o/r@a@b", 12, "SSH://git@h:o/r@a@b"),
            (Rule::Iri, "ssh://h.example:o/r.git", 16, "ssh://h.example:o/r.git"),
            (Rule::Iri, "git+ssh://u:pw@h:o/r.git@v1", 17, "git+ssh://u:***@v1"),
            (Rule::Iri, "git+ssh://u:p/w@h/r", 12, "git+ssh://u:***@h/r"),
            (Rule::Iri, "git+ssh://u@k:pw@h/r", 14, "git+ssh://u@k:***@h/r"),
            (Rule::Iri, "postgresql://u@k:p/w@h/r", 17, "postgresql://u@k:***@h/r"),
            (Rule::Iri, "s3://arn:aws:s3:::b/k", 16, "s3://arn:aws:s3:::b/k"),
            // A port, a mistyped port, or an address.
            (Rule::Iri, "http://h:80a/", 12, "http://h:80a/"),
            (Rule::Iri, "http://h:80a0a0/", 14, "http://h:***/"),
            (Rule::Iri, "http://h:8080\\api x/", 13, "http://h:8080\\api x/"),
            (Rule::Iri, "http://h:80 is down", 11, "http://h:80 is down"),
            (Rule::Iri, "http://h:{port}/", 9, "http://h:{port}/"),
            (Rule::Iri, "http://h:808080/ ", 16, "http://h:808080/ "),
            (Rule::Iri, "http://h h:", 8, "http://h h:"),
            // Pairs, including those after white space and without a delimiter that introduces them.
            (Rule::Iri, "http://h/?q=a b&token=s t&c=d", 13, "http://h/?q=a b&token=***&c=d"),
            (Rule::Iri, "http://h/ a#b c;token=s", 9, "http://h/ a#b c;token=***"),
            (Rule::Host, "http://h/?q=a b&token=s", 4, "http://h/?q=a b&token=***"),
            (Rule::Query, "token=s t&a=b", 7, "token=***&a=b"),
            (Rule::Ifragment, "a=b c&id_token=\"s\"&d", 5, "a=b c&id_token=***&d"),
            (Rule::Segment, "token=s t", 7, "token=s t"),
            (Rule::Iri, "http://::1/", 10, "http://::1/"),
            (Rule::Iri, "http://2001:db8::a:beef/", 23, "http://2001:db8::a:beef/"),
        ] {
            let found = in_invalid(Utf8(text.as_bytes()), rule, position);
            assert_eq!(hidden(text, &found), expected, "{text}");
        }
    }
}
