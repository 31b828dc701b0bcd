//! What iriform knows of particular schemes, as data (RFC 3986 §6.2.3; each scheme's own text).

/// The port that a scheme's text names as its default, by the scheme in any letter case.
pub fn default_port(scheme: &str) -> Option<u16> {
    DEFAULT_PORTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme)).map(|&(_, port)| port)
}

/// Scheme, default port; and where that is said.
const DEFAULT_PORTS: &[(&str, u16)] = &[
    ("http", 80),    // RFC 9110 §4.2.1
    ("https", 443),  // RFC 9110 §4.2.2
    ("ws", 80),      // RFC 6455 §3
    ("wss", 443),    // RFC 6455 §3
    ("ftp", 21),     // RFC 1738 §3.2
    ("ldap", 389),   // RFC 4516 §2
    ("ldaps", 636),  // IANA service names
    ("telnet", 23),  // RFC 4248 §2
    ("gopher", 70),  // RFC 4266 §2.1
    ("imap", 143),   // RFC 5092 §4
    ("nntp", 119),   // RFC 5538 §3
    ("rtsp", 554),   // RFC 7826 §4.2
    ("rtsps", 322),  // RFC 7826 §4.2
    ("coap", 5683),  // RFC 7252 §6.1
    ("coaps", 5684), // RFC 7252 §6.2
    ("dict", 2628),  // RFC 2229 §5
    ("ipp", 631),    // RFC 3510 §4
    ("ipps", 631),   // RFC 7472 §4
];

/// The value of a port's digits, whatever their number; none above 65535 or without a digit.
pub fn port_number(digits: &str) -> Option<u16> {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() && !digits.is_empty() { Some(0) } else { significant.parse().ok() }
}
