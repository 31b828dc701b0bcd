//! The metadata services of clouds, which tell a machine about itself, credentials included.
//!
//! Each machine reaches its own. An attacker who makes a server fetch from there reads the server's secrets.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::parts::lookup::Looked;
use crate::parts::reach::embedded_ipv4;

/// Returns true if a host is a metadata service, by name or by address.
pub fn is_metadata_service(host: &Looked) -> bool {
    match host {
        Looked::Name(name) => NAMES.contains(&&**name),
        Looked::Address(IpAddr::V4(address)) => ADDRESSES_V4.contains(address),
        Looked::Address(IpAddr::V6(address)) => {
            let is_inside = |address| ADDRESSES_V4.contains(&address);
            ADDRESSES_V6.contains(address)
                || embedded_ipv4(*address).is_some_and(is_inside)
                || is_written_in(*address)
        }
    }
}

/// Returns true if an IPv6 address contains the IPv4 address of a service, in two of its pieces or where a
/// translator with a prefix of its own puts it (RFC 6052 §2.2, RFC 8215). Clouds also write their own services
/// like this (`fe80::a9fe:a9fe`, `fd00:a9fe:a9fe::1`), and any other host has the address only by chance.
fn is_written_in(address: Ipv6Addr) -> bool {
    let octets = address.octets();
    let pieces = (0..=12).step_by(2).map(|first| [first, first + 1, first + 2, first + 3]);
    // Translators skip octet 8; with a prefix of 96 bits the address is in the last two pieces.
    let translated = [[5, 6, 7, 9], [6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12]];
    pieces
        .chain(translated)
        .any(|places| ADDRESSES_V4.contains(&Ipv4Addr::from(places.map(|place| octets[place]))))
}

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "metadata.google.internal", "metadata.goog", "metadata",   // Google
    "instance-data.ec2.internal", "instance-data",             // Amazon
    "metadata.tencentyun.com",                                 // Tencent
    "metadata.platformequinix.com", "metadata.packet.net",     // Equinix
    "api.metadata.cloud.ibm.com",                              // IBM
    "rancher-metadata",                                        // Rancher
];

const ADDRESSES_V4: &[Ipv4Addr] = &[
    Ipv4Addr::new(169, 254, 169, 254), // Amazon, Google, Microsoft, Oracle and others
    Ipv4Addr::new(169, 254, 170, 2),   // Amazon: tasks
    Ipv4Addr::new(169, 254, 170, 23),  // Amazon: pods
    Ipv4Addr::new(169, 254, 0, 23),    // Tencent
    Ipv4Addr::new(169, 254, 42, 42),   // Scaleway
    Ipv4Addr::new(168, 63, 129, 16),   // Microsoft
    Ipv4Addr::new(100, 100, 100, 200), // Alibaba
    Ipv4Addr::new(192, 0, 0, 192),     // Oracle
];

const ADDRESSES_V6: &[Ipv6Addr] = &[
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254), // Amazon
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),  // Amazon: pods
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),  // Google
    Ipv6Addr::new(0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe), // Oracle
    Ipv6Addr::new(0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42),   // Scaleway
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::lookup::look_up;

    fn is_service(host: &str) -> bool {
        is_metadata_service(&look_up(host).expect("a host"))
    }

    #[test]
    fn services() {
        for host in [
            "169.254.169.254", "0xa9fea9fe", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]",
            "[fd00:ec2::254]", "[fd00:a9fe:a9fe::1]", "[fe80::a9fe:a9fe]",
            "[64:ff9b:1::a9fe:a9fe]", "[64:ff9b:1:a9fe:a9:fe00::]", "[64:ff9b:1:ffa9:fe:a9fe::]",
            "[64:ff9b:1:1:a9:fea9:fe00:0]", "[2001:db8:a9fe:a9fe::]", "[2002:a9fe:a9fe::1]",
            "[2001:0:808:808::5601:5601]", "[::ffff:0:169.254.169.254]", "[::169.254.170.2]",
            "[2606:4700::200:5efe:169.254.169.254]", "168.63.129.16", "Metadata.Google.Internal.",
            "metadata",
        ] {
            assert!(is_service(host), "{host}");
        }
        for host in [
            "169.254.169.253", "[fd00:ec2::255]", "[fe80::a9fe:a9fd]", "metadata.example.org",
            "10.0.0.1",
        ] {
            assert!(!is_service(host), "{host}");
        }
    }
}
