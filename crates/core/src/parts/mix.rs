//! A hash that is faster than one that is safe for keys from outside. The keys of tables that use it come from
//! the program, whose author has no reason to choose colliding ones.

use std::hash::{BuildHasherDefault, Hasher};

use crate::syntax::bits::ODD;

/// Makes a hash table of the standard library use [`mixed`].
pub(crate) type BuildMixer = BuildHasherDefault<Mixer>;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0 = mixed(self.0, bytes);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The table takes the slot from the low bits, which depend on few bits of the text.
        self.0 ^ self.0 >> 32
    }
}

/// Mixes bytes into a hash. Its low bits depend on few bits of theirs.
#[inline]
pub(crate) fn mixed(hash: u64, bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(hash, |hash, &word| mix(hash, u64::from_le_bytes(word)));
    mix(hash, rest.iter().fold(1, |word, &byte| word << 8 | u64::from(byte)))
}

/// A hash of two words. Each bit of it depends on all bits of both.
#[inline]
pub(crate) fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ ODD) * u128::from(b ^ ODD.rotate_left(32));
    // OK because both halves are used.
    #[allow(clippy::cast_possible_truncation)]
    let halves = (product as u64, (product >> 64) as u64);
    halves.0 ^ halves.1
}
