//! Words as sets of numbers below 64, and as hashes.

/// The indices of the bits that are set, in ascending order.
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (number < 64).then_some(number)
    })
}

/// 2⁶⁴ divided by the golden ratio: an odd number that spreads the bits of what it multiplies.
pub const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_that_is_set_is_told_once() {
        for word in [0, 1, 1 << 63, u64::MAX, 0b1011 << 7, ODD] {
            let again = ones(word).fold(0, |all, number| all | 1 << number);
            assert_eq!((again, ones(word).count()), (word, word.count_ones() as usize));
            assert!(ones(word).is_sorted());
        }
    }
}
