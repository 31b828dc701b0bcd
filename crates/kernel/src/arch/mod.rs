//! The processors with vectors, one module for each kind: the only modules with `unsafe` code.
//!
//! `Vectors` is the kind of the compilation target. If there is none, [`scalar`] passes every row to the
//! parser.

pub(crate) mod scalar;
pub(crate) mod vector;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "vectors")]
mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2 as Vectors;

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code, reason = "vectors")]
mod neon;
#[cfg(target_arch = "aarch64")]
pub(crate) use neon::Neon as Vectors;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod none;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) use none::Nothing as Vectors;
