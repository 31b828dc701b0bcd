//! Top-level domains: those of IANA, and the names of RFC 6761 that documentation and tests use.

use crate::links::top_level_names::NAMES;
pub use crate::links::top_level_names::TOP_LEVEL_DOMAINS_DATE;

/// The names of RFC 6761 §6 that are in no list of IANA's. `localhost` is a word of too many sentences.
const SPECIAL: [&str; 3] = ["example", "invalid", "test"];

/// Returns true if a label is a top-level domain. It is in ASCII and in lower case.
pub(crate) fn is_top_level(label: &[u8]) -> bool {
    is_in(NAMES, label) || SPECIAL.iter().any(|name| name.as_bytes() == label)
}

/// Returns true if files have names with this suffix, which is a top-level domain, too.
pub(crate) fn is_suffix_of_files(label: &[u8]) -> bool {
    is_in(&FILES, label)
}

fn is_in(names: &[&str], label: &[u8]) -> bool {
    names.binary_search_by(|name| name.as_bytes().cmp(label)).is_ok()
}

/// Top-level domains with which names of files end: of source code, of documents, of programs.
const FILES: [&str; 10] = ["cc", "md", "mm", "mov", "pl", "pm", "py", "rs", "sh", "zip"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_iana_and_of_rfc_6761() {
        assert!(NAMES.len() > 1_400 && NAMES.is_sorted());
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
        assert!(FILES.is_sorted());
        assert!(FILES.iter().all(|name| is_top_level(name.as_bytes())));
        assert!(!is_suffix_of_files(b"org"));
    }
}
