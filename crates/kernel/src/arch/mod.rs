//! The classifiers of bytes, one module for each kind of processor.
//!
//! `Vectors` is the classifier for the processor that this is compiled for. Where there is none,
//! [`scalar`] gives every row to the parser.

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
