//! The keywords of `match` for requests.

use iriform::engine::template::{EXTRAS, Lenience, ORDERS};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::refused;
use crate::take;

/// How a text is matched.
pub(super) struct How {
    /// True if a value within a segment may have an encoded slash.
    pub(super) slash: bool,
    /// None if the query is matched in the order of the template.
    pub(super) lenience: Option<Lenience>,
    /// True if the path is that of a raw request.
    pub(super) request: bool,
}

impl How {
    /// Reads `allow_encoded_separators`, `query`, `extra` and `plus`, for raw requests or for references.
    pub(super) fn of(
        [allow, query, extra, plus]: [Option<Bound<'_, PyAny>>; 4],
        request: bool,
    ) -> PyResult<Self> {
        let slash = take::flag(allow, false)?;
        let word = |argument: Option<Bound<'_, PyAny>>, name: &str, default: &str| match argument {
            Some(argument) => take::text(&argument, name).map(|t| t.to_string_lossy().into_owned()),
            None => Ok(default.to_owned()),
        };
        let query = word(query, "query", ORDERS[usize::from(request)])?;
        if request && query == ORDERS[0] {
            let message = "with request=True the query is read in any order, not exactly";
            return Err(PyValueError::new_err(message));
        }
        let extra = word(extra, "extra", EXTRAS[0])?;
        let lenience =
            Lenience::of(&query, &extra, take::flag(plus, false)?, slash).map_err(refused)?;
        Ok(Self { slash, lenience, request })
    }
}
