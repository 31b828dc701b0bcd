//! Conversions between the types: always to a wider one, to a narrower one if the text matches its production.

use crate::syntax::reference::Reference;
use crate::syntax::rule::Rule;
use crate::values::error::ParseError;
use crate::values::methods::{IntoReference, narrowed};
use crate::values::types::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};

macro_rules! into_reference {
    ($($Value:ident $Buf:ident => $Wide:ident;)*) => {$(
        impl<'a> IntoReference<$Wide<'a>> for $Value<'a> {
            fn into_reference(self) -> $Wide<'a> {
                self.into()
            }
        }

        impl<'a> IntoReference<$Wide<'a>> for &'a $Buf {
            fn into_reference(self) -> $Wide<'a> {
                self.into()
            }
        }
    )*};
}

into_reference! {
    Uri UriBuf => Uri;
    Iri IriBuf => Iri;
    UriRef UriRefBuf => UriRef;
    IriRef IriRefBuf => IriRef;
}

/// `Narrow NarrowBuf => Wide WideBuf`, and the requirement of the narrow one.
macro_rules! conversions {
    ($($Narrow:ident $NarrowBuf:ident => $Wide:ident $WideBuf:ident: $rule:ident, $scheme:literal, $ascii:literal;)*) => {$(
        into_reference! { $Narrow $NarrowBuf => $Wide; }

        impl<'a> From<$Narrow<'a>> for $Wide<'a> {
            fn from(value: $Narrow<'a>) -> Self {
                Self(value.0)
            }
        }

        impl<'a> From<&'a $NarrowBuf> for $Wide<'a> {
            fn from(value: &'a $NarrowBuf) -> Self {
                Self(value.0.borrowed())
            }
        }

        impl From<$NarrowBuf> for $WideBuf {
            fn from(value: $NarrowBuf) -> Self {
                Self(value.0)
            }
        }

        impl<'a> TryFrom<$Wide<'a>> for $Narrow<'a> {
            type Error = ParseError;

            fn try_from(value: $Wide<'a>) -> Result<Self, ParseError> {
                narrowed(&value.0, Rule::$rule, $scheme, $ascii).map(|()| Self(value.0))
            }
        }

        impl TryFrom<$WideBuf> for $NarrowBuf {
            type Error = ParseError;

            fn try_from(value: $WideBuf) -> Result<Self, ParseError> {
                narrowed(&value.0.borrowed(), Rule::$rule, $scheme, $ascii)?;
                Ok(Self(value.0))
            }
        }
    )*};
}

conversions! {
    Uri UriBuf => UriRef UriRefBuf: Uri, true, false;
    Uri UriBuf => Iri IriBuf: Uri, false, true;
    Uri UriBuf => IriRef IriRefBuf: Uri, true, true;
    Iri IriBuf => IriRef IriRefBuf: Iri, true, false;
    UriRef UriRefBuf => IriRef IriRefBuf: UriReference, false, true;
}

/// The empty reference, which leads to the same document (RFC 3986 §4.4).
macro_rules! empty {
    ($($Value:ident $Buf:ident)*) => {$(
        impl Default for $Value<'_> {
            fn default() -> Self {
                Self(Reference::of(""))
            }
        }

        impl Default for $Buf {
            fn default() -> Self {
                $Value::default().to_buf()
            }
        }
    )*};
}

empty! { UriRef UriRefBuf IriRef IriRefBuf }
