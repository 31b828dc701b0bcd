//! URI templates: the template as an argument, and the values of its variables.

pub(crate) mod bind;
pub(crate) mod json_values;
pub(crate) mod template;
pub mod values;
