//! How a processor classifies bytes: one module for each kind of processor, and the parser.
//!
//! `Vectors` is what this processor has. Where it has nothing of use, [`scalar`] gives every row
//! to the parser.

pub(crate) mod scalar;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "loads of vectors, and calls of what is compiled for AVX2")]
mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2 as Vectors;

#[cfg(not(target_arch = "x86_64"))]
mod none;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use none::Nothing as Vectors;
