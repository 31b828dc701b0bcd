//! Advice that names an edit, and is tested before it is shown.

use std::borrow::Cow;
use std::net::Ipv6Addr;
use std::ops::Range;

use crate::operations::repair::repair;
#[cfg(feature = "idna")]
use crate::parts::idna::to_ascii;
use crate::parts::percent::push_char;
#[cfg(feature = "idna")]
use crate::parts::scheme::has_dns_names;
use crate::references::covers;
use crate::syntax::error::Reason;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Ucs4;
use crate::words::decoded::{Decoded, escaped, is_one_of, text_of};

/// A hint in words, and the edit that it describes.
struct Advice {
    words: Cow<'static, str>,
    replaced: Range<usize>,
    by: String,
}

impl Advice {
    fn new(words: impl Into<Cow<'static, str>>, replaced: Range<usize>, by: &str) -> Self {
        Self { words: words.into(), replaced, by: by.to_owned() }
    }
}

/// The first advice that makes the text valid, or moves the fault to a later place. `blamed` is the text at
/// fault, if it may be quoted.
pub(super) fn tried(
    text: &Decoded,
    production: Rule,
    rule: Rule,
    reason: Reason,
    blamed: Option<String>,
) -> Option<Cow<'static, str>> {
    let case = Case { text, production, rule, blamed };
    case.advice(reason).into_iter().find(|advice| case.leads_on(advice)).map(|advice| advice.words)
}

/// Returns true if a production is one of the four kinds of reference.
pub(super) const fn is_reference(production: Rule) -> bool {
    matches!(production, Rule::Uri | Rule::UriReference | Rule::Iri | Rule::IriReference)
}

/// An invalid text, and the rule that was being matched.
struct Case<'a> {
    text: &'a Decoded,
    production: Rule,
    rule: Rule,
    blamed: Option<String>,
}

impl Case<'_> {
    /// All advice for a reason, the best first.
    fn advice(&self, reason: Reason) -> Vec<Advice> {
        let text = self.text;
        let Range { start, end: stop } = text.span;
        let begin = |words: &'static str, by: &str| vec![Advice::new(words, 0..0, by)];
        match reason {
            Reason::InvalidCharacter | Reason::PrivateUse => {
                let mut advice = self.in_a_template();
                advice.extend(self.socket());
                advice.extend(self.encode());
                advice
            }
            Reason::NonAscii => self.encode_in_a_uri(),
            Reason::InvalidPercentEncoding if self.is_repaired() => {
                vec![Advice::new("write a literal “%” as %25", start..start + 1, "%25")]
            }
            Reason::MissingScheme | Reason::EmptyText => {
                begin("begin with a scheme, as in https:", "https:")
            }
            Reason::ColonInFirstSegment => {
                begin("if it is not a scheme, write “./” before it", "./")
            }
            Reason::EmptyFirstSegment => begin("write “/.” before it", "/."),
            Reason::FragmentNotAllowed => {
                vec![Advice::new("leave it out", start..text.codes.len(), "")]
            }
            Reason::SecondAt => self.encode_other_ats().into_iter().collect(),
            Reason::UnbracketedIpv6 => self.put_in_brackets(),
            Reason::UnclosedBracket => vec![Advice::new("close it with “]”", stop..stop, "]")],
            Reason::ZoneIdentifier => self.leave_out_the_zone(),
            Reason::UnclosedExpression => vec![
                Advice::new("close it with “}”", stop..stop, "}"),
                Advice::new("write a literal “{” as %7B", start..start + 1, "%7B"),
            ],
            Reason::InvalidMaxLength => self.leave_out_the_type().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns true if following the advice makes the text valid, or moves the fault to a later place.
    fn leads_on(&self, advice: &Advice) -> bool {
        let codes = &self.text.codes;
        let Range { start, end } = advice.replaced;
        let Some(replaced) = codes.get(start..end) else { return false };
        let mut edited = Vec::with_capacity(codes.len() - replaced.len() + advice.by.len());
        edited.extend_from_slice(&codes[..start]);
        edited.extend(advice.by.chars().map(u32::from));
        let behind = edited.len();
        edited.extend_from_slice(&codes[end..]);
        recognize(Ucs4(&edited), self.production).map_or_else(|f| f.span.start >= behind, |()| true)
    }

    /// The character at the position, unless it belongs to a password.
    fn character(&self) -> Option<char> {
        let position = self.text.position;
        let is_secret = covers(&self.text.secrets, position);
        self.text.at(position).filter(|_| !is_secret).and_then(char::from_u32)
    }

    /// A piece of the text.
    fn piece(&self, range: Range<usize>) -> String {
        escaped(self.text.codes.get(range).unwrap_or_default())
    }

    /// Percent-encodes the character at the position.
    fn encoded(&self, words: impl Fn(&str) -> String) -> Option<Advice> {
        let c = self.character()?;
        let mut octets = String::new();
        push_char(&mut octets, c);
        let position = self.text.position;
        Some(Advice::new(words(&octets), position..position + 1, &octets))
    }

    /// Removes text around the reference: a line end that was read with it, brackets.
    fn strip(&self) -> Vec<Advice> {
        if !is_reference(self.production) {
            return Vec::new(); // in data, white space may be meant
        }
        let (codes, position) = (&self.text.codes, self.text.position);
        let mut advice = Vec::new();
        // The delimiters that people put around a reference (RFC 3986, Appendix C).
        let around = match (codes.first(), codes.last()) {
            (Some(0x3C), Some(0x3E)) => Some("remove the angle brackets around it"),
            (Some(0x22), Some(0x22)) => Some("remove the quotation marks around it"),
            _ => None,
        };
        if let Some(words) = around
            && position == 0
            && codes.len() > 2
            && let Some(inner) = text_of(&codes[1..codes.len() - 1])
        {
            advice.push(Advice::new(words, 0..codes.len(), &inner));
        }
        let is_ink = |&code: &u32| !is_white_space(code);
        let begin = codes.iter().position(is_ink).unwrap_or(codes.len());
        let end = codes.iter().rposition(is_ink).map_or(0, |last| last + 1);
        if position >= end && end > 0 {
            let words = "remove the white space at the end";
            advice.push(Advice::new(words, end..codes.len(), ""));
        } else if position < begin {
            advice.push(Advice::new("remove the white space at the beginning", 0..begin, ""));
        }
        advice
    }

    fn encode(&self) -> Vec<Advice> {
        let mut advice = self.strip();
        let position = self.text.position;
        let is_backslash = self.character() == Some('\\') && is_reference(self.production);
        if self.is_repaired() {
            let or_slash = if is_backslash { ", or write “/” if a slash is meant" } else { "" };
            advice
                .extend(self.encoded(|octets| format!("percent-encode it as {octets}{or_slash}")));
        } else if is_backslash && self.text.find(position, b"@") == self.text.codes.len() {
            // Before an "@", it is not clear which of two hosts is meant.
            let backslashes = self.text.codes[position..]
                .iter()
                .take_while(|&&code| code == u32::from(b'\\'))
                .count();
            let (words, slashes) = ("write “/” in place of “\\”", "/".repeat(backslashes));
            advice.push(Advice::new(words, position..position + backslashes, &slashes));
        }
        advice
    }

    fn encode_in_a_uri(&self) -> Vec<Advice> {
        let mut advice = self.strip();
        let of_iri = recognize(Ucs4(&self.text.codes), of_iris(self.production));
        if of_iri.is_ok() || of_iri.is_err_and(|fault| fault.position > self.text.position) {
            #[cfg(feature = "idna")]
            advice.extend(self.name_in_ascii());
            advice.extend(
                self.encoded(|octets| format!("IRIs may have it; in a URI it is {octets}")),
            );
        }
        advice
    }

    /// Writes a host name in the form of name look-up, if the host is a name.
    #[cfg(feature = "idna")]
    fn name_in_ascii(&self) -> Option<Advice> {
        let Decoded { codes, position, .. } = self.text;
        let scheme = text_of(&codes[..self.text.find(0, b":/?#")])?;
        if self.rule != Rule::RegName || !has_dns_names(&scheme) {
            return None;
        }
        let is_before = |&code: &u32| code == u32::from(b'/') || code == u32::from(b'@');
        let start = codes[..*position].iter().rposition(is_before)? + 1;
        let stop = self.text.find(*position, b":/?#");
        let name = to_ascii(&text_of(&codes[start..stop])?)?;
        Some(Advice::new(
            format!("IRIs may have it; in a URI the host is {name}"),
            start..stop,
            &name,
        ))
    }

    /// Returns true if `repair` changes the faulty range. Only references and their parts can be repaired.
    fn is_repaired(&self) -> bool {
        let is_iri = match self.production {
            Rule::Uri | Rule::UriReference => false,
            Rule::AbsoluteUri | Rule::AbsoluteIri | Rule::Iri | Rule::IriReference => true,
            _ => return is_encodable(self.rule),
        };
        let Some(text) = text_of(&self.text.codes) else { return false };
        let octets =
            |until: usize| text.char_indices().nth(until).map_or(text.len(), |(octets, _)| octets);
        let Range { start, end: stop } = self.text.span;
        let faulty = octets(start)..octets(stop.max(start + 1)).max(octets(start) + 1);
        let (_, changes) = repair(&text, is_iri, None);
        changes.iter().any(|c| !c.replacement.is_empty() && faulty.contains(&c.span.start))
    }

    fn encode_other_ats(&self) -> Option<Advice> {
        let text = self.text;
        let slashes = |i: usize| is_at(text, i, b'/') && is_at(text, i + 1, b'/');
        let colon = text.find(0, b":/?#");
        let start = if is_at(text, colon, b':') && slashes(colon + 1) {
            colon + 3
        } else if slashes(0) {
            2
        } else {
            0
        };
        let authority = text.codes.get(start..text.find(start, b"/?#"))?;
        let at = authority.iter().rposition(|&code| code == u32::from(b'@'))?;
        let userinfo = text_of(&authority[..at])?;
        let words = "only the last “@” is a delimiter: write the others as %40";
        Some(Advice::new(words, start..start + at, &userinfo.replace('@', "%40")))
    }

    /// Advice on other template languages: `<id>`, and names with hyphens.
    fn in_a_template(&self) -> Vec<Advice> {
        let (text, position) = (self.text, self.text.position);
        if self.production != Rule::UriTemplate {
            return Vec::new();
        }
        match self.character() {
            Some('<') => {
                let end = text.find(position, b">/{}");
                let inside = self.piece(position + 1..end);
                let name = inside.rsplit(':').next().unwrap_or_default();
                let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                let variable = format!("{{{name}}}");
                (is_at(text, end, b'>') && is_name && !name.is_empty())
                    .then(|| {
                        let words = format!("a variable is written {variable}");
                        Advice::new(words, position..end + 1, &variable)
                    })
                    .into_iter()
                    .collect()
            }
            Some('-') if self.rule == Rule::Varname => {
                let words = "a name has letters, digits, “_” and “.”: write the hyphen as %2D, or \
                             the name of a pair outside the braces, as in ?api-version={version}";
                vec![Advice::new(words, position..position + 1, "%2D")]
            }
            _ => Vec::new(),
        }
    }

    /// The path of a socket, which some databases accept instead of a host.
    fn socket(&self) -> Option<Advice> {
        let is_host = matches!(self.production, Rule::Host | Rule::Ihost);
        let path = text_of(&self.text.codes).filter(|path| is_host && path.starts_with('/'))?;
        let written = path.replace('/', "%2F");
        let words = "the path of a socket is percent-encoded where it is the host, as Host.quote does: \
                     %2Fvar%2Frun";
        Some(Advice::new(words, 0..self.text.codes.len(), &written))
    }

    fn put_in_brackets(&self) -> Vec<Advice> {
        let span = self.text.span.clone();
        let words = match &self.blamed {
            Some(address) => Cow::Owned(match with_port(address) {
                Some((host, port)) => {
                    format!("write [{address}], or [{host}]:{port} if {port} is the port")
                }
                None => format!("write [{address}]"),
            }),
            None => Cow::Borrowed("put it in brackets"),
        };
        vec![Advice::new(words, span.clone(), &format!("[{}]", self.piece(span)))]
    }

    fn leave_out_the_zone(&self) -> Vec<Advice> {
        let address = self.piece(self.text.span.clone());
        let bracket = if address.ends_with(']') { "]" } else { "" };
        let without = address.split('%').next().unwrap_or_default();
        let words = "RFC 9844 removed it from the syntax: leave out “%” and what follows";
        vec![Advice::new(words, self.text.span.clone(), &format!("{without}{bracket}"))]
    }

    fn leave_out_the_type(&self) -> Option<Advice> {
        let kind = self.blamed.as_deref()?;
        let Range { start, end: stop } = self.text.span;
        let colon = start.checked_sub(1)?;
        let words = format!(
            "RFC 6570 has no types of values: leave out “:{kind}”, and give match its types"
        );
        (!kind.bytes().all(|c| c.is_ascii_digit())).then(|| Advice::new(words, colon..stop, ""))
    }
}

/// An address and the number after it, if the number may be a port or a piece of the address.
fn with_port(address: &str) -> Option<(&str, &str)> {
    let (host, port) = address.rsplit_once(':')?;
    let is_port = port.len() > 1 && port.bytes().all(|b| b.is_ascii_digit());
    (is_port && host.parse::<Ipv6Addr>().is_ok()).then_some((host, port))
}

/// Returns true if this character is at `i`.
fn is_at(text: &Decoded, i: usize, c: u8) -> bool {
    text.at(i).is_some_and(|code| is_one_of(code, &[c]))
}

/// Returns true if a code point is white space that programs strip.
fn is_white_space(code: u32) -> bool {
    matches!(code, 0x1C..=0x1F) || char::from_u32(code).is_some_and(char::is_whitespace)
}

/// The counterpart in RFC 3987 of a production of RFC 3986.
fn of_iris(production: Rule) -> Rule {
    let name = production.name();
    let of_iris =
        if name.contains("URI") { name.replace("URI", "IRI") } else { format!("i{name}") };
    Rule::by_name(&of_iris).unwrap_or(production)
}

/// Returns true if a character that a rule does not allow may be there percent-encoded.
fn is_encodable(rule: Rule) -> bool {
    let name = rule.name();
    let name = name.strip_prefix('i').unwrap_or(name);
    ["pct-encoded", "userinfo", "segment", "pchar", "path", "query", "fragment", "literals"]
        .iter()
        .any(|beginning| name.starts_with(beginning))
}
