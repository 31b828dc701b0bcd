//! Ports, and passwords in their place, without an `@` after them.

use std::ops::Range;

use crate::parts::scheme::is_named;
use crate::parts::userinfo::is_of_token;
use crate::syntax::chars::{DIGIT, SCHEME, UNRESERVED};
use crate::syntax::text::Text;

/// The number of digits of the largest port.
pub(super) const MAX_DIGITS: usize = 5;

/// The distance after the first slash of a short form within which an `@` would end a password.
const MAX_SHORT: usize = 256;

/// Returns the colon of git's short form after a scheme of ssh, `git+ssh://git@host:path@revision`. No password
/// begins there, and the `@` of a revision does not end a userinfo.
pub(crate) fn short_form(text: impl Text, start: usize) -> Option<usize> {
    start.checked_sub(6).filter(|&scheme| is_named(text, scheme..start, &["ssh://"]))?;
    let end = |mut i: usize| {
        while UNRESERVED.contains(text.peek(i)) {
            i += 1;
        }
        i
    };
    let user = end(start);
    let has_user = text.is(user, b'@');
    let colon = if has_user { end(user + 1) } else { user };
    let slash = text.find(colon, b"/?#@");
    let is_path = text.is(colon, b':') && slash > colon + 1 && text.is(slash, b'/');
    // Without a user, an `@` would end a password.
    let mut near = slash..(slash + MAX_SHORT).min(text.len());
    let is_short = is_path && (has_user || !near.any(|i| text.is(i, b'@')));
    is_short.then_some(colon)
}

/// The text in place of the port of an authority without userinfo, unless it is digits or a mistyped port: no
/// longer than a port, with a digit first. It ends at a backslash, at a mark that closes a bracket, a quotation
/// or a sentence, and at a comma or semicolon before the next host. An encoded `@` makes a userinfo of what
/// precedes it.
pub(crate) fn port_place(text: impl Text, authority: Range<usize>) -> Option<Range<usize>> {
    let Range { start, end } = authority;
    if short_form(text, start).is_some() || is_named(text, start..start + 7, &["arn:aws"]) {
        return None;
    }
    let bracket = || (start..end).find(|&i| text.is(i, b']'));
    let literal = if text.is(start, b'[') { bracket()? } else { start };
    let colon = (literal..end).find(|&i| text.is(i, b':'))?;
    let port = colon + 1..end;
    let is_address = || crate::syntax::ip::ipv6address(text, start).is_ok_and(|stop| stop == end);
    (!port.is_empty() && !is_port(text, port.clone()) && !is_address()).then_some(port)
}

/// Returns true if a range is a port, a mistyped port, or the ports and hosts of a list.
fn is_port(text: impl Text, range: Range<usize>) -> bool {
    let Range { mut start, end } = range;
    let is_at = |i: usize, set: &[u8]| set.iter().any(|&c| text.is(i, c));
    loop {
        if is_placeholder(text, start..end) {
            return true;
        }
        let digits = text.run(start, DIGIT).min(end);
        if digits == end {
            return true;
        }
        if digits == start {
            return false;
        }
        if text.is(digits, b';') && text.is(text.run(digits + 1, SCHEME), b'=') {
            // A parameter of JDBC follows.
            return true;
        }
        let is_short = digits - start <= MAX_DIGITS;
        if is_short && is_at(digits, b",;") {
            // The next host of a list, and its port.
            let host = text.run(digits + 1, SCHEME).min(end);
            if host == end {
                return true;
            }
            if text.is(host, b':') && host > digits + 1 {
                start = host + 1;
                continue;
            }
        }
        // An octet that is a delimiter: `%20`, `%3F`.
        let is_octet = is_at(digits, b"%") && is_at(digits + 1, b"23");
        if is_short && (is_octet || text.peek(digits) >= 0x80 || is_at(digits, b" \t\r\n'`)]}*|\\"))
        {
            return true;
        }
        if (digits..end).all(|i| is_at(i, b".,;:!?")) {
            return true;
        }
        // The limit is in characters, which may have several units in UTF-8.
        let (mut i, mut count) = (start, 0);
        while i < end && count <= MAX_DIGITS {
            i += text.code_point(i).1.max(1);
            count += 1;
        }
        return i >= end && count <= MAX_DIGITS;
    }
}

/// Returns true if a range begins with a placeholder for a port: an expression of a template (`{port}`,
/// `$(PORT)`), a directive of `printf` (`%d`, `%(port)s`), or the word itself (`http://host:port/`,
/// `$DB_PORT`).
fn is_placeholder(text: impl Text, range: Range<usize>) -> bool {
    let Range { start, end } = range;
    let is_at = |i: usize, set: &[u8]| set.iter().any(|&c| text.is(i, c));
    let directive = text.run(start + 1, DIGIT);
    if is_at(start, b"{")
        || is_at(start, b"$%") && is_at(start + 1, b"({")
        || is_at(start, b"%") && is_at(directive, b"disu") && !is_of_token(text, directive + 1)
    {
        return true;
    }
    let name = start + usize::from(is_at(start, b"$%"));
    let stop = end - usize::from(end > name && is_at(end - 1, b"%"));
    stop >= name + 4
        && is_named(text, stop - 4..stop, &["port"])
        && (stop == name + 4 || is_at(stop - 5, b"-_"))
        && (name..stop).all(|i| is_of_token(text, i))
}
