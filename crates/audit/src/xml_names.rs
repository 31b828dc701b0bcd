//! Names of XML: without these, a document with them is no XML to any other parser.

/// Returns true if a text is a `QName` (Namespaces in XML 1.0 §4): a name without a colon, or two around one.
pub(crate) fn is_qname(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let mut names = text.split(':');
    names.by_ref().take(2).all(is_ncname) && names.next().is_none()
}

fn is_ncname(text: &str) -> bool {
    text.starts_with(is_start) && text.chars().all(is_name_character)
}

/// `NameStartChar` without its colon (XML 1.0, fifth edition, §2.3).
const fn is_start(c: char) -> bool {
    matches!(c, 'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}' | '\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// `NameChar` without its colon.
const fn is_name_character(c: char) -> bool {
    is_start(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}' | '\u{2040}')
}
