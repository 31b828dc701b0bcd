//! Package URLs as values.

use std::borrow::Cow;
use std::fmt;

use crate::purl::{Package, Purl, canonical, compose};
use crate::syntax::rule::Rule;
use crate::values::error::ParseError;
use crate::words::masked_password;

impl<'a> Purl<'a> {
    /// Parses a package URL (ECMA-427): its grammar, and the rules of its type.
    ///
    /// ```
    /// use iriform::Purl;
    ///
    /// let purl = Purl::parse("pkg:pypi/Django_filter@4.2?vcs_url=git%2Bhttps:%2F%2Fexample.org")?;
    /// assert_eq!((purl.r#type(), &*purl.name()), ("pypi", "django-filter"));
    /// assert_eq!(purl.version().as_deref(), Some("4.2"));
    /// assert!(Purl::parse("pkg:pypi").is_err());
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The position at which the text does not match the grammar, or violates a rule of its type.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Self::read(text).map_err(|fault| ParseError::new(text, Rule::Purl, fault))
    }

    /// The canonical text, which is equal for equivalent package URLs (ECMA-427 §5.6).
    ///
    /// ```
    /// let purl = iriform::Purl::parse("pkg:pypi/Django_filter@4.2")?;
    /// assert_eq!(purl.canonical(), "pkg:pypi/django-filter@4.2");
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    pub fn canonical(&self) -> Cow<'a, str> {
        canonical(self.as_str()).unwrap_or(Cow::Borrowed(self.as_str()))
    }
}

impl fmt::Display for Purl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Masks passwords; `Display` shows them.
impl fmt::Debug for Purl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Purl").field(&masked_password(self.as_str())).finish()
    }
}

impl Package<'_> {
    /// The canonical text of the components, which [`Purl::parse`] judges; an empty name is an error.
    ///
    /// ```
    /// use iriform::{Package, Purl};
    ///
    /// let package = Package {
    ///     r#type: "npm",
    ///     namespace: Some("@angular".into()),
    ///     name: "core".into(),
    ///     version: Some("17.0.0".into()),
    ///     qualifiers: Vec::new(),
    ///     subpath: None,
    /// };
    /// assert_eq!(package.compose(), "pkg:npm/%40angular/core@17.0.0");
    /// assert_eq!(Purl::parse(&package.compose())?.package(), package);
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    pub fn compose(&self) -> String {
        compose(self)
    }
}
