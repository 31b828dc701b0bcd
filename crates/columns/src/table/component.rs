//! The components of a reference, by name.

use std::ops::Range;

use iriform_kernel::RowParts;

/// A component of a reference, or a part of its authority, by its name in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// RFC 3986 §3.1.
    Scheme,
    /// §3.2, without its `//`.
    Authority,
    /// §3.2.1, without its `@`.
    Userinfo,
    /// §3.2.2, with the brackets of an IP-literal.
    Host,
    /// §3.2.3, as a number.
    Port,
    /// §3.2.3, as its digits.
    PortText,
    /// §3.3.
    Path,
    /// §3.4, without its `?`.
    Query,
    /// §3.5, without its `#`.
    Fragment,
}

impl Component {
    /// All of them, in the order of the text.
    pub const ALL: &[Self] = &[
        Self::Scheme,
        Self::Authority,
        Self::Userinfo,
        Self::Host,
        Self::Port,
        Self::PortText,
        Self::Path,
        Self::Query,
        Self::Fragment,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::Port => "port",
            Self::PortText => "port_text",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }

    /// The component of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|component| component.name() == name)
    }

    /// Returns true if it comes before the path. Then the kernel need not read further.
    pub const fn is_before_path(self) -> bool {
        !matches!(self, Self::Path | Self::Query | Self::Fragment)
    }

    /// Its range in the row; none if the row does not have it.
    #[inline(always)]
    pub fn of(self, row: &RowParts) -> Option<Range<usize>> {
        match self {
            Self::Scheme => row.scheme(),
            Self::Authority => row.authority(),
            Self::Userinfo => row.userinfo(),
            Self::Host => row.host(),
            Self::Port | Self::PortText => row.port(),
            Self::Path => Some(row.path()),
            Self::Query => row.query(),
            Self::Fragment => row.fragment(),
        }
    }
}
