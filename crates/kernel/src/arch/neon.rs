//! Processors with NEON, which every 64-bit one that runs an operating system has: 64 bytes are four vectors.
//!
//! Each fourth byte is in the same vector. So the bits of four adjacent bytes are joined by shifts from one
//! vector into another, and a bitmap takes five instructions.
//!
//! The unsafe operations here are loads of vectors from arrays, and instructions that not every processor has.

use std::arch::aarch64::{
    uint8x16_t, uint8x16x4_t, vaddq_u8, vandq_u8, vceqq_u8, vcgeq_u8, vcleq_u8, vdupq_n_u8,
    veorq_u8, vget_lane_u64, vld1q_u8, vld4q_u8, vorrq_u8, vqsubq_u8, vqtbl1q_u8,
    vreinterpret_u64_u8, vreinterpretq_u16_u8, vshrn_n_u16, vshrq_n_u8, vsriq_n_u8, vsubq_u8,
};
use std::ops::{BitAnd, BitOr, BitXor};

use super::vector::{Processor, Vector};
use crate::block::RowParts;
use crate::classify::classify;
use crate::rows::Stretch;
use crate::stretch::{self, Planes, Schemes, Verdict};

/// A value of this type proves that the processor has NEON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl Neon {
    /// The compiler knows. Big-endian processors are left to the parser.
    pub(crate) fn detect() -> Option<Self> {
        cfg!(all(target_feature = "neon", target_endian = "little")).then_some(Self(()))
    }

    /// Classifies the bytes of a stretch into planes, and decides each of its rows.
    pub(crate) fn decide<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
        self,
        stretch: &Stretch<'_>,
        planes: &mut Planes,
        schemes: &Schemes,
        rows: &mut [RowParts],
    ) -> Verdict {
        classify::<_, IRI, GENERAL, WANTED>(self, stretch, planes);
        stretch::decide::<GENERAL, WANTED>(stretch, planes, schemes, rows)
    }
}

/// 64 bytes: byte `i` is in vector `i % 4`. A value of this type only exists if there is one of [`Neon`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes([uint8x16_t; 4]);

impl Processor for Neon {
    type Bytes = Bytes;

    #[inline(always)]
    fn load(self, bytes: &[u8; 64]) -> Bytes {
        // SAFETY: the processor has NEON. The pointer is to 64 bytes that may be read, and the load
        // needs no alignment.
        let uint8x16x4_t(a, b, c, d) = unsafe { vld4q_u8(bytes.as_ptr()) };
        Bytes([a, b, c, d])
    }

    #[inline(always)]
    fn table(self, bytes: &[u8; 16]) -> Bytes {
        // SAFETY: the processor has NEON. The pointer is to 16 bytes that may be read, and the load
        // needs no alignment.
        Bytes([unsafe { vld1q_u8(bytes.as_ptr()) }; 4])
    }

    /// Stable Rust has no such instruction for these processors.
    #[inline(always)]
    fn prefetch(self, _: *const u8) {}
}

/// Executes an instruction on the vectors of each operand.
macro_rules! each {
    ($instruction:ident, $($operand:ident),+) => {
        // SAFETY: the operands prove that the processor has NEON.
        Bytes(unsafe {
            [
                $instruction($($operand.0[0]),+),
                $instruction($($operand.0[1]),+),
                $instruction($($operand.0[2]),+),
                $instruction($($operand.0[3]),+),
            ]
        })
    };
}

impl Vector for Bytes {
    #[inline(always)]
    fn splat(self, byte: u8) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        Self([unsafe { vdupq_n_u8(byte) }; 4])
    }

    #[inline(always)]
    fn plus(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(vaddq_u8, self, bytes)
    }

    #[inline(always)]
    fn minus(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(vsubq_u8, self, bytes)
    }

    #[inline(always)]
    fn minus_saturating(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(vqsubq_u8, self, bytes)
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(vceqq_u8, self, bytes)
    }

    #[inline(always)]
    fn at_most(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(vcleq_u8, self, bytes)
    }

    #[inline(always)]
    fn at_least(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(vcgeq_u8, self, bytes)
    }

    #[inline(always)]
    fn low_halves(self) -> Self {
        self & self.splat(0x0F)
    }

    #[inline(always)]
    fn high_halves(self) -> Self {
        each!(shifted_by_4, self)
    }

    #[inline(always)]
    fn low_halves_of_ascii(self) -> Self {
        self.low_halves()
    }

    /// The look-up returns zero for indices of 16 and more.
    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        each!(vqtbl1q_u8, table, self)
    }

    #[inline(always)]
    fn highest_bits(self) -> u64 {
        // SAFETY: `self` proves that the processor has NEON.
        unsafe { highest_bits(self.0) }
    }
}

#[target_feature(enable = "neon")]
#[inline]
fn shifted_by_4(v: uint8x16_t) -> uint8x16_t {
    vshrq_n_u8::<4>(v)
}

/// Byte `j` of the last vector is byte `4 * j + 3`, and that of the first is byte `4 * j`.
#[target_feature(enable = "neon")]
#[inline]
fn highest_bits([a, b, c, d]: [uint8x16_t; 4]) -> u64 {
    // Each line shifts the bits of one vector after the highest of another: two bits of two bytes, then four of
    // four. The last ones put the four bits of two adjacent bytes into one byte.
    let (ab, cd) = (vsriq_n_u8::<1>(b, a), vsriq_n_u8::<1>(d, c));
    let fours = vsriq_n_u8::<2>(cd, ab);
    let twice = vsriq_n_u8::<4>(fours, fours);
    let eights = vshrn_n_u16::<4>(vreinterpretq_u16_u8(twice));
    vget_lane_u64::<0>(vreinterpret_u64_u8(eights))
}

impl BitAnd for Bytes {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        each!(vandq_u8, self, other)
    }
}

impl BitOr for Bytes {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        each!(vorrq_u8, self, other)
    }
}

impl BitXor for Bytes {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        each!(veorq_u8, self, other)
    }
}
