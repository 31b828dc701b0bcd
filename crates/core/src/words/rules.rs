//! The everyday names of the productions, and where they are defined.

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
    /// The clause that defines it: `RFC 3986 §3.3`.
    pub fn clause(&self) -> String {
        format!("{} {}", self.standard, self.section)
    }
}

/// Describes a production. A production of RFC 3987 has the name of its counterpart in RFC 3986, and is defined
/// in §2.2.
pub fn described(rule: Rule) -> Described {
    let standard = rule.standard().name();
    if let Some((noun, section)) = own(rule) {
        return Described { noun: Cow::Borrowed(noun), standard, section };
    }
    let noun = match counterpart(rule).and_then(own) {
        Some((noun, _)) if noun.ends_with("URI") || noun.contains("a URI ") => {
            Cow::Owned(noun.replace("a URI", "an IRI").replace("absolute URI", "absolute IRI"))
        }
        Some((noun, _)) => Cow::Borrowed(noun),
        None => Cow::Borrowed(rule.name()),
    };
    Described { noun, standard, section: "§2.2" }
}

/// The counterpart in RFC 3986 of a production of RFC 3987.
fn counterpart(rule: Rule) -> Option<Rule> {
    let name = rule.name();
    if name.contains("IRI") {
        Rule::by_name(&name.replace("IRI", "URI"))
    } else {
        name.strip_prefix('i').and_then(Rule::by_name)
    }
}

/// The everyday name of a production and its section; none for RFC 3987, whose productions have the names of
/// their counterparts.
#[allow(clippy::too_many_lines, reason = "a row for each production")]
const fn own(rule: Rule) -> Option<(&'static str, &'static str)> {
    let row = match rule {
        Rule::Uri => ("a URI", "§3"),
        Rule::HierPart => ("a hierarchical part", "§3"),
        Rule::UriReference => ("a URI reference", "§4.1"),
        Rule::AbsoluteUri => ("an absolute URI", "§4.3"),
        Rule::RelativeRef => ("a relative reference", "§4.2"),
        Rule::RelativePart => ("a relative part", "§4.2"),
        Rule::Scheme => ("a scheme", "§3.1"),
        Rule::Authority => ("an authority", "§3.2"),
        Rule::Userinfo => ("a userinfo", "§3.2.1"),
        Rule::Host => ("a host", "§3.2.2"),
        Rule::Port => ("a port", "§3.2.3"),
        Rule::IpLiteral => ("a host in brackets", "§3.2.2"),
        Rule::IpvFuture => ("an IPvFuture address", "§3.2.2"),
        Rule::Ipv6address => ("an IPv6 address", "§3.2.2"),
        Rule::H16 => ("a group of an IPv6 address", "§3.2.2"),
        Rule::Ls32 => ("the last groups of an IPv6 address", "§3.2.2"),
        Rule::Ipv4address => ("an IPv4 address", "§3.2.2"),
        Rule::DecOctet => ("a number of an IPv4 address", "§3.2.2"),
        Rule::RegName => ("a host name", "§3.2.2"),
        Rule::Path => ("a path", "§3.3"),
        Rule::PathAbempty => ("a path after an authority", "§3.3"),
        Rule::PathAbsolute => ("an absolute path", "§3.3"),
        Rule::PathNoscheme => ("a relative path", "§3.3"),
        Rule::PathRootless => ("a rootless path", "§3.3"),
        Rule::PathEmpty => ("an empty path", "§3.3"),
        Rule::Segment | Rule::SegmentNz => ("a path segment", "§3.3"),
        Rule::SegmentNzNc => ("the first segment of a relative path", "§3.3"),
        Rule::Pchar => ("a path character", "§3.3"),
        Rule::Query => ("a query", "§3.4"),
        Rule::Fragment => ("a fragment", "§3.5"),
        Rule::PctEncoded => ("a percent-encoded octet", "§2.1"),
        Rule::Unreserved => ("an unreserved character", "§2.3"),
        Rule::Reserved => ("a reserved character", "§2.2"),
        Rule::GenDelims => ("a general delimiter", "§2.2"),
        Rule::SubDelims => ("a sub-delimiter", "§2.2"),
        Rule::UriTemplate => ("a URI template", "§2"),
        Rule::Literals => ("text outside expressions", "§2.1"),
        Rule::Expression => ("an expression", "§2.2"),
        Rule::Operator => ("an operator", "§2.2"),
        Rule::OpLevel2 => ("an operator of level 2", "§2.2"),
        Rule::OpLevel3 => ("an operator of level 3", "§2.2"),
        Rule::OpReserve => ("a reserved operator", "§2.2"),
        Rule::VariableList => ("a list of variables", "§2.3"),
        Rule::Varspec => ("a variable with its modifier", "§2.3"),
        Rule::Varname => ("a variable's name", "§2.3"),
        Rule::Varchar => ("a character of a variable's name", "§2.3"),
        Rule::ModifierLevel4 => ("a modifier", "§2.4"),
        Rule::Prefix => ("a prefix modifier", "§2.4.1"),
        Rule::MaxLength => ("a number of characters", "§2.4.1"),
        Rule::Explode => ("an explode modifier", "§2.4.2"),
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
        Rule::PurlSubpathSegmentSc => ("a character of a subpath other than a dot", "Annex C"),
        Rule::PurlPchar => ("a character of a package URL", "Annex C"),
        Rule::PurlPcharNs => ("a character of a segment", "Annex C"),
        Rule::PurlUnreserved => ("a character that is not encoded", "§5.4"),
        Rule::PurlReserved => ("a separator other than the colon", "§5.3"),
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
    Some(row)
}
