//! One of several values, which a caller names.

/// The one of `all` that has this name. An error says what `what` must be, and not the name: that may be
/// a reference in the wrong place, with a password.
pub(crate) fn named<T: Copy>(
    what: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, String> {
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| {
        let mut names: Vec<String> = all.iter().map(|&one| format!("'{}'", name_of(one))).collect();
        let last = names.pop().unwrap_or_default();
        format!("{what} must be {} or {last}", names.join(", "))
    })
}
