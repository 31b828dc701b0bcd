//! The productions of the RFCs and of ECMA-427, by name.

use crate::syntax::choice::choices;

choices! {
    /// The standard that has a production in its grammar.
    pub enum Standard;
    /// The name: `RFC 3986`.
    pub fn name;
    /// URIs.
    Rfc3986 = "RFC 3986";
    /// IRIs.
    Rfc3987 = "RFC 3987";
    /// URI templates.
    Rfc6570 = "RFC 6570";
    /// Package URLs.
    Ecma427 = "ECMA-427";
}

macro_rules! rules {
    ($($standard:ident { $($rule:ident = $name:literal,)* })*) => {
        /// A production of RFC 3986, RFC 3987, RFC 6570 or ECMA-427. A rule that a later standard takes over
        /// unchanged (`scheme`, `port`, `IP-literal` …) is listed once.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[doc = concat!("`", $name, "`")] $rule,)*)* }

        impl Rule {
            /// Every production: RFC 3986, then RFC 3987, then RFC 6570, then ECMA-427.
            pub const ALL: &[Self] = &[$($(Self::$rule),*),*];

            /// The name, spelled as the RFC spells it.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$rule => $name,)*)* }
            }

            /// The standard that defines it, the earliest if several do.
            pub const fn standard(self) -> Standard {
                match self { $($(Self::$rule)|* => Standard::$standard,)* }
            }
        }
    };
}

rules! {
    Rfc3986 {
        Uri = "URI",
        HierPart = "hier-part",
        UriReference = "URI-reference",
        AbsoluteUri = "absolute-URI",
        RelativeRef = "relative-ref",
        RelativePart = "relative-part",
        Scheme = "scheme",
        Authority = "authority",
        Userinfo = "userinfo",
        Host = "host",
        Port = "port",
        IpLiteral = "IP-literal",
        IpvFuture = "IPvFuture",
        Ipv6address = "IPv6address",
        H16 = "h16",
        Ls32 = "ls32",
        Ipv4address = "IPv4address",
        DecOctet = "dec-octet",
        RegName = "reg-name",
        Path = "path",
        PathAbempty = "path-abempty",
        PathAbsolute = "path-absolute",
        PathNoscheme = "path-noscheme",
        PathRootless = "path-rootless",
        PathEmpty = "path-empty",
        Segment = "segment",
        SegmentNz = "segment-nz",
        SegmentNzNc = "segment-nz-nc",
        Pchar = "pchar",
        Query = "query",
        Fragment = "fragment",
        PctEncoded = "pct-encoded",
        Unreserved = "unreserved",
        Reserved = "reserved",
        GenDelims = "gen-delims",
        SubDelims = "sub-delims",
    }
    Rfc3987 {
        Iri = "IRI",
        IhierPart = "ihier-part",
        IriReference = "IRI-reference",
        AbsoluteIri = "absolute-IRI",
        IrelativeRef = "irelative-ref",
        IrelativePart = "irelative-part",
        Iauthority = "iauthority",
        Iuserinfo = "iuserinfo",
        Ihost = "ihost",
        IregName = "ireg-name",
        Ipath = "ipath",
        IpathAbempty = "ipath-abempty",
        IpathAbsolute = "ipath-absolute",
        IpathNoscheme = "ipath-noscheme",
        IpathRootless = "ipath-rootless",
        IpathEmpty = "ipath-empty",
        Isegment = "isegment",
        IsegmentNz = "isegment-nz",
        IsegmentNzNc = "isegment-nz-nc",
        Ipchar = "ipchar",
        Iquery = "iquery",
        Ifragment = "ifragment",
        Iunreserved = "iunreserved",
        Ucschar = "ucschar",
        Iprivate = "iprivate",
    }
    Rfc6570 {
        UriTemplate = "URI-Template",
        Literals = "literals",
        Expression = "expression",
        Operator = "operator",
        OpLevel2 = "op-level2",
        OpLevel3 = "op-level3",
        OpReserve = "op-reserve",
        VariableList = "variable-list",
        Varspec = "varspec",
        Varname = "varname",
        Varchar = "varchar",
        ModifierLevel4 = "modifier-level4",
        Prefix = "prefix",
        MaxLength = "max-length",
        Explode = "explode",
    }
    Ecma427 {
        Purl = "PURL",
        PurlScheme = "purl-scheme",
        PurlType = "type",
        PurlNamespace = "namespace",
        PurlNamespaceSegment = "namespace-segment",
        PurlName = "name",
        PurlVersion = "version",
        PurlQualifiers = "qualifiers",
        PurlQualifier = "qualifier",
        PurlQualifierKey = "qualifier-key",
        PurlQualifierValue = "qualifier-value",
        PurlSubpath = "subpath",
        PurlSubpathSegment = "subpath-segment",
        PurlSubpathSegmentSc = "subpath-segment-sc",
        PurlPchar = "purl-pchar",
        PurlPcharNs = "pchar-ns",
        PurlUnreserved = "purl-unreserved",
        PurlReserved = "purl-reserved",
        PurlSeparator = "separator",
        PurlAlphaLc = "alpha-lc",
        PurlAlphanumeric = "alphanumeric",
        PurlPunctuation = "punctuation",
        PurlColon = "colon",
        PurlPercent = "percent",
        PurlPctEncoded = "purl-pct-encoded",
        PurlPctEncodedNs = "pct-encoded-ns",
    }
}

impl Rule {
    /// The rule of that name. ABNF names ignore case (RFC 5234 §2.1).
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name().eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_by_its_name() {
        for &rule in Rule::ALL {
            assert_eq!(Rule::by_name(rule.name()), Some(rule));
        }
    }
}
