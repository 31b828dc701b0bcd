//! Processors with AVX2: 64 bytes are two vectors.
//!
//! The unsafe operations here are loads of vectors from arrays, instructions that not every processor has, and
//! calls of functions that are compiled for them. Code without vectors is also inlined into these functions, so
//! the compiler uses the same instructions for it.

use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm256_add_epi8, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_max_epu8,
    _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_shuffle_epi8,
    _mm256_srli_epi16, _mm256_sub_epi8, _mm256_subs_epu8, _mm256_xor_si256,
};
use std::ops::{BitAnd, BitOr, BitXor};

use super::vector::{Processor, Vector};
use crate::block::RowParts;
use crate::classify::classify;
use crate::rows::Stretch;
use crate::stretch::{self, Planes, Schemes, Verdict};

/// A value of this type proves that the processor has AVX2 and the other features that the
/// functions in this module are compiled for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Asks the processor. Call it once for a column, because it takes a few nanoseconds.
    pub(crate) fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }

    /// Classifies the bytes of a stretch into planes, and decides each of its rows.
    pub(crate) fn decide<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
        self,
        stretch: &Stretch<'_>,
        planes: &mut Planes,
        schemes: &Schemes,
        rows: &mut [RowParts],
    ) -> Verdict {
        // SAFETY: a value of this type is made only where the processor has the features.
        unsafe {
            classify_by_avx2::<IRI, GENERAL, WANTED>(self, stretch, planes);
            decide::<GENERAL, WANTED>(stretch, planes, schemes, rows)
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn classify_by_avx2<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
    processor: Avx2,
    stretch: &Stretch<'_>,
    planes: &mut Planes,
) {
    classify::<_, IRI, GENERAL, WANTED>(processor, stretch, planes);
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn decide<const GENERAL: bool, const WANTED: u8>(
    stretch: &Stretch<'_>,
    planes: &Planes,
    schemes: &Schemes,
    rows: &mut [RowParts],
) -> Verdict {
    stretch::decide::<GENERAL, WANTED>(stretch, planes, schemes, rows)
}

/// 64 bytes. A value of this type only exists if there is one of [`Avx2`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes([__m256i; 2]);

impl Processor for Avx2 {
    type Bytes = Bytes;

    #[inline(always)]
    fn load(self, bytes: &[u8; 64]) -> Bytes {
        let start = bytes.as_ptr();
        // SAFETY: the processor has AVX2. The pointers are to 32 bytes each that may be read, and the
        // load needs no alignment.
        Bytes(unsafe {
            [_mm256_loadu_si256(start.cast()), _mm256_loadu_si256(start.add(32).cast())]
        })
    }

    /// The look-up reads each half of a vector from its own half of the table.
    #[inline(always)]
    fn table(self, bytes: &[u8; 16]) -> Bytes {
        // SAFETY: the processor has AVX2. The pointer is to 16 bytes that may be read, and the load
        // needs no alignment.
        Bytes([unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }; 2])
    }

    #[inline(always)]
    fn prefetch(self, bytes: *const u8) {
        // SAFETY: a prefetch reads nothing, so the pointer may point anywhere.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.cast()) };
    }
}

/// Executes an instruction on the vectors of each operand.
macro_rules! each {
    ($instruction:ident, $($operand:ident),+) => {
        // SAFETY: the operands prove that the processor has AVX2.
        Bytes(unsafe { [$instruction($($operand.0[0]),+), $instruction($($operand.0[1]),+)] })
    };
}

impl Vector for Bytes {
    #[inline(always)]
    fn splat(self, byte: u8) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self([unsafe { _mm256_set1_epi8(byte.cast_signed()) }; 2])
    }

    #[inline(always)]
    fn plus(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(_mm256_add_epi8, self, bytes)
    }

    #[inline(always)]
    fn minus(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(_mm256_sub_epi8, self, bytes)
    }

    #[inline(always)]
    fn minus_saturating(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(_mm256_subs_epu8, self, bytes)
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        each!(_mm256_cmpeq_epi8, self, bytes)
    }

    #[inline(always)]
    fn at_most(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        let least = each!(_mm256_min_epu8, self, bytes);
        each!(_mm256_cmpeq_epi8, least, self)
    }

    #[inline(always)]
    fn at_least(self, byte: u8) -> Self {
        let bytes = self.splat(byte);
        let greatest = each!(_mm256_max_epu8, self, bytes);
        each!(_mm256_cmpeq_epi8, greatest, self)
    }

    #[inline(always)]
    fn low_halves(self) -> Self {
        self & self.splat(0x0F)
    }

    #[inline(always)]
    fn high_halves(self) -> Self {
        // There is no shift of bytes, so the bits from the adjacent byte are masked.
        each!(shifted_by_4, self).low_halves()
    }

    /// The look-up ignores the high half of an index, and returns zero if the highest bit is set.
    #[inline(always)]
    fn low_halves_of_ascii(self) -> Self {
        self
    }

    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        each!(_mm256_shuffle_epi8, table, self)
    }

    #[inline(always)]
    fn highest_bits(self) -> u64 {
        // SAFETY: `self` proves that the processor has AVX2.
        let halves = unsafe { [_mm256_movemask_epi8(self.0[0]), _mm256_movemask_epi8(self.0[1])] };
        let [low, high] = halves.map(|half| u64::from(half.cast_unsigned()));
        low | high << 32
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn shifted_by_4(v: __m256i) -> __m256i {
    _mm256_srli_epi16::<4>(v)
}

impl BitAnd for Bytes {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        each!(_mm256_and_si256, self, other)
    }
}

impl BitOr for Bytes {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        each!(_mm256_or_si256, self, other)
    }
}

impl BitXor for Bytes {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        each!(_mm256_xor_si256, self, other)
    }
}
