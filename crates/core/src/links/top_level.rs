//! Top-level domains: those of IANA, and the names of RFC 6761 that documentation and tests use.

use crate::links::top_level_names::NAMES;
pub use crate::links::top_level_names::TOP_LEVEL_DOMAINS_DATE;

/// The names of RFC 6761 §6 that are not in IANA's list. `localhost` is left out, because it occurs in sentences.
const SPECIAL: [&str; 3] = ["example", "invalid", "test"];

/// For each pair of letters, the number of names in [`NAMES`] before those that begin with it.
static STARTS: [u16; 26 * 26 + 1] = {
    let mut starts = [0; 26 * 26 + 1];
    let mut i = 0;
    while i < NAMES.len() {
        if let Some(pair) = pair(NAMES[i].as_bytes()) {
            starts[pair + 1] += 1;
        }
        i += 1;
    }
    let mut pair = 0;
    while pair < 26 * 26 {
        starts[pair + 1] += starts[pair];
        pair += 1;
    }
    starts
};

/// The number of the first two letters of a label. None if it begins with other characters.
const fn pair(label: &[u8]) -> Option<usize> {
    match label {
        [a @ b'a'..=b'z', b @ b'a'..=b'z', ..] => {
            Some((*a - b'a') as usize * 26 + (*b - b'a') as usize)
        }
        _ => None,
    }
}

/// Returns true if a label is a top-level domain. It is in ASCII and in lower case.
pub(crate) fn is_top_level(label: &[u8]) -> bool {
    let is_in = |names: &[&str]| names.iter().any(|name| name.as_bytes() == label);
    pair(label).is_some_and(|pair| is_in(&NAMES[STARTS[pair].into()..STARTS[pair + 1].into()]))
        || is_in(&SPECIAL)
}

/// Returns true if this top-level domain is also a suffix of file names.
pub(crate) fn is_suffix_of_files(label: &[u8]) -> bool {
    FILES.iter().any(|name| name.as_bytes() == label)
}

/// Top-level domains that are also suffixes of files: source code, documents, programs.
const FILES: [&str; 10] = ["cc", "md", "mm", "mov", "pl", "pm", "py", "rs", "sh", "zip"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_iana_and_of_rfc_6761() {
        assert!(NAMES.len() > 1_400 && NAMES.is_sorted());
        assert!(NAMES.iter().all(|name| is_top_level(name.as_bytes())));
        for name in ["com", "de", "arpa", "xn--p1ai", "xn--11b4c3d", "test", "example", "invalid"] {
            assert!(is_top_level(name.as_bytes()), "{name}");
        }
        for name in ["", "localhost", "local", "onion", "co.uk", "COM", "coma", "js", "123"] {
            assert!(!is_top_level(name.as_bytes()), "{name}");
        }
        assert!(TOP_LEVEL_DOMAINS_DATE > "2026" && TOP_LEVEL_DOMAINS_DATE.len() == 10);
    }

    #[test]
    fn suffixes_of_files_are_top_level_domains() {
        assert!(FILES.iter().all(|name| is_top_level(name.as_bytes())));
        assert!(!is_suffix_of_files(b"org"));
    }
}
