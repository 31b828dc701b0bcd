//! How long values and their components are, in code points.

/// What is measured: the whole value, and its components in the order of the text.
pub const MEASURED: [&str; 9] =
    ["text", "scheme", "authority", "userinfo", "host", "port_text", "path", "query", "fragment"];

/// Class `c` has the lengths of `c` bits: 0, 1, 2 to 3, 4 to 7, 8 to 15, …
pub const CLASSES: usize = usize::BITS as usize + 1;

/// How many lengths of one component are in each class, and the longest.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    pub(crate) classes: [u64; CLASSES],
    pub(crate) longest: usize,
}

impl Lengths {
    pub(crate) const fn new() -> Self {
        Self { classes: [0; CLASSES], longest: 0 }
    }

    #[inline]
    pub(crate) fn add(&mut self, length: usize) {
        self.classes[(usize::BITS - length.leading_zeros()) as usize] += 1;
        self.longest = self.longest.max(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_a_number_of_bits() {
        let mut lengths = Lengths::new();
        for length in [0, 1, 2, 3, 4, 7, 8, usize::MAX] {
            lengths.add(length);
        }
        assert_eq!(lengths.classes[..5], [1, 1, 2, 2, 1]);
        assert_eq!((lengths.classes[CLASSES - 1], lengths.longest), (1, usize::MAX));
    }
}
