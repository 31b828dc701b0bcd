//! One of several values, which a caller names.

use std::fmt;

/// No value has the name that was given. `Display` says the names, and not what was given: that may be a
/// reference in the wrong place, with a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The kind of the name: `level`.
    pub what: &'static str,
    /// The names that there are.
    pub names: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be ", self.what)?;
        for (i, name) in self.names.iter().enumerate() {
            let before = match self.names.len() - i {
                _ if i == 0 => "",
                1 => " or ",
                _ => ", ",
            };
            write!(f, "{before}'{name}'")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownName {}

/// The one of `all` that has this name.
pub(crate) fn named<T: Copy>(
    what: &'static str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    all.iter()
        .copied()
        .find(|&one| name_of(one) == name)
        .ok_or_else(|| UnknownName { what, names: all.iter().map(|&one| name_of(one)).collect() })
}
