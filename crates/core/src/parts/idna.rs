//! Internationalized domain names in hosts: UTS #46, by the crate `idna`.
//!
//! The parameters are those that RFC 3987 §3.1 requires for creating an identifier, in today's
//! terms of UTS #46: `UseSTD3ASCIIRules`, `CheckHyphens` and `VerifyDnsLength` on, transitional
//! processing off. An IP-literal is not a name and stays unchanged.

use std::borrow::Cow;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::parts::host::DOTS;
use crate::parts::percent::unquote;

/// Why a host is not an internationalized domain name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADomainName;

/// `ToASCII` of a host. Percent-encoded octets are decoded first, and must be UTF-8.
pub fn host_to_ascii(host: &str) -> Result<String, NotADomainName> {
    let Some(name) = name(host)? else { return Ok(host.to_owned()) };
    Uts46::new()
        .to_ascii(
            name.as_bytes(),
            AsciiDenyList::STD3,
            Hyphens::Check,
            DnsLength::VerifyAllowRootDot,
        )
        .map(Cow::into_owned)
        .map_err(|_| NotADomainName)
}

/// `ToUnicode` of a host, under the same rules.
pub fn host_to_unicode(host: &str) -> Result<String, NotADomainName> {
    let Some(name) = name(host)? else { return Ok(host.to_owned()) };
    match Uts46::new().to_unicode(name.as_bytes(), AsciiDenyList::STD3, Hyphens::Check) {
        (unicode, Ok(())) => Ok(unicode.into_owned()),
        _ => Err(NotADomainName),
    }
}

/// Whether a host, decoded, has ASCII characters only and so needs no conversion.
pub fn is_ascii_name(host: &str) -> bool {
    unquote(host).is_ascii()
}

/// The mapping of UTS #46 alone, for a name that is valid by it and has a non-ASCII label: letter
/// case, width, and the like. ASCII labels stay in ASCII. A name with percent-encoding stays
/// unchanged, because it may hide a dot.
pub(crate) fn map(host: &str) -> Option<String> {
    if host.contains('%') || host_to_ascii(host).is_err() {
        return None;
    }
    let mapped = host_to_unicode(host).ok()?;
    let labels: Vec<&str> = host.split(DOTS).collect();
    let mapped: Vec<&str> = mapped.split('.').collect();
    (labels.len() == mapped.len()).then(|| {
        let kept = labels.iter().zip(mapped);
        kept.map(|(label, mapped)| if label.is_ascii() { label } else { mapped })
            .collect::<Vec<_>>()
            .join(".")
    })
}

/// The decoded name of a host; none for an IP-literal or an empty host.
fn name(host: &str) -> Result<Option<String>, NotADomainName> {
    if host.starts_with('[') || host.is_empty() {
        return Ok(None);
    }
    String::from_utf8(unquote(host)).map(Some).map_err(|_| NotADomainName)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions() {
        assert_eq!(
            host_to_ascii("r\u{E9}sum\u{E9}.example.org").as_deref(),
            Ok("xn--rsum-bpad.example.org")
        );
        assert_eq!(
            host_to_ascii("r%C3%A9sum%C3%A9.example.org").as_deref(),
            Ok("xn--rsum-bpad.example.org")
        );
        assert_eq!(
            host_to_unicode("xn--rsum-bpad.example.org").as_deref(),
            Ok("r\u{E9}sum\u{E9}.example.org")
        );
        assert_eq!(host_to_ascii("a_b.example"), Err(NotADomainName));
        assert_eq!(host_to_ascii("%FF.example"), Err(NotADomainName));
        assert_eq!(host_to_ascii("[::1]").as_deref(), Ok("[::1]"));
    }
}
