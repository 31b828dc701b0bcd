//! Hints: the change that would remove a fault.

use std::borrow::Cow;

use crate::purl;
use crate::references::meets;
use crate::syntax::chars::{ALPHA, DIGIT};
use crate::syntax::error::Reason;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::template::recognize_template;
use crate::syntax::text::{Text, Ucs4};
use crate::words::advice;
use crate::words::decoded::{Decoded, decoded, escaped, is_one_of, text_of};
use crate::words::elsewhere;
use crate::words::explained::{Explained, QUOTED};

/// Advice is tested, which takes time. Longer texts get no advice. In units.
const LONGEST: usize = 1 << 20;

/// The longest package URL that a hint shows, in units.
const LONGEST_SHOWN: usize = 100;

impl<T: Text> Explained<'_, T> {
    /// Says which change would remove the fault, or move it further. Advice is only given if following it does
    /// so.
    pub fn hint(&self) -> Option<Cow<'static, str>> {
        if let Some(hint) = self.other_notation() {
            return Some(hint);
        }
        if self.production == Rule::Purl {
            return self.of_purl();
        }
        let Self { text, fault, secrets, .. } = self;
        match fault.reason {
            Reason::InvalidPort | Reason::InvalidPercentEncoding | Reason::InvalidCharacter
                if elsewhere::is_in_password(*text, secrets, fault) =>
            {
                return Some(elsewhere::IN_PASSWORD.into());
            }
            Reason::InvalidPort if elsewhere::is_list(*text, &fault.span) => {
                return Some("a reference has one host: write a reference for each host".into());
            }
            Reason::InvalidPort if is_of_an_address(&decoded(*text, fault.span.clone())) => {
                // The text is not quoted, because it may be a password.
                let hint = "an IPv6 address before a port is in brackets, as in [2001:db8::1]:8080";
                return Some(hint.into());
            }
            Reason::InvalidPort if meets(secrets, &fault.span) => {
                return Some("a port has digits only, and a userinfo ends with “@”".into());
            }
            Reason::MissingScheme if recognize(*text, Rule::IriReference).is_ok() => {
                return Some("put a scheme before it, or resolve it against a base".into());
            }
            _ => {}
        }
        let tried =
            (text.len() <= LONGEST).then(|| Decoded::of(*text, fault, secrets)).and_then(|text| {
                advice::tried(&text, self.production, fault.rule, fault.reason, self.blamed())
            });
        tried.or_else(|| always(fault.reason).map(Cow::Borrowed))
    }

    /// The canonical text, if there is one, or else what is missing.
    fn of_purl(&self) -> Option<Cow<'static, str>> {
        if !self.secrets.is_empty() || self.text.len() > LONGEST_SHOWN {
            return None;
        }
        let text = text_of(&decoded(self.text, 0..self.text.len()))?;
        if let Some(canonical) = purl::canonical(&text) {
            return Some(format!("write it as {canonical}").into());
        }
        if self.fault.reason != Reason::QualifierRequired {
            return None;
        }
        let kind = purl::known(text.strip_prefix("pkg:")?.split('/').next()?)?;
        Some(format!("packages of this type have {}", kind.qualifiers.join(" and ")).into())
    }

    /// Names the notation, if the text is another one than that of references.
    fn other_notation(&self) -> Option<Cow<'static, str>> {
        if advice::is_reference(self.production) && self.text.is(0, b'_') && self.text.is(1, b':') {
            return Some("“_:” begins a blank node of RDF, which has no IRI".into());
        }
        if self.production == Rule::UriTemplate {
            return None;
        }
        if advice::is_reference(self.production)
            && let Some(hint) = elsewhere::hint(self.text, &self.secrets)
        {
            return Some(hint);
        }
        let expression = self.expression()?;
        let words = escaped(&expression);
        Some(if recognize_template(Ucs4(&expression)).is_ok() {
            format!("“{words}” looks like a URI template (RFC 6570): expand it first").into()
        } else {
            format!("“{words}” looks like a placeholder: fill it in first").into()
        })
    }

    /// Reads an expression of a URI template (RFC 6570 §2.2), or a placeholder of another kind, at the
    /// position, if no part of it is secret.
    fn expression(&self) -> Option<Vec<u32>> {
        let start = self.fault.position;
        let near = decoded(self.text, start..(start + QUOTED).min(self.text.len()));
        let end = near.iter().position(|&code| code == u32::from(b'}'))? + 1;
        let expression = &near[..end];
        let inner = expression.strip_prefix(&[u32::from(b'{')])?.split_last()?.1;
        let inner = match inner.split_first() {
            Some((operator, rest)) if is_one_of(*operator, b"+#./;?&") => rest,
            _ => inner,
        };
        let is_usual = |&code: &u32| {
            ALPHA.contains(code) || DIGIT.contains(code) || is_one_of(code, b"_.,%*:!")
        };
        let is_secret = meets(&self.secrets, &(start..start + end));
        (!inner.is_empty() && inner.iter().all(is_usual) && !is_secret).then(|| expression.to_vec())
    }
}

/// Returns true if the text in place of a port is the rest of an IPv6 address, perhaps with a port.
fn is_of_an_address(codes: &[u32]) -> bool {
    let is_one = |&code: &u32| is_one_of(code, b"0123456789abcdefABCDEF:");
    let colons = codes.iter().filter(|&&code| code == u32::from(b':')).count();
    colons > 1 && codes.iter().all(is_one)
}

/// Hints that are always true, and name no edit.
const fn always(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::InvalidPort => Some("a port has digits only"),
        Reason::ReservedOperator => Some("the operators are + # . / ; ? and &"),
        Reason::InvalidMaxLength => {
            Some("a prefix modifier is “:” and a number without leading zeros")
        }
        Reason::IllFormedUtf8 => Some("convert it from its encoding to UTF-8"),
        _ => None,
    }
}
