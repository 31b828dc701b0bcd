//! Package types: the requirements of their definitions, and their forms of names.
//!
//! The rows of a build are in `table.rs`, which `python -m scripts.purl_types` writes from the definitions in
//! `data/purl-types.jsonl`.

use std::borrow::Cow;

use crate::syntax::choice::choices;

choices! {
    /// True if packages of a type have a namespace.
    pub enum Requirement;
    /// Its name in definitions.
    pub fn name;
    /// They may have one.
    Optional = "optional";
    /// They have one.
    Required = "required";
    /// They have none.
    Prohibited = "prohibited";
}

/// A registered type, from its definition. Its texts live as long as the process, as the definitions do.
#[derive(Clone, Copy, Debug)]
pub struct PurlType {
    /// The type, in lower case.
    pub name: &'static str,
    /// The requirement for a namespace.
    pub namespace: Requirement,
    /// The keys of the required qualifiers.
    pub qualifiers: &'static [&'static str],
    /// The components that ignore letter case, so the canonical form is in lower case.
    pub lower: Lower,
    /// A further change to a name.
    pub rewrite: Rewrite,
    /// The form of names.
    pub name_form: Form,
    /// The form of versions.
    pub version_form: Form,
}

/// The components that ignore letter case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lower(u8);

impl Lower {
    /// The component of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "namespace" => Self::NAMESPACE,
            "name" => Self::NAME,
            "version" => Self::VERSION,
            "subpath" => Self::SUBPATH,
            _ => return None,
        })
    }

    /// None.
    pub const NONE: Self = Self(0);
    /// The namespace.
    pub const NAMESPACE: Self = Self(1);
    /// The name.
    pub const NAME: Self = Self(2);
    /// The version.
    pub const VERSION: Self = Self(4);
    /// The subpath.
    pub const SUBPATH: Self = Self(8);

    /// These, and others.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

choices! {
    /// A normalization rule that a definition states in words.
    pub enum Rewrite;
    /// The name.
    pub fn name;
    /// There is none.
    Nothing = "Nothing";
    /// "Replace underscore _ with dash -"
    Dashes = "Dashes";
    /// "Replace non-[a-z] letters, non-[0-9] digits with underscore _"
    Underscores = "Underscores";
}

choices! {
    /// A form of a component.
    pub enum Form;
    /// The name.
    pub fn name;
    /// Anything.
    Any = "Any";
    /// `^[a-p]{32}$`
    ExtensionId = "ExtensionId";
    /// `^\d+(\.\d+){0,3}$`
    DottedNumbers = "DottedNumbers";
    /// "A distribution name shall not contain the string '::'"
    DistributionName = "DistributionName";
}

impl Form {
    fn allows(self, text: &str) -> bool {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        match self {
            Self::Any => true,
            Self::ExtensionId => {
                text.len() == 32 && text.bytes().all(|b| (b'a'..=b'p').contains(&b))
            }
            Self::DottedNumbers => text.split('.').count() <= 4 && text.split('.').all(is_number),
            Self::DistributionName => !text.contains("::"),
        }
    }
}

impl PurlType {
    /// A type that requires nothing.
    pub(crate) const fn plain(name: &'static str) -> Self {
        Self {
            name,
            namespace: Requirement::Optional,
            qualifiers: &[],
            lower: Lower::NONE,
            rewrite: Rewrite::Nothing,
            name_form: Form::Any,
            version_form: Form::Any,
        }
    }

    /// Returns true if packages may have any name.
    pub(super) fn allows_any_name(&self) -> bool {
        self.name_form == Form::Any
    }

    /// Returns true if they may have any version.
    pub(super) fn allows_any_version(&self) -> bool {
        self.version_form == Form::Any
    }

    /// Returns true if packages may have this normalized name.
    pub(super) fn allows_name(&self, name: &str) -> bool {
        self.name_form.allows(name)
    }

    /// Returns true if packages may have this normalized version.
    pub(super) fn allows_version(&self, version: &str) -> bool {
        self.version_form.allows(version)
    }

    /// Returns true if a quick check shows that a package URL has the form of the type: it is in lower case, if
    /// some component ignores case. `octets` is true if an octet beyond ASCII is percent-encoded.
    pub(super) fn writes(&self, text: &str, octets: bool) -> bool {
        self.lower == Lower::NONE || !(octets || has_ascii_capital(text))
    }

    /// Returns true if a component has the form of the type, likewise.
    pub(super) fn writes_component(&self, component: Lower, text: &str, octets: bool) -> bool {
        !self.lower.has(component) || !(octets || has_capital(text))
    }

    /// Returns true if a name has the form of the type, apart from letter case.
    pub(super) fn writes_name(&self, name: &str) -> bool {
        match self.rewrite {
            Rewrite::Nothing => true,
            Rewrite::Dashes => !name.contains('_'),
            Rewrite::Underscores => {
                name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_'))
            }
        }
    }

    /// Returns true if a component ignores letter case.
    #[inline]
    pub(super) fn lowers(&self, component: Lower) -> bool {
        self.lower.has(component)
    }

    /// A component in lower case, if it ignores letter case.
    pub(super) fn lowered<'a>(&self, component: Lower, text: Cow<'a, str>) -> Cow<'a, str> {
        if !self.lower.has(component) || !has_ascii_capital(&text) && text.is_ascii() {
            return text;
        }
        // A definition has no locale: Unicode's full mapping (§5.5).
        Cow::Owned(text.to_lowercase())
    }

    /// A name in the form of the type.
    pub(super) fn named<'a>(&self, name: Cow<'a, str>) -> Cow<'a, str> {
        let name = self.lowered(Lower::NAME, name);
        match self.rewrite {
            Rewrite::Dashes if name.contains('_') => Cow::Owned(name.replace('_', "-")),
            Rewrite::Underscores => {
                let is_kept = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                if name.chars().all(is_kept) {
                    return name;
                }
                Cow::Owned(name.chars().map(|c| if is_kept(c) { c } else { '_' }).collect())
            }
            _ => name,
        }
    }
}

/// Returns true if a text has a capital letter other than a digit of a triplet.
fn has_capital(text: &str) -> bool {
    if !has_ascii_capital(text) {
        return false;
    }
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte.is_ascii_uppercase() {
            return true;
        }
        if byte == b'%' {
            bytes.nth(1);
        }
    }
    false
}

/// Returns true if a text has an ASCII capital letter.
#[inline]
fn has_ascii_capital(text: &str) -> bool {
    // There is no early exit, so the compiler vectorizes it.
    text.bytes().fold(false, |found, byte| found | byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (form, allowed, refused) in [
            (Form::Any, &["", "a::b"][..], &[][..]),
            (
                Form::ExtensionId,
                &["dncgedbnidfkppmdgfgidcepclnokpkb"],
                &[
                    "", "dogs", "44444algnefjeiefhmpklpfiohadpglk",
                    "dncgedbnidfkppmdgfgidcepclnokpkbb",
                ],
            ),
            (
                Form::DottedNumbers,
                &["1", "1.2.3.4", "01"],
                &["", ".", "1.", "1.2.3.4.5", "1a", "v1"],
            ),
            (Form::DistributionName, &["", "a:b"], &["::", "URI::PackageURL"]),
        ] {
            assert!(allowed.iter().all(|text| form.allows(text)), "{form:?}");
            assert!(!refused.iter().any(|text| form.allows(text)), "{form:?}");
        }
    }
}
