//! A valid reference, split, with the facts that several rules share.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::context::Context;
use super::lookalikes::search::{Host, Resemblance};
use super::shape::{HostShape, ReadHost, ReferenceShape, leads_to_this_machine};
use super::traits::Traits;
use crate::compose::Components;
use crate::parts::host::HostKind;
use crate::parts::lookup::{
    Ipv4, Looked, MappedLabel, ascii_name, ipv4, is_resolvable, look_up_in, look_up_name,
    mapped_labels, unicode_label,
};
use crate::parts::scheme::{self, Known, WEB, has_dns_names, may_have_dns_names, port_or_default};
use crate::purl::Purl;
use crate::syntax::error::Fault;
use crate::syntax::reference::Reference;
use crate::syntax::split::{self, Parts, split};
use crate::syntax::text::Utf8;

/// The reference that rules read.
pub(super) struct Subject<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Parts,
    /// The facts about the scheme.
    pub(super) known: Option<&'static Known>,
    pub(super) context: &'a Context,
    /// True if name look-up uses the host unchanged, except for its letter case.
    is_plain_name: bool,
    dns_name: OnceCell<Option<Range<usize>>>,
    ascii: OnceCell<Option<Cow<'a, str>>>,
    looked: OnceCell<Option<Looked<'a>>>,
    labels: OnceCell<Vec<Label>>,
    resemblance: OnceCell<Option<Resemblance<'a>>>,
    purl: OnceCell<Option<Result<Purl<'a>, Fault>>>,
}

/// A label of a domain name.
pub(super) struct Label {
    /// The place in the text.
    pub(super) span: Range<usize>,
    /// The position of the dot after it, if there is one.
    pub(super) dot: Range<usize>,
    /// Its characters, decoded and mapped; an A-label stays one.
    pub(super) mapped: String,
    /// The label as people see it: decoded and mapped, an A-label as its U-label.
    pub(super) shown: String,
    /// True if UTS #46 allows it.
    pub(super) is_allowed: bool,
}

impl<'a> Subject<'a> {
    /// Reads a valid reference.
    pub(super) fn new(text: &'a str, context: &'a Context) -> Self {
        Self::at(text, split(Utf8(text.as_bytes())), context)
    }

    /// Reads a valid reference with these components.
    pub(super) fn at(text: &'a str, parts: Parts, context: &'a Context) -> Self {
        let known = parts.scheme().and_then(|range| scheme::known(&text[range]));
        Self {
            text,
            parts,
            known,
            context,
            is_plain_name: false,
            dns_name: OnceCell::new(),
            ascii: OnceCell::new(),
            looked: OnceCell::new(),
            labels: OnceCell::new(),
            resemblance: OnceCell::new(),
            purl: OnceCell::new(),
        }
    }

    /// Like `new`, with the traits that a scan of the text found.
    pub(super) fn with_traits(self, traits: Traits) -> Self {
        let is_plain_name = traits.meets(Traits::HOST) && !traits.meets(Traits::MAYBE_NO_NAME);
        Self { is_plain_name, ..self }
    }

    pub(super) fn reference(&self) -> Reference<'a> {
        Reference { text: self.text, parts: self.parts }
    }

    pub(super) fn components(&self) -> Components<'a> {
        Components::from(self.reference())
    }

    pub(super) fn scheme(&self) -> Option<&'a str> {
        self.parts.scheme().map(|range| &self.text[range])
    }

    /// Returns true if the scheme is one of these, in any letter case.
    pub(super) fn has_scheme(&self, names: &[&str]) -> bool {
        self.scheme()
            .is_some_and(|scheme| names.iter().any(|name| scheme.eq_ignore_ascii_case(name)))
    }

    /// Returns true if browsers follow it: a scheme that the URL Standard calls special, `file` apart.
    pub(super) fn is_web(&self) -> bool {
        self.has_scheme(&WEB)
    }

    /// Returns true if it is fetched by HTTP, or by a WebSocket, which begins with HTTP.
    pub(super) fn is_http(&self) -> bool {
        self.has_scheme(&["http", "https", "ws", "wss"])
    }

    /// Returns true if it is a link: fetched by HTTP, or without a scheme, as in a page.
    pub(super) fn is_link(&self) -> bool {
        self.scheme().is_none() || self.is_http()
    }

    pub(super) fn path(&self) -> &'a str {
        &self.text[self.parts.path()]
    }

    pub(super) fn userinfo(&self) -> Option<Range<usize>> {
        self.parts.userinfo()
    }

    /// The name of the user: the userinfo up to its first colon.
    pub(super) fn user(&self) -> Option<Range<usize>> {
        Some(split::user(Utf8(self.text.as_bytes()), self.userinfo()?))
    }

    /// The position of the host, if there is one and it is not empty.
    pub(super) fn host_span(&self) -> Option<Range<usize>> {
        self.parts.host().filter(|range| !range.is_empty())
    }

    /// The host, if there is one and it is not empty.
    pub(super) fn host(&self) -> Option<&'a str> {
        self.host_span().map(|range| &self.text[range])
    }

    /// The position of a registered name that is looked up in the DNS, if the scheme is known to do so. A
    /// reference without a scheme usually belongs to a web page.
    pub(super) fn dns_name(&self) -> Option<Range<usize>> {
        let find = || {
            let is_dns = self.scheme().is_none_or(has_dns_names);
            let span = self.host_span().filter(|_| is_dns)?;
            let kind = HostKind::of(Utf8(self.text[span.clone()].as_bytes()));
            (kind == HostKind::RegName).then_some(span)
        };
        self.dns_name.get_or_init(find).clone()
    }

    /// The position of the port, without its colon.
    pub(super) fn port_span(&self) -> Option<Range<usize>> {
        self.parts.port()
    }

    /// The host in ASCII as UTS #46 maps it; none if UTS #46 refuses it.
    pub(super) fn ascii_name(&self) -> Option<&str> {
        self.ascii.get_or_init(|| self.host().and_then(ascii_name)).as_deref()
    }

    /// The host as it is looked up; none if UTS #46 refuses it.
    pub(super) fn looked_up(&self) -> Option<&Looked<'a>> {
        let find = || match self.host()? {
            host if host.starts_with('[') || !may_have_dns_names(self.scheme()) => {
                look_up_in(self.scheme(), host)
            }
            host => look_up_name(self.ascii.get_or_init(|| ascii_name(host)).clone()?),
        };
        self.looked.get_or_init(find).as_ref()
    }

    /// Returns true if a policy allows the reference because it leads to this machine.
    pub(super) fn is_loopback_allowed(&self) -> bool {
        leads_to_this_machine(&self.context.loopback, self)
    }

    /// The host as name look-up reads it, a name in any letter case; none if it is refused.
    pub(super) fn read_host(&self) -> Option<ReadHost<'_>> {
        if self.is_plain_name {
            return self.host().map(|host| ReadHost::Name(host.as_bytes()));
        }
        self.looked_up().map(|host| match host {
            Looked::Name(name) => ReadHost::Name(name.as_bytes()),
            Looked::Address(address) => ReadHost::Address(*address),
        })
    }

    /// The package URL, or why the text is not one; none for other schemes.
    pub(super) fn purl(&self) -> Option<&Result<Purl<'a>, Fault>> {
        let read = || self.has_scheme(&["pkg"]).then(|| Purl::read(self.text));
        self.purl.get_or_init(read).as_ref()
    }

    /// The labels of a name that is looked up in the DNS.
    pub(super) fn labels(&self) -> &[Label] {
        self.labels.get_or_init(|| {
            let Some(name) = self.dns_name() else { return Vec::new() };
            let moved = |span: Range<usize>| name.start + span.start..name.start + span.end;
            let of = |MappedLabel { span, dot, mapped }| {
                let (shown, is_allowed) = unicode_label(&mapped);
                Label { span: moved(span), dot: moved(dot), mapped, shown, is_allowed }
            };
            mapped_labels(&self.text[name.clone()]).into_iter().map(of).collect()
        })
    }

    /// The protected name that the host resembles most.
    pub(super) fn resemblance(&self) -> Option<&Resemblance<'a>> {
        let find = || {
            let span = self.dns_name()?;
            if !self.context.protected.may_resemble(&self.text[span.clone()]) {
                return None;
            }
            let host = &self.text[span];
            let labels = || {
                self.labels().iter().map(|label| (&self.text[label.span.clone()], &*label.shown))
            };
            let of_labels = || Host::of(host, labels().collect());
            let host = Host::plain(host).or_else(of_labels)?;
            self.context.protected.resembled(&host)
        };
        self.resemblance.get_or_init(find).as_ref()
    }

    /// The text with a replacement at `span`.
    pub(super) fn replaced(&self, span: Range<usize>, replacement: &str) -> String {
        [&self.text[..span.start], replacement, &self.text[span.end..]].concat()
    }

    /// The text with another path, and a guard before it if one is needed.
    pub(super) fn with_path(&self, path: &str) -> String {
        Components { path, ..self.components() }.compose()
    }

    /// The position of the authority, or of the whole text: where something missing is reported.
    pub(super) fn authority_or_all(&self) -> Range<usize> {
        let authority = self.parts.authority().filter(|range| !range.is_empty());
        authority.unwrap_or(0..self.text.len())
    }
}

impl ReferenceShape for Subject<'_> {
    fn scheme(&self) -> Option<&str> {
        Subject::scheme(self)
    }

    fn has_userinfo(&self) -> bool {
        self.userinfo().is_some()
    }

    fn host(&self) -> HostShape {
        let is_malformed = |name| ipv4(name) == Ipv4::Malformed;
        match self.read_host() {
            Some(ReadHost::Name(name)) if self.is_plain_name || is_resolvable(name) => {
                HostShape::Name
            }
            Some(ReadHost::Address(address)) => HostShape::Address(address),
            None if self.host().is_some_and(|host| host.starts_with('['))
                || self.ascii_name().is_some_and(is_malformed) =>
            {
                HostShape::Malformed
            }
            _ => HostShape::Nothing,
        }
    }

    fn is_this_machine(&self) -> bool {
        match self.read_host() {
            Some(ReadHost::Name(name)) => name.eq_ignore_ascii_case(b"localhost"),
            Some(ReadHost::Address(address)) => address.is_loopback(),
            None => false,
        }
    }

    fn port(&self) -> Option<u16> {
        let digits = self.port_span().map(|span| &self.text[span]);
        port_or_default(self.scheme(), digits)
    }

    fn has_path(&self) -> bool {
        !self.path().is_empty()
    }

    fn has_query(&self) -> bool {
        self.parts.has_query()
    }

    fn has_fragment(&self) -> bool {
        self.parts.fragment().is_some()
    }
}

/// The pieces of a text between delimiters, by their places.
pub(super) fn pieces<'a>(
    text: &'a str,
    delimiters: &'a [char],
) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut start = 0;
    text.split(delimiters).map(move |piece| {
        let span = start..start + piece.len();
        start = span.end + text[span.end..].chars().next().map_or(0, char::len_utf8);
        span
    })
}
