//! The public suffix list of this process, which all columns share.

use std::sync::OnceLock;

use iriform::engine::suffix::Suffixes;

static LIST: OnceLock<Suffixes> = OnceLock::new();

/// Gives this process its list; one that it has already stays.
pub fn install(list: &str) {
    LIST.get_or_init(|| Suffixes::of(list));
}

/// The list that was installed.
pub fn installed() -> Option<&'static Suffixes> {
    LIST.get()
}
