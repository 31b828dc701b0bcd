//! The input of rules that a caller chooses.

use std::net::IpAddr;
use std::sync::Arc;

use super::protected::Protected;
pub use crate::parts::network::Addresses;
use crate::parts::pattern::HostPatterns;
use crate::parts::scheme::default_port;
use crate::syntax::split::{Parts, Position};

/// The data that rules compare with, beside the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    pub(super) protected: Arc<Protected>,
    pub(super) allowed: Option<Arc<Allowed>>,
}

/// The allowed values. A field that is `None` is not asked about.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a term of its own")]
pub struct Allowed {
    /// Schemes, in lower case.
    pub schemes: Option<Vec<String>>,
    /// Hosts. A reference without a host is refused.
    pub hosts: Option<HostPatterns>,
    /// Ports, which are that of the text or the default of its scheme.
    pub ports: Option<Vec<u16>>,
    /// Origins (RFC 6454 §6.2), as the text of one has it.
    pub origins: Option<Vec<String>>,
    /// Hosts that are addresses. One that is in `hosts` is allowed as well.
    pub addresses: Addresses,
    /// Whether there may be a userinfo.
    pub userinfo: bool,
    /// Whether there must be a path that is not empty.
    pub path: bool,
    /// Whether there may be dot segments, percent-encoded or not.
    pub dot_segments: bool,
    /// Whether there may be a query.
    pub query: bool,
    /// Whether there may be a fragment.
    pub fragment: bool,
    /// How many characters there may be.
    pub max_length: Option<usize>,
    /// Schemes, in lower case, that may lead to this machine whatever the lists of schemes, hosts,
    /// ports and addresses say (RFC 8252 §7.3).
    pub loopback: Vec<String>,
}

impl Allowed {
    /// Everything.
    pub const EVERYTHING: Self = Self {
        schemes: None,
        hosts: None,
        ports: None,
        origins: None,
        addresses: Addresses::Any,
        userinfo: true,
        path: false,
        dot_segments: true,
        query: true,
        fragment: true,
        max_length: None,
        loopback: Vec::new(),
    };

    /// The codes of the rules that have something to ask.
    pub(super) fn asked(&self) -> Vec<&'static str> {
        let asked = [
            (self.schemes.is_some(), "scheme-not-allowed"),
            (self.hosts.as_ref().is_some_and(|hosts| !hosts.has_any()), "host-not-allowed"),
            (self.hosts.as_ref().is_some_and(HostPatterns::has_any), "no-host"),
            (!matches!(self.addresses, Addresses::Any), "address-not-allowed"),
            (self.ports.is_some(), "port-not-allowed"),
            (self.origins.is_some(), "origin-not-allowed"),
            (!self.userinfo, "userinfo-not-allowed"),
            (self.path, "no-path"),
            (!self.dot_segments, "dot-segment-not-allowed"),
            (!self.query, "query-not-allowed"),
            (!self.fragment, "fragment-not-allowed"),
            (self.max_length.is_some(), "too-long"),
        ];
        asked.into_iter().filter_map(|(is_asked, code)| is_asked.then_some(code)).collect()
    }

    /// Whether no term asks for more than whether a component is one of those that are listed.
    pub(super) fn is_decided_by_components(&self) -> bool {
        self.loopback.is_empty() && self.origins.is_none() && !self.path && self.dot_segments
    }

    pub(super) fn has_address(&self, address: IpAddr) -> bool {
        let is_listed = || self.hosts.as_ref().is_some_and(|hosts| hosts.has_address(address));
        self.addresses.has(address) || is_listed()
    }

    /// Whether every plain text is allowed: `http` or `https`, a name for a host,
    /// neither userinfo nor port.
    pub(super) fn allows_all_plain(&self) -> bool {
        ["http", "https"].iter().all(|scheme| self.allows_plain_scheme(scheme))
            && self.hosts.as_ref().is_none_or(HostPatterns::has_any)
            && !self.path
            && self.dot_segments
            && self.query
            && self.fragment
            && self.max_length.is_none()
    }

    /// Whether a plain text is allowed, with its components.
    pub(super) fn allows_plain(&self, text: &[u8], parts: &Parts<impl Position>) -> bool {
        let takes_host = |hosts: &HostPatterns| {
            let host = parts.host().and_then(|host| text.get(host));
            host.is_some_and(|host| hosts.has_plain_name(host))
        };
        let is_short = |&most: &usize| {
            text.len() <= most
                || text.utf8_chunks().map(|c| c.valid().chars().count()).sum::<usize>() <= most
        };
        let scheme = if parts.scheme_end.index() == "https".len() { "https" } else { "http" };
        self.allows_plain_scheme(scheme)
            && (self.query || !parts.has_query())
            && (self.fragment || parts.fragment().is_none())
            && self.max_length.as_ref().is_none_or(is_short)
            && self.hosts.as_ref().is_none_or(takes_host)
    }

    /// Whether a scheme and its default port are allowed.
    fn allows_plain_scheme(&self, scheme: &str) -> bool {
        self.schemes.as_ref().is_none_or(|all| all.iter().any(|one| one == scheme))
            && self
                .ports
                .as_ref()
                .is_none_or(|all| default_port(scheme).is_some_and(|port| all.contains(&port)))
    }
}
