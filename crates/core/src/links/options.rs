//! Options of the search for links.

use crate::parts::registered::is_registered;

/// The schemes that links may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LinkSchemes {
    /// The schemes of UTS #58: `http`, `https` and `mailto`.
    #[default]
    Standard,
    /// Every scheme of IANA's registry.
    Registered,
    /// Some, in lower case.
    These(Vec<String>),
}

/// The schemes of [`LinkSchemes::Standard`].
pub(crate) const STANDARD: [&str; 3] = ["http", "https", "mailto"];

impl LinkSchemes {
    /// The schemes of these names, in any letter case; `any` alone stands for every scheme of the registry.
    pub fn named(names: &[String]) -> Self {
        if names == ["any"] {
            Self::Registered
        } else {
            Self::these(names.iter().map(String::as_str))
        }
    }

    /// These schemes, in any letter case.
    pub fn these<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<_> = names.into_iter().map(str::to_ascii_lowercase).collect();
        names.sort_unstable();
        names.dedup();
        if names == STANDARD { Self::Standard } else { Self::These(names) }
    }

    /// Returns true if a scheme is one of them. It is in lower case.
    pub(crate) fn has(&self, scheme: &str) -> bool {
        match self {
            Self::Standard => STANDARD.contains(&scheme),
            Self::Registered => is_registered(scheme),
            Self::These(names) => names.iter().any(|name| name == scheme),
        }
    }

    /// Returns true if there may be schemes other than those of the standard, which need no two slashes.
    pub(crate) fn has_others(&self) -> bool {
        *self != Self::Standard
    }
}

/// Makes `Options` from its flags and their defaults, so every caller reads their names from here.
macro_rules! options {
    ($($(#[doc = $text:literal])+ $name:ident: $default:literal,)+) => {
        /// The links to find, and where they end. The defaults follow the tests of UTS #58.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(clippy::struct_excessive_bools, reason = "options are independent of one another")]
        pub struct Options {
            /// The schemes of links.
            pub schemes: LinkSchemes,
            $($(#[doc = $text])+ pub $name: bool,)+
        }

        impl Default for Options {
            fn default() -> Self {
                Self { schemes: LinkSchemes::Standard, $($name: $default,)+ }
            }
        }

        impl Options {
            /// The flag of that name.
            pub fn flag(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

options! {
    /// Names without a scheme, such as `example.org/a`.
    domains: true,
    /// Email addresses without a scheme.
    emails: true,
    /// Links with a userinfo, such as `https://user@example.org/`. Without it, neither they nor anything in
    /// their authority is found.
    userinfo: false,
    /// A link ends before a character that no IRI has: ``" < > \ ^ ` { | }``, and before a mark of Markdown's
    /// emphasis (`*`, `_`, `~`, `==`) that closes one before the link. The placeholders of a template (`{id}`)
    /// belong to it, but not the text that `AsciiDoc` puts after a link (`https://h/x[Text]`).
    strict: false,
    /// A link directly after a quotation mark or a backtick ends at its partner.
    quotes: false,
    /// A `?` at the end belongs to the sentence, not to the link. A link ends before punctuation and brackets
    /// of East Asian text, and before a `,`, `;` or `|` that is followed by another link.
    prose: false,
    /// A link ends before the first character beyond ASCII.
    ascii: false,
    /// A link continues in the next line after a hyphen (U+2010) at the end of its line, as man(1) breaks
    /// words.
    hyphens: false,
    /// Names without a scheme that end like file names, such as `README.md`.
    files: true,
    /// Only texts in `<…>`, in `"…"` or between white space that are IRIs without a change (RFC 3986 Appendix
    /// C).
    delimited: false,
}

impl Options {
    /// The options for Markdown and source code: only links with a scheme and email addresses, which end before
    /// marks of Markdown and at quotation marks and backticks.
    pub fn markdown() -> Self {
        Self {
            domains: false,
            strict: true,
            quotes: true,
            prose: true,
            files: false,
            ..Self::default()
        }
    }
}

/// Returns true if no IRI has the character, although it is neither white space nor a control.
pub(crate) fn is_in_no_iri(c: u32) -> bool {
    u8::try_from(c).is_ok_and(|c| b"\"<>\\^`{|}".contains(&c))
}

/// Returns true for punctuation and brackets of East Asian text, and for typographic quotation marks and ellipses.
pub(crate) fn is_wide_punctuation(c: u32) -> bool {
    matches!(
        c,
        0x2018..=0x201F
            | 0x2026
            | 0x3001..=0x3003
            | 0x3008..=0x3011
            | 0x3014..=0x301F
            | 0xFF01
            | 0xFF02
            | 0xFF07..=0xFF09
            | 0xFF0C
            | 0xFF1A
            | 0xFF1B
            | 0xFF1F
            | 0xFF3B
            | 0xFF3D
            | 0xFF5B
            | 0xFF5D
            | 0xFF5F..=0xFF64
    )
}
