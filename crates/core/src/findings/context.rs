//! The input of the rules that the caller chooses.

use std::sync::Arc;

use super::lookalikes::protected::Protected;
use crate::prefixes::PrefixMap;

/// The data that rules compare the text with.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    pub(super) protected: Arc<Protected>,
    /// Schemes, in lower case, that may lead to this machine.
    pub(super) loopback: Arc<[String]>,
    /// The prefixes of compact IRIs that may be mistaken for IRIs; the well-known ones if there are none.
    pub(super) prefixes: Option<Arc<PrefixMap>>,
}
