//! The steps of resolution and normalization, for `iriform.steps`.

use iriform::engine::{normalize, resolve};
use pyo3::prelude::*;

use crate::types::reference;

/// Clause, words, the variable that is set, its value, and the removal of dot segments: rule, output, input.
type PlainStep = (&'static str, &'static str, &'static str, Option<String>, Vec<PlainPass>);
type PlainPass = (&'static str, String, String);

/// The steps by which a valid reference is resolved against a base with a scheme.
#[pyfunction(signature = (base, reference, strict, /))]
pub(crate) fn resolve_steps(base: &str, reference: &str, strict: bool) -> Vec<PlainStep> {
    let steps = resolve::steps(base, reference, strict).into_iter();
    let passes = |step: resolve::ResolutionStep| {
        let passes = step.passes.into_iter().map(|pass| (pass.rule, pass.output, pass.input));
        (step.clause, step.words, step.sets, step.value, passes.collect())
    };
    steps.map(passes).collect()
}

/// The steps of normalization that change a valid reference: clause, words, and the text after each.
#[pyfunction(signature = (reference, level, /))]
pub(crate) fn normalize_steps(
    reference: &str,
    level: Bound<'_, PyAny>,
) -> PyResult<Vec<(&'static str, &'static str, String)>> {
    let steps = normalize::steps(reference, reference::level(Some(level))?).into_iter();
    Ok(steps.map(|(step, after)| (step.clause(), step.words(), after)).collect())
}
