//! The input of rules that a caller chooses.

use std::sync::Arc;

use super::lookalikes::protected::Protected;
use crate::prefixes::PrefixMap;

/// The data that rules compare with, beside the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    pub(super) protected: Arc<Protected>,
    /// Schemes, in lower case, that may lead to this machine.
    pub(super) loopback: Arc<[String]>,
    /// The prefixes of compact IRIs that are mistaken for IRIs; those that are well known if there are none.
    pub(super) prefixes: Option<Arc<PrefixMap>>,
}
