//! The shape of a reference: which parts it has, without their texts. Many references share a shape, and so a
//! decision.

use std::net::IpAddr;

use crate::parts::scheme::default_port;
use crate::syntax::split::{Parts, Position};

/// The facts that many references share. A term that depends only on these facts is decided once for all plain
/// texts of a shape.
pub(super) trait ReferenceShape {
    fn scheme(&self) -> Option<&str>;
    fn has_userinfo(&self) -> bool;
    fn host(&self) -> HostShape;
    /// Returns true for the loopback addresses and `localhost`.
    fn is_this_machine(&self) -> bool;
    /// The port of the text, or else the default port of the scheme.
    fn port(&self) -> Option<u16>;
    fn has_path(&self) -> bool;
    fn has_query(&self) -> bool;
    fn has_fragment(&self) -> bool;
}

/// The kind of a host as name look-up reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostShape {
    /// A name that can be looked up.
    Name,
    /// An address.
    Address(IpAddr),
    /// It looks like an address without being one, and another reader may take it for one.
    Malformed,
    /// There is no host, or it cannot be looked up.
    Nothing,
}

/// A host as name look-up reads it: a name in any letter case, or an address.
#[derive(Clone, Copy, Debug)]
pub(super) enum ReadHost<'a> {
    Name(&'a [u8]),
    Address(IpAddr),
}

/// Returns true if the reference leads to this machine and has one of these schemes, which are in lower case.
pub(super) fn leads_to_this_machine(schemes: &[String], shape: &dyn ReferenceShape) -> bool {
    let is_one = |scheme: &str| schemes.iter().any(|one| one.eq_ignore_ascii_case(scheme));
    !schemes.is_empty() && shape.scheme().is_some_and(is_one) && shape.is_this_machine()
}

/// The shape of a plain text: `http` or `https`, a host that is a name, neither userinfo nor port. One bit for
/// each optional part.
#[derive(Clone, Copy)]
pub(super) struct PlainShape(pub(super) u32);

impl PlainShape {
    const HTTPS: u32 = 1;
    const PATH: u32 = 1 << 1;
    const QUERY: u32 = 1 << 2;
    const FRAGMENT: u32 = 1 << 3;
    const THIS_MACHINE: u32 = 1 << 4;

    #[inline]
    pub(super) fn of(parts: &Parts<impl Position>, host: &[u8]) -> Self {
        let bit = |condition: bool, bit: u32| if condition { bit } else { 0 };
        Self(
            bit(parts.scheme_end.index() == "https".len(), Self::HTTPS)
                | bit(!parts.path().is_empty(), Self::PATH)
                | bit(parts.has_query(), Self::QUERY)
                | bit(parts.fragment().is_some(), Self::FRAGMENT)
                | bit(host.eq_ignore_ascii_case(b"localhost"), Self::THIS_MACHINE),
        )
    }

    fn has(self, bit: u32) -> bool {
        self.0 & bit != 0
    }
}

impl ReferenceShape for PlainShape {
    fn scheme(&self) -> Option<&str> {
        Some(if self.has(Self::HTTPS) { "https" } else { "http" })
    }

    fn has_userinfo(&self) -> bool {
        false
    }

    fn host(&self) -> HostShape {
        HostShape::Name
    }

    fn is_this_machine(&self) -> bool {
        self.has(Self::THIS_MACHINE)
    }

    fn port(&self) -> Option<u16> {
        default_port(self.scheme()?)
    }

    fn has_path(&self) -> bool {
        self.has(Self::PATH)
    }

    fn has_query(&self) -> bool {
        self.has(Self::QUERY)
    }

    fn has_fragment(&self) -> bool {
        self.has(Self::FRAGMENT)
    }
}
