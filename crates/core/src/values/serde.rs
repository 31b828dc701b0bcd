//! Serialization by `serde`: a value is its text, which is parsed when it is read.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::values::types::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};

macro_rules! serde {
    ($($Value:ident $Buf:ident)*) => {$(
        impl Serialize for $Value<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl Serialize for $Buf {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de: 'a, 'a> Deserialize<'de> for $Value<'a> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::parse(<&str>::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }

        impl<'de> Deserialize<'de> for $Buf {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::parse(String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}

serde! { Uri UriBuf Iri IriBuf UriRef UriRefBuf IriRef IriRefBuf }
