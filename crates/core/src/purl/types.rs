//! The types of packages: what their definitions require, and how they write names.
//!
//! The rows are in `table.rs`, which `python -m scripts.purl_types` writes from the definitions in
//! `data/purl-types.jsonl`.

use std::borrow::Cow;

/// Whether packages of a type have a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// They may have one.
    Optional,
    /// They have one.
    Required,
    /// They have none.
    Prohibited,
}

/// A registered type, as its definition has it.
#[derive(Debug)]
pub struct PurlType {
    /// The type, in lower case.
    pub name: &'static str,
    /// Whether there is a namespace.
    pub namespace: Requirement,
    /// The keys of the qualifiers that must be there.
    pub qualifiers: &'static [&'static str],
    /// Where letter case does not count, so that the canonical form has lower case.
    pub(super) lower: Lower,
    /// What else is done to a name.
    pub(super) rewrite: Rewrite,
    /// What names there are.
    pub(super) name_form: Form,
    /// What versions there are.
    pub(super) version_form: Form,
}

/// The components in which letter case does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lower(pub(super) u8);

impl Lower {
    pub(super) const NONE: Self = Self(0);
    pub(super) const NAMESPACE: Self = Self(1);
    pub(super) const NAME: Self = Self(2);
    pub(super) const VERSION: Self = Self(4);
    pub(super) const SUBPATH: Self = Self(8);

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A rule of normalization that a definition says in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rewrite {
    Nothing,
    /// "Replace underscore _ with dash -"
    Dashes,
    /// "Replace non-[a-z] letters, non-[0-9] digits with underscore _"
    Underscores,
}

/// What a component may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Any,
    /// `^[a-p]{32}$`
    ExtensionId,
    /// `^\d+(\.\d+){0,3}$`
    DottedNumbers,
    /// "A distribution name shall not contain the string '::'"
    DistributionName,
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
    /// Whether packages may have this name, which is normal.
    pub(super) fn allows_name(&self, name: &str) -> bool {
        self.name_form.allows(name)
    }

    /// Whether packages may have this version, which is normal.
    pub(super) fn allows_version(&self, version: &str) -> bool {
        self.version_form.allows(version)
    }

    /// A component in lower case, if its letter case does not count.
    pub(super) fn lowered<'a>(&self, component: Lower, text: Cow<'a, str>) -> Cow<'a, str> {
        if !self.lower.has(component) || !text.bytes().any(|b| b.is_ascii_uppercase() || b >= 0x80)
        {
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
                    "",
                    "dogs",
                    "44444algnefjeiefhmpklpfiohadpglk",
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
