//! The protected names that a caller passes.

use std::fmt;
use std::sync::Arc;

use super::lookalikes::protected::Protected;
use crate::parts::lookup::Looked;
use crate::parts::pattern::{HostPattern, NotAPattern, quoted};

/// Protected names, prepared for comparison with hosts. Registrable domains are compared, by the public suffix
/// list that is compiled in.
#[derive(Clone, Debug, Default)]
pub struct Names(pub(super) Arc<Protected>);

/// The error for a protected name that is not a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAName {
    /// Its index among the names.
    pub place: usize,
    text: String,
    why: NameFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameFault {
    /// The text has more than a host.
    More,
    /// The text is a pattern for all names below one.
    Star,
    Address,
    NoHost(NotAPattern),
}

error_words!(NotAName, |error, f| match quoted(&error.text) {
    // It may have a secret; the index identifies it.
    text if text == "this" => write!(f, "item {}: {}", error.place, error.why),
    text => write!(f, "{text}: {}", error.why),
});

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::More => {
                f.write_str("a protected name is a host without a scheme, a port or a path")
            }
            Self::Star => f.write_str(
                "a protected name has no \"*\": it stands for the names below it as well",
            ),
            Self::Address => f.write_str("an address has no look-alikes: give a name"),
            Self::NoHost(why) => why.fmt(f),
        }
    }
}

impl NotAName {
    /// The message for callers that state the place themselves, such as the line of a file.
    pub fn at_its_place(&self) -> String {
        format!("{}: {}", quoted(&self.text), self.why)
    }

    /// The first of these texts that is not a name.
    pub fn first<'a>(texts: impl IntoIterator<Item = &'a String>) -> Option<Self> {
        texts.into_iter().enumerate().find_map(|(place, text)| {
            fault(text).map(|why| Self { place, text: text.clone(), why })
        })
    }
}

impl Names {
    /// Prepares names of hosts.
    pub fn new(names: impl IntoIterator<Item = String>) -> Result<Self, NotAName> {
        let names: Vec<_> = names.into_iter().collect();
        match NotAName::first(&names) {
            Some(wrong) => Err(wrong),
            None => Ok(Self(Arc::new(Protected::new(names)))),
        }
    }

    /// Returns true if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Why a text is not a name, if it is not one. Such a text would protect nothing, silently.
fn fault(text: &str) -> Option<NameFault> {
    match HostPattern::of(text) {
        Ok(HostPattern::Is(Looked::Name(_))) => None,
        Ok(HostPattern::Is(Looked::Address(_))) | Err(NotAPattern::BelowAddress) => {
            Some(NameFault::Address)
        }
        Ok(HostPattern::Any | HostPattern::Below(_)) | Err(NotAPattern::Star) => {
            Some(NameFault::Star)
        }
        Err(NotAPattern::Character(':' | '/' | '@')) => Some(NameFault::More),
        Err(why) => Some(NameFault::NoHost(why)),
    }
}
