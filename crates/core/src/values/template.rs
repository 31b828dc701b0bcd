//! URI templates as values: parsed once, expanded to references, matched against texts.

use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;
use crate::template::{self, DotSegments, Matcher, Misuse, Slot, Target, Value, refuse_unknown};
use crate::values::error::ParseError;
use crate::values::types::{IriRefBuf, UriRefBuf};

/// A URI template (RFC 6570).
///
/// ```
/// use iriform::{Template, TemplateValue};
///
/// let template = Template::parse("https://example.org/{user}{?q,page}")?;
/// let values = [("user", "anna".into()), ("q", TemplateValue::Text("a b".to_owned()))];
/// assert_eq!(template.expand(&values)?, "https://example.org/anna?q=a%20b");
/// let found = template.find("https://example.org/anna?q=a%20b");
/// assert_eq!(found, Some(values.to_vec()));
/// assert_eq!(
///     template.expand(&[("usr", "anna".into())]).unwrap_err().to_string(),
///     "the template has no variable 'usr'; it has user, q, page"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Template(Matcher);

impl Template {
    /// Parses text. An error says where it leaves the grammar, and why.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        recognize(Utf8(text.as_bytes()), Rule::UriTemplate)
            .map_err(|fault| ParseError::new(text, Rule::UriTemplate, fault))?;
        Ok(Self(Matcher::new(text)))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.template()
    }

    /// The names of the variables, in the order of the template.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }

    /// The reference that the template expands to with these values. A variable without a value is undefined. A
    /// name that the template does not have is refused. So are values that make a dot segment, which leads
    /// elsewhere (RFC 3986 §5.2.4), and those that make two slashes meet, which begin a host (§4.2).
    pub fn expand(&self, values: &[(&str, Value)]) -> Result<UriRefBuf, TemplateError> {
        let text = self.expanded(values, Target::Uri, DotSegments::Refused)?;
        UriRefBuf::parse(text).map_err(TemplateError::NotAReference)
    }

    /// Like [`expand`](Self::expand), but characters beyond ASCII stay raw.
    pub fn expand_to_iri(&self, values: &[(&str, Value)]) -> Result<IriRefBuf, TemplateError> {
        let text = self.expanded(values, Target::Iri, DotSegments::Refused)?;
        IriRefBuf::parse(text).map_err(TemplateError::NotAReference)
    }

    /// Like [`expand`](Self::expand), but values may make dot segments and hosts, as RFC 6570 allows.
    ///
    /// ```
    /// # use iriform::Template;
    /// let template = Template::parse("https://example.org/{+path}")?;
    /// let values = [("path", "a/../b".into())];
    /// assert!(template.expand(&values).is_err());
    /// assert_eq!(template.expand_with_dot_segments(&values)?, "https://example.org/a/../b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expand_with_dot_segments(
        &self,
        values: &[(&str, Value)],
    ) -> Result<UriRefBuf, TemplateError> {
        let text = self.expanded(values, Target::Uri, DotSegments::Allowed)?;
        UriRefBuf::parse(text).map_err(TemplateError::NotAReference)
    }

    /// The variables that `text` defines and their values, if it is an expansion of the template or is
    /// equivalent to one (RFC 3986 §6.2.2). A value within a segment of the path has no slash.
    pub fn find(&self, text: &str) -> Option<Vec<(&str, Value)>> {
        let found = self.0.find(text, false)?;
        Some(found.into_iter().map(|found| (found.name, found.value)).collect())
    }

    fn expanded(
        &self,
        values: &[(&str, Value)],
        target: Target,
        dot_segments: DotSegments,
    ) -> Result<String, TemplateError> {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        refuse_unknown(self.as_str(), &names).map_err(TemplateError::Misuse)?;
        let fill = |name: &str, slot: &mut Slot<'_>| {
            let value = values.iter().find(|(given, _)| *given == name);
            value.map_or(Ok(()), |(_, value)| put(value, slot))
        };
        let mut out = String::new();
        template::expand(self.as_str(), target, dot_segments, &mut out, fill)
            .map_err(TemplateError::Misuse)?;
        Ok(out)
    }
}

fn put(value: &Value, slot: &mut Slot<'_>) -> Result<(), Misuse> {
    match value {
        Value::Text(text) => slot.text(text),
        Value::List(members) => members.iter().try_for_each(|member| slot.member(member))?,
        Value::Pairs(pairs) => {
            pairs.iter().try_for_each(|(name, value)| slot.pair(name, value))?;
        }
    }
    Ok(())
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Why values cannot be put into a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplateError {
    /// They do not fit the template.
    Misuse(Misuse),
    /// The expansion is not a reference.
    NotAReference(ParseError),
}

error_words!(TemplateError, |error, f| match error {
    Self::Misuse(misuse) => misuse.fmt(f),
    Self::NotAReference(error) => error.fmt(f),
});
