//! IP addresses by the grammar of RFC 3986 §3.2.2: IPv4address, IPv6address, `IPvFuture`.
//!
//! Each reader starts at an index, reads as far as the rule can match and returns the index after
//! it. Its error is the index at which the rule can no longer match.

use crate::syntax::chars::{HEXDIG, SUB_DELIMS, UNRESERVED};
use crate::syntax::rule::Rule;
use crate::syntax::text::Text;

/// The index at which a rule can no longer match, and the rule.
#[derive(Clone, Copy)]
pub(crate) struct Stop {
    pub(crate) position: usize,
    pub(crate) rule: Rule,
}

type Progress = Result<usize, Stop>;

fn hex(text: impl Text, i: usize) -> bool {
    HEXDIG.contains(text.peek(i))
}

fn digit(text: impl Text, i: usize) -> Option<u32> {
    text.peek(i).checked_sub(u32::from(b'0')).filter(|&d| d < 10)
}

/// `h16 = 1*4HEXDIG`
pub(crate) fn h16(text: impl Text, start: usize) -> Progress {
    let length = (0..4).take_while(|&k| hex(text, start + k)).count();
    if length == 0 { Err(Stop { position: start, rule: Rule::H16 }) } else { Ok(start + length) }
}

/// ```text
/// dec-octet = DIGIT                 ; 0-9
///           / %x31-39 DIGIT         ; 10-99
///           / "1" 2DIGIT            ; 100-199
///           / "2" %x30-34 DIGIT     ; 200-249
///           / "25" %x30-35          ; 250-255
/// ```
pub(crate) fn dec_octet(text: impl Text, start: usize) -> Progress {
    let Some(mut value) = digit(text, start) else {
        return Err(Stop { position: start, rule: Rule::DecOctet });
    };
    let mut i = start + 1;
    // No leading zero, nothing above 255.
    while let Some(d) = digit(text, i)
        && value > 0
        && value * 10 + d <= 255
    {
        value = value * 10 + d;
        i += 1;
    }
    Ok(i)
}

/// `IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet`
pub(crate) fn ipv4address(text: impl Text, start: usize) -> Progress {
    let mut i = dec_octet(text, start)?;
    for _ in 0..3 {
        if !text.is(i, b'.') {
            return Err(Stop { position: i, rule: Rule::Ipv4address });
        }
        i = dec_octet(text, i + 1)?;
    }
    Ok(i)
}

/// `ls32 = ( h16 ":" h16 ) / IPv4address`: the last two groups of an IPv6address.
pub(crate) fn ls32(text: impl Text, start: usize) -> Progress {
    groups(text, start, 6, Elision::Impossible)
}

/// ```text
/// IPv6address =                            6( h16 ":" ) ls32
///             /                       "::" 5( h16 ":" ) ls32
///             / [               h16 ] "::" 4( h16 ":" ) ls32
///             / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
///             / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
///             / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
///             / [ *4( h16 ":" ) h16 ] "::"              ls32
///             / [ *5( h16 ":" ) h16 ] "::"              h16
///             / [ *6( h16 ":" ) h16 ] "::"
/// ```
///
/// Eight groups, or at most seven with one `::` that stands for the rest. The last two groups may be an
/// IPv4address.
pub(crate) fn ipv6address(text: impl Text, start: usize) -> Progress {
    groups(text, start, 0, Elision::Possible)
}

#[derive(Clone, Copy, PartialEq)]
enum Elision {
    Impossible,
    Possible,
    Done,
}

/// Reads the groups of an IPv6address after the first `groups`.
fn groups(text: impl Text, start: usize, mut groups: u32, mut elision: Elision) -> Progress {
    let mut i = start;
    if elision == Elision::Possible && text.is(i, b':') {
        if !text.is(i + 1, b':') {
            return Err(Stop { position: i + 1, rule: Rule::Ipv6address });
        }
        i += 2;
        elision = Elision::Done;
    }
    let mut after_elision = elision == Elision::Done;
    loop {
        let most = if elision == Elision::Done { 7 } else { 8 };
        // "::" may end the address. It must end the address if no further group fits.
        if after_elision && (groups == most || !hex(text, i)) {
            return Ok(i);
        }
        let end = h16(text, i)?;
        // A dot shows that these digits are the first dec-octet, not an h16.
        if text.is(end, b'.') {
            let fits = if elision == Elision::Done { groups <= 5 } else { groups == 6 };
            return match dec_octet(text, i) {
                Ok(octet) if octet == end && fits => ipv4address(text, i),
                _ => Err(Stop { position: end, rule: Rule::Ipv6address }),
            };
        }
        groups += 1;
        i = end;
        after_elision = false;
        let complete = if elision == Elision::Done { groups <= 7 } else { groups == 8 };
        if !text.is(i, b':') || groups == most {
            let stop = Stop { position: i, rule: Rule::Ipv6address };
            return if complete { Ok(i) } else { Err(stop) };
        }
        i += 1;
        if elision == Elision::Possible && text.is(i, b':') {
            i += 1;
            elision = Elision::Done;
            after_elision = true;
        }
    }
}

/// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
pub(crate) fn ipv_future(text: impl Text, start: usize) -> Progress {
    let stop = |position| Err(Stop { position, rule: Rule::IpvFuture });
    if !(text.is(start, b'v') || text.is(start, b'V')) {
        return stop(start);
    }
    let dot = text.run(start + 1, HEXDIG);
    if dot == start + 1 || !text.is(dot, b'.') {
        return stop(dot);
    }
    let mut i = dot + 1;
    while text.is(i, b':') || UNRESERVED.contains(text.peek(i)) || SUB_DELIMS.contains(text.peek(i))
    {
        i += 1;
    }
    if i == dot + 1 { stop(i) } else { Ok(i) }
}
