//! The types of packages: what their definitions require, and how they write names.
//!
//! The rows of a build are in `table.rs`, which `python -m scripts.purl_types` writes from the definitions in
//! `data/purl-types.jsonl`.

use std::borrow::Cow;

use crate::syntax::choice::choices;

choices! {
    /// True if packages of a type have a namespace.
    pub enum Requirement;
    /// The name that definitions have for it.
    pub fn name;
    /// They may have one.
    Optional = "optional";
    /// They have one.
    Required = "required";
    /// They have none.
    Prohibited = "prohibited";
}

/// A registered type, as its definition has it. Its texts live as long as the process, as the definitions do.
#[derive(Clone, Copy, Debug)]
pub struct PurlType {
    /// The type, in lower case.
    pub name: &'static str,
    /// True if there is a namespace.
    pub namespace: Requirement,
    /// The keys of the qualifiers that must be there.
    pub qualifiers: &'static [&'static str],
    /// The components whose letter case does not count, so that the canonical form has lower case.
    pub lower: Lower,
    /// A further change of a name.
    pub rewrite: Rewrite,
    /// The form of names.
    pub name_form: Form,
    /// The form of versions.
    pub version_form: Form,
}

/// The components in which letter case does not count.
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
    /// A rule of normalization that a definition says in words.
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
    /// A form that a component may have.
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

    /// Returns true if packages may have this name, which is normal.
    pub(super) fn allows_name(&self, name: &str) -> bool {
        self.name_form.allows(name)
    }

    /// Returns true if packages may have this version, which is normal.
    pub(super) fn allows_version(&self, version: &str) -> bool {
        self.version_form.allows(version)
    }

    /// Returns true if a package URL, as it is written, is plainly as the type writes it: in lower case, if case does
    /// not count in some component. `octets` says whether an octet that is not ASCII is percent-encoded.
    pub(super) fn writes(&self, text: &str, octets: bool) -> bool {
        self.lower == Lower::NONE || !(octets || has_ascii_capital(text))
    }

    /// Returns true if a component is as the type writes it, likewise.
    pub(super) fn writes_component(&self, component: Lower, text: &str, octets: bool) -> bool {
        !self.lower.has(component) || !(octets || has_capital(text))
    }

    /// Returns true if a name is as the type writes it, apart from letter case.
    pub(super) fn writes_name(&self, name: &str) -> bool {
        match self.rewrite {
            Rewrite::Nothing => true,
            Rewrite::Dashes => !name.contains('_'),
            Rewrite::Underscores => {
                name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_'))
            }
        }
    }

    /// Returns true if the letter case of a component does not count.
    #[inline]
    pub(super) fn lowers(&self, component: Lower) -> bool {
        self.lower.has(component)
    }

    /// A component in lower case, if its letter case does not count.
    pub(super) fn lowered<'a>(&self, component: Lower, text: Cow<'a, str>) -> Cow<'a, str> {
        if !self.lower.has(component) || !has_ascii_capital(&text) && text.is_ascii() {
            return text;
        }
        // A definition has no locale: Unicode's full mapping (§5.5).
        Cow::Owned(text.to_lowercase())
    }

    /// A name as the type writes it.
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

/// Returns true if a text has a capital letter that is no digit of what is percent-encoded.
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

/// Returns true if a text has a capital letter of ASCII.
#[inline]
fn has_ascii_capital(text: &str) -> bool {
    // Without an early exit, so that the compiler vectorizes it.
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
