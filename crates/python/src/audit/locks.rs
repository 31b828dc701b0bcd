//! Locks of counts that threads share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;

/// Locks a count, while the thread is detached from the interpreter. After a panic the count is incomplete, as
/// after an error, but consistent.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks a count, while the thread is attached. It waits detached, because the holder of the lock may count for
/// long.
pub(super) fn lock_attached<'a, T>(py: Python<'_>, mutex: &'a Mutex<T>) -> MutexGuard<'a, T> {
    mutex.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
}
