//! The names of the productions in everyday words, and where they are defined.

use std::borrow::Cow;

use crate::syntax::rule::Rule;

/// A production in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The everyday name: `a path segment`.
    pub noun: Cow<'static, str>,
    /// The standard that defines it: `RFC 3986`.
    pub standard: &'static str,
    /// Its section there: `§3.3`.
    pub section: &'static str,
}

impl Described {
    /// Where it is defined: `RFC 3986 §3.3`.
    pub fn clause(&self) -> String {
        format!("{} {}", self.standard, self.section)
    }
}

/// Describes a production. Each of RFC 3987 is called as its counterpart in RFC 3986, and is defined in
/// §2.2.
pub fn described(rule: Rule) -> Described {
    if let Some((standard, noun, section)) = own(rule).or_else(|| of_purl(rule)) {
        return Described { noun: Cow::Borrowed(noun), standard, section };
    }
    let noun = match counterpart(rule).and_then(own) {
        Some((_, noun, _)) if noun.ends_with("URI") || noun.contains("a URI ") => {
            Cow::Owned(noun.replace("a URI", "an IRI").replace("absolute URI", "absolute IRI"))
        }
        Some((_, noun, _)) => Cow::Borrowed(noun),
        None => Cow::Borrowed(rule.name()),
    };
    Described { noun, standard: "RFC 3987", section: "§2.2" }
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

const RFC_3986: &str = "RFC 3986";
const RFC_6570: &str = "RFC 6570";

/// The same of a production of ECMA-427.
const fn of_purl(rule: Rule) -> Option<(&'static str, &'static str, &'static str)> {
    let (noun, section) = match rule {
        Rule::Purl => ("a package URL", "§5"),
        Rule::PurlScheme => ("the scheme of a package URL", "§5.6.1"),
        Rule::PurlType => ("the type of a package URL", "§5.6.2"),
        Rule::PurlNamespace => ("the namespace of a package URL", "§5.6.3"),
        Rule::PurlNamespaceSegment => ("a segment of a namespace", "§5.6.3"),
        Rule::PurlName => ("the name of a package URL", "§5.6.4"),
        Rule::PurlVersion => ("the version of a package URL", "§5.6.5"),
        Rule::PurlQualifiers => ("the qualifiers of a package URL", "§5.6.6"),
        Rule::PurlQualifier => ("a qualifier", "§5.6.6"),
        Rule::PurlQualifierKey => ("the key of a qualifier", "§5.6.6"),
        Rule::PurlQualifierValue => ("the value of a qualifier", "§5.6.6"),
        Rule::PurlSubpath => ("the subpath of a package URL", "§5.6.7"),
        Rule::PurlSubpathSegment => ("a segment of a subpath", "§5.6.7"),
        Rule::PurlSubpathSegmentSc => ("a character of a subpath, but a dot", "Annex C"),
        Rule::PurlPchar => ("a character of a package URL", "Annex C"),
        Rule::PurlPcharNs => ("a character of a segment", "Annex C"),
        Rule::PurlUnreserved => ("a character that is not encoded", "§5.4"),
        Rule::PurlReserved => ("a separator but the colon", "§5.3"),
        Rule::PurlSeparator => ("a separator character", "§5.2"),
        Rule::PurlAlphaLc => ("a letter in lower case", "Annex C"),
        Rule::PurlAlphanumeric => ("an alphanumeric character", "§5.2"),
        Rule::PurlPunctuation => ("a punctuation character", "§5.2"),
        Rule::PurlColon => ("a colon", "§5.3"),
        Rule::PurlPercent => ("a percent sign", "§5.2"),
        Rule::PurlPctEncoded => ("a percent-encoded octet of a package URL", "§5.4"),
        Rule::PurlPctEncodedNs => ("a percent-encoded octet of a segment", "§5.4"),
        _ => return None,
    };
    Some(("ECMA-427", noun, section))
}

/// The standard of a production of RFC 3986 or RFC 6570, its everyday name, and the section.
#[allow(clippy::too_many_lines, reason = "a row for each production")]
const fn own(rule: Rule) -> Option<(&'static str, &'static str, &'static str)> {
    let (rfc, noun, section) = match rule {
        Rule::Uri => (RFC_3986, "a URI", "§3"),
        Rule::HierPart => (RFC_3986, "a hierarchical part", "§3"),
        Rule::UriReference => (RFC_3986, "a URI reference", "§4.1"),
        Rule::AbsoluteUri => (RFC_3986, "an absolute URI", "§4.3"),
        Rule::RelativeRef => (RFC_3986, "a relative reference", "§4.2"),
        Rule::RelativePart => (RFC_3986, "a relative part", "§4.2"),
        Rule::Scheme => (RFC_3986, "a scheme", "§3.1"),
        Rule::Authority => (RFC_3986, "an authority", "§3.2"),
        Rule::Userinfo => (RFC_3986, "a userinfo", "§3.2.1"),
        Rule::Host => (RFC_3986, "a host", "§3.2.2"),
        Rule::Port => (RFC_3986, "a port", "§3.2.3"),
        Rule::IpLiteral => (RFC_3986, "a host in brackets", "§3.2.2"),
        Rule::IpvFuture => (RFC_3986, "an IPvFuture address", "§3.2.2"),
        Rule::Ipv6address => (RFC_3986, "an IPv6 address", "§3.2.2"),
        Rule::H16 => (RFC_3986, "a group of an IPv6 address", "§3.2.2"),
        Rule::Ls32 => (RFC_3986, "the last groups of an IPv6 address", "§3.2.2"),
        Rule::Ipv4address => (RFC_3986, "an IPv4 address", "§3.2.2"),
        Rule::DecOctet => (RFC_3986, "a number of an IPv4 address", "§3.2.2"),
        Rule::RegName => (RFC_3986, "a host name", "§3.2.2"),
        Rule::Path => (RFC_3986, "a path", "§3.3"),
        Rule::PathAbempty => (RFC_3986, "a path after an authority", "§3.3"),
        Rule::PathAbsolute => (RFC_3986, "an absolute path", "§3.3"),
        Rule::PathNoscheme => (RFC_3986, "a relative path", "§3.3"),
        Rule::PathRootless => (RFC_3986, "a rootless path", "§3.3"),
        Rule::PathEmpty => (RFC_3986, "an empty path", "§3.3"),
        Rule::Segment | Rule::SegmentNz => (RFC_3986, "a path segment", "§3.3"),
        Rule::SegmentNzNc => (RFC_3986, "the first segment of a relative path", "§3.3"),
        Rule::Pchar => (RFC_3986, "a path character", "§3.3"),
        Rule::Query => (RFC_3986, "a query", "§3.4"),
        Rule::Fragment => (RFC_3986, "a fragment", "§3.5"),
        Rule::PctEncoded => (RFC_3986, "a percent-encoded octet", "§2.1"),
        Rule::Unreserved => (RFC_3986, "an unreserved character", "§2.3"),
        Rule::Reserved => (RFC_3986, "a reserved character", "§2.2"),
        Rule::GenDelims => (RFC_3986, "a general delimiter", "§2.2"),
        Rule::SubDelims => (RFC_3986, "a sub-delimiter", "§2.2"),
        Rule::UriTemplate => (RFC_6570, "a URI template", "§2"),
        Rule::Literals => (RFC_6570, "text outside of expressions", "§2.1"),
        Rule::Expression => (RFC_6570, "an expression", "§2.2"),
        Rule::Operator => (RFC_6570, "an operator", "§2.2"),
        Rule::OpLevel2 => (RFC_6570, "an operator of level 2", "§2.2"),
        Rule::OpLevel3 => (RFC_6570, "an operator of level 3", "§2.2"),
        Rule::OpReserve => (RFC_6570, "a reserved operator", "§2.2"),
        Rule::VariableList => (RFC_6570, "a list of variables", "§2.3"),
        Rule::Varspec => (RFC_6570, "a variable with its modifier", "§2.3"),
        Rule::Varname => (RFC_6570, "a variable's name", "§2.3"),
        Rule::Varchar => (RFC_6570, "a character of a variable's name", "§2.3"),
        Rule::ModifierLevel4 => (RFC_6570, "a modifier", "§2.4"),
        Rule::Prefix => (RFC_6570, "a prefix modifier", "§2.4.1"),
        Rule::MaxLength => (RFC_6570, "a number of characters", "§2.4.1"),
        Rule::Explode => (RFC_6570, "an explode modifier", "§2.4.2"),
        _ => return None,
    };
    Some((rfc, noun, section))
}
