//! Where a template ignores letter case: in its scheme and its host (RFC 3986 §6.2.2.1), if they are literal.

use std::ops::Range;

use crate::template::parts::{Operator, TemplatePart, parts};

/// The current component while a template is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadComponent {
    /// The scheme, if a colon follows.
    Scheme,
    /// The authority. Its host follows the last `@`.
    Authority,
}

/// The ranges of the literal text of scheme and host, in bytes.
pub(super) fn ignoring_case(template: &str) -> Vec<Range<usize>> {
    let (mut known, mut open) = (Vec::new(), Vec::new());
    let mut component = ReadComponent::Scheme;
    let mut all = parts(template);
    while let Some(part) = all.next() {
        let text = match part {
            TemplatePart::Literal(text) => text,
            // Its values have no character that ends a scheme or an authority.
            TemplatePart::Expression(expression) if has_no_end(expression.operator) => continue,
            TemplatePart::Expression(_) => break,
        };
        let start = all.end() - text.len();
        let mut at = 0;
        if component == ReadComponent::Scheme {
            let is_first = start == 0;
            match text.find([':', '/', '?', '#']) {
                None => {
                    open.push(start..start + text.len());
                    continue;
                }
                Some(colon) if text[colon..].starts_with(':') => {
                    known.append(&mut open);
                    known.push(start..start + colon);
                    at = colon + 1;
                }
                Some(0) if is_first => {}
                Some(_) => return known,
            }
            if !text[at..].starts_with("//") {
                return known;
            }
            at += "//".len();
            component = ReadComponent::Authority;
        }
        let end = text[at..].find(['/', '?', '#']).map_or(text.len(), |end| at + end);
        if let Some(userinfo) = text[at..end].rfind('@') {
            open.clear();
            at += userinfo + 1;
        }
        open.push(start + at..start + end);
        if end < text.len() {
            break;
        }
    }
    if component == ReadComponent::Authority {
        known.append(&mut open);
    }
    known
}

fn has_no_end(operator: Operator) -> bool {
    matches!(operator, Operator::Simple | Operator::Label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scheme_and_host_of_a_template() {
        for (template, expected) in [
            ("KBInfo://{+path}", "KBInfo "),
            ("HTTP://Example.ORG/A?B#C", "HTTP Example.ORG"),
            ("HTTP://Anna@{x}.Example.ORG:80{/p}/A", "HTTP  .Example.ORG:80"),
            ("{Scheme}S://A{.x*}B/C", "S A B"),
            ("Urn:Isbn:{x}", "Urn"),
            ("//Host/Path", "Host"),
            ("/Path", ""),
            ("Path/{x}", ""),
            ("{+x}://Host/", ""),
            ("A{/x}:B", ""),
            ("http://A{/x}B", "http A"),
            ("http://A{?x}", "http A"),
        ] {
            let found: Vec<_> = ignoring_case(template).into_iter().map(|i| &template[i]).collect();
            let found = found.join(" ");
            assert_eq!(
                found.split_whitespace().collect::<Vec<_>>(),
                expected.split_whitespace().collect::<Vec<_>>(),
                "{template}"
            );
        }
    }
}
