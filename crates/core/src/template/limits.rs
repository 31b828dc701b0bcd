//! Bounds for templates that come from outside.

use std::fmt;

use crate::template::parts::variables;

/// How large a template may be; None is without a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most characters of a template.
    pub max_length: Option<usize>,
    /// The number of variables; each place counts.
    pub max_variables: Option<usize>,
    /// How large its [`cost`] may be.
    pub max_cost: Option<usize>,
}

/// A limit that a template exceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    what: &'static str,
    count: usize,
    limit: usize,
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, count, limit } = self;
        write!(f, "the template is beyond its limits: {what} is {count}, and the limit {limit}")
    }
}

impl std::error::Error for Beyond {}

impl Limits {
    /// Returns true if a valid template is within them.
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

/// The size that time and memory for a valid template grow with: its bytes, and the numbers of its prefixes, which
/// are counted out.
pub fn cost(template: &str) -> usize {
    let prefixes = variables(template).filter_map(|(_, variable)| variable.modifier.prefix());
    template.len() + prefixes.map(usize::from).sum::<usize>()
}
