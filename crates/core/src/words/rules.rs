//! What the productions are called in everyday words, and where they are defined.

use std::borrow::Cow;

use crate::syntax::rule::Rule;

/// A production in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// What a person calls it: `a path segment`.
    pub noun: Cow<'static, str>,
    /// The RFC that defines it.
    pub rfc: u16,
    /// Its section there: `§3.3`.
    pub section: &'static str,
}

impl Described {
    /// Where it is defined: `RFC 3986 §3.3`.
    pub fn clause(&self) -> String {
        format!("RFC {} {}", self.rfc, self.section)
    }
}

/// Describes a production. Each of RFC 3987 is called as its counterpart in RFC 3986, and is defined in
/// §2.2.
pub fn described(rule: Rule) -> Described {
    if let Some((rfc, noun, section)) = own(rule) {
        return Described { noun: Cow::Borrowed(noun), rfc, section };
    }
    let noun = match counterpart(rule).and_then(own) {
        Some((_, noun, _)) if noun.ends_with("URI") || noun.contains("a URI ") => {
            Cow::Owned(noun.replace("a URI", "an IRI").replace("absolute URI", "absolute IRI"))
        }
        Some((_, noun, _)) => Cow::Borrowed(noun),
        None => Cow::Borrowed(rule.name()),
    };
    Described { noun, rfc: 3987, section: "§2.2" }
}

/// The production of RFC 3986 that one of RFC 3987 stands for.
fn counterpart(rule: Rule) -> Option<Rule> {
    let name = rule.name();
    if name.contains("IRI") {
        Rule::by_name(&name.replace("IRI", "URI"))
    } else {
        name.strip_prefix('i').and_then(Rule::by_name)
    }
}

/// The RFC of a production of RFC 3986 or RFC 6570, its everyday name, and the section.
#[allow(clippy::too_many_lines, reason = "a row for each production")]
const fn own(rule: Rule) -> Option<(u16, &'static str, &'static str)> {
    let (rfc, noun, section) = match rule {
        Rule::Uri => (3986, "a URI", "§3"),
        Rule::HierPart => (3986, "a hierarchical part", "§3"),
        Rule::UriReference => (3986, "a URI reference", "§4.1"),
        Rule::AbsoluteUri => (3986, "an absolute URI", "§4.3"),
        Rule::RelativeRef => (3986, "a relative reference", "§4.2"),
        Rule::RelativePart => (3986, "a relative part", "§4.2"),
        Rule::Scheme => (3986, "a scheme", "§3.1"),
        Rule::Authority => (3986, "an authority", "§3.2"),
        Rule::Userinfo => (3986, "a userinfo", "§3.2.1"),
        Rule::Host => (3986, "a host", "§3.2.2"),
        Rule::Port => (3986, "a port", "§3.2.3"),
        Rule::IpLiteral => (3986, "a host in brackets", "§3.2.2"),
        Rule::IpvFuture => (3986, "an IPvFuture address", "§3.2.2"),
        Rule::Ipv6address => (3986, "an IPv6 address", "§3.2.2"),
        Rule::H16 => (3986, "a group of an IPv6 address", "§3.2.2"),
        Rule::Ls32 => (3986, "the last groups of an IPv6 address", "§3.2.2"),
        Rule::Ipv4address => (3986, "an IPv4 address", "§3.2.2"),
        Rule::DecOctet => (3986, "a number of an IPv4 address", "§3.2.2"),
        Rule::RegName => (3986, "a host name", "§3.2.2"),
        Rule::Path => (3986, "a path", "§3.3"),
        Rule::PathAbempty => (3986, "a path after an authority", "§3.3"),
        Rule::PathAbsolute => (3986, "an absolute path", "§3.3"),
        Rule::PathNoscheme => (3986, "a relative path", "§3.3"),
        Rule::PathRootless => (3986, "a rootless path", "§3.3"),
        Rule::PathEmpty => (3986, "an empty path", "§3.3"),
        Rule::Segment | Rule::SegmentNz => (3986, "a path segment", "§3.3"),
        Rule::SegmentNzNc => (3986, "the first segment of a relative path", "§3.3"),
        Rule::Pchar => (3986, "a path character", "§3.3"),
        Rule::Query => (3986, "a query", "§3.4"),
        Rule::Fragment => (3986, "a fragment", "§3.5"),
        Rule::PctEncoded => (3986, "a percent-encoded octet", "§2.1"),
        Rule::Unreserved => (3986, "an unreserved character", "§2.3"),
        Rule::Reserved => (3986, "a reserved character", "§2.2"),
        Rule::GenDelims => (3986, "a general delimiter", "§2.2"),
        Rule::SubDelims => (3986, "a sub-delimiter", "§2.2"),
        Rule::UriTemplate => (6570, "a URI template", "§2"),
        Rule::Literals => (6570, "text outside of expressions", "§2.1"),
        Rule::Expression => (6570, "an expression", "§2.2"),
        Rule::Operator => (6570, "an operator", "§2.2"),
        Rule::OpLevel2 => (6570, "an operator of level 2", "§2.2"),
        Rule::OpLevel3 => (6570, "an operator of level 3", "§2.2"),
        Rule::OpReserve => (6570, "a reserved operator", "§2.2"),
        Rule::VariableList => (6570, "a list of variables", "§2.3"),
        Rule::Varspec => (6570, "a variable with its modifier", "§2.3"),
        Rule::Varname => (6570, "a variable's name", "§2.3"),
        Rule::Varchar => (6570, "a character of a variable's name", "§2.3"),
        Rule::ModifierLevel4 => (6570, "a modifier", "§2.4"),
        Rule::Prefix => (6570, "a prefix modifier", "§2.4.1"),
        Rule::MaxLength => (6570, "a number of characters", "§2.4.1"),
        Rule::Explode => (6570, "an explode modifier", "§2.4.2"),
        _ => return None,
    };
    Some((rfc, noun, section))
}
