//! The operations that the classifier needs from any processor.

use std::ops::{BitAnd, BitOr, BitXor};

/// A processor with vectors. A value of such a type proves that the processor has the instructions.
pub(crate) trait Processor: Copy {
    type Bytes: Vector;

    /// 64 bytes.
    fn load(self, bytes: &[u8; 64]) -> Self::Bytes;

    /// A table of 16 bytes for [`Vector::look_up`].
    fn table(self, bytes: &[u8; 16]) -> Self::Bytes;

    /// Prefetches bytes into the cache. They may lie outside of every buffer.
    fn prefetch(self, bytes: *const u8);
}

/// 64 bytes; the operations work on each of them.
///
/// The implementations must be `inline(always)`, because they are compiled for the processor of the calling
/// function.
pub(crate) trait Vector:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// A vector of the same byte. The value of `self` is not used.
    fn splat(self, byte: u8) -> Self;

    /// Modulo 256.
    fn plus(self, byte: u8) -> Self;

    /// Modulo 256.
    fn minus(self, byte: u8) -> Self;

    /// The subtraction saturates at zero.
    fn minus_saturating(self, byte: u8) -> Self;

    /// 0xFF where the bytes are equal, else 0. The next two are similar.
    fn equal(self, byte: u8) -> Self;

    fn at_most(self, byte: u8) -> Self;

    fn at_least(self, byte: u8) -> Self;

    fn low_halves(self) -> Self;

    fn high_halves(self) -> Self;

    /// Indices for `look_up` that select the entry of the low half, or zero for bytes beyond ASCII.
    fn low_halves_of_ascii(self) -> Self;

    /// The bytes of a table at these indices, which are less than 16.
    fn look_up(self, table: Self) -> Self;

    /// The highest bit of each byte; that of the first byte is the lowest.
    fn highest_bits(self) -> u64;
}
