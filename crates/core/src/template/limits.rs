//! Limits for templates from outside.

use crate::template::parts::variables;

/// The largest template allowed; none means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of characters.
    pub max_length: Option<usize>,
    /// The largest number of variables; each occurrence counts.
    pub max_variables: Option<usize>,
    /// The largest [`cost`].
    pub max_cost: Option<usize>,
}

/// A limit that a template exceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    what: &'static str,
    count: usize,
    limit: usize,
}

error_words!(Beyond, |error, f| {
    let Self { what, count, limit } = error;
    write!(f, "the template exceeds its limits: {what} is {count}, and the limit is {limit}")
});

impl Limits {
    /// Returns true if a valid template is within the limits.
    pub fn check(&self, template: &str) -> Result<(), Beyond> {
        let within = |what, count: usize, limit: Option<usize>| match limit {
            Some(limit) if count > limit => Err(Beyond { what, count, limit }),
            _ => Ok(()),
        };
        within("its length", template.chars().count(), self.max_length)?;
        within("the number of its variables", variables(template).count(), self.max_variables)?;
        within("its cost", cost(template), self.max_cost)
    }
}

/// The size that time and memory for a valid template are proportional to: its bytes, and the sum of the
/// lengths of its prefix modifiers.
pub fn cost(template: &str) -> usize {
    let prefixes = variables(template).filter_map(|(_, variable)| variable.modifier.prefix());
    template.len() + prefixes.map(usize::from).sum::<usize>()
}
