//! The schemes of storage systems, and the parts before the key in their texts.

use std::ops::Range;

use crate::parts::scheme::is_named;
use crate::syntax::chars::{ALPHA_LC, Class, DIGIT};
use crate::syntax::text::Text;

/// The parts before the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// A host or none, and a path (RFC 8089).
    File,
    /// A path alone.
    Memory,
    /// A bucket.
    Bucket,
    /// A container, optionally with `@` and the host of an account. A host without a dot is below this domain.
    Azure(&'static str),
    /// A repository of two or three segments, optionally with `@` and a revision.
    Hub,
}

/// A scheme whose paths are keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageScheme {
    /// The scheme, in lower case.
    pub name: &'static str,
    /// The parts before the key.
    pub addressing: Addressing,
    /// Returns true if a text may name a version of an object.
    pub has_versions: bool,
}

const fn scheme(name: &'static str, addressing: Addressing) -> StorageScheme {
    StorageScheme { name, addressing, has_versions: false }
}

const fn versioned(name: &'static str, addressing: Addressing) -> StorageScheme {
    StorageScheme { has_versions: true, ..scheme(name, addressing) }
}

const AZURE_FILES: Addressing = Addressing::Azure(".dfs.core.windows.net");
const AZURE_BLOBS: Addressing = Addressing::Azure(".blob.core.windows.net");

/// All schemes.
pub const SCHEMES: &[StorageScheme] = &[
    scheme("file", Addressing::File),
    versioned("s3", Addressing::Bucket),
    versioned("s3a", Addressing::Bucket),
    scheme("gs", Addressing::Bucket),
    scheme("az", AZURE_BLOBS),
    scheme("abfs", AZURE_FILES),
    scheme("abfss", AZURE_FILES),
    scheme("wasbs", AZURE_BLOBS),
    versioned("hf", Addressing::Hub),
    scheme("memory", Addressing::Memory),
];

/// The scheme of that name, in any letter case.
pub(crate) fn storage_scheme(name: &str) -> Option<&'static StorageScheme> {
    SCHEMES.iter().find(|scheme| scheme.name.eq_ignore_ascii_case(name))
}

/// Returns true if the path of this scheme is the key of an object, which some readers decode and others do
/// not.
pub(crate) fn has_object_keys(scheme: &str) -> bool {
    storage_scheme(scheme)
        .is_some_and(|scheme| !matches!(scheme.addressing, Addressing::File | Addressing::Memory))
}

/// The beginning of the key in the path of a text with this scheme.
pub(crate) fn key_start(scheme: &str, path: &str) -> usize {
    let is_hub = storage_scheme(scheme).is_some_and(|scheme| scheme.addressing == Addressing::Hub);
    // The authority has the kind of a repository, or its owner.
    let mut slashes = path.match_indices('/').map(|(i, _)| i);
    slashes.nth(if is_hub { 2 } else { 0 }).map_or(path.len(), |i| i + 1)
}

/// The schemes of Azure, which have a container in the userinfo.
const WITH_CONTAINERS: [&str; 4] = ["az", "abfs", "abfss", "wasbs"];

/// Returns true if the userinfo in this range is a container: 3 to 63 lower-case letters, digits and hyphens.
pub(crate) fn is_container(text: impl Text, scheme: Range<usize>, userinfo: Range<usize>) -> bool {
    let is = |i| matches!(text.peek(i), c if ALPHA_LC.or(DIGIT).or(Class::of("-")).contains(c));
    is_named(text, scheme, &WITH_CONTAINERS)
        && (3..=63).contains(&userinfo.len())
        && userinfo.clone().all(is)
}
