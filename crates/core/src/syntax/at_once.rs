//! Reads all bytes of a text in blocks of sixteen, without a branch that depends on them.

const BLOCK: usize = 16;

/// The union of the bits that `of` returns for each byte and the next one. One or more 0 bytes follow the last
/// byte; `of` must return no bits for them. It must have no branches (`&&`, `||`), so the compiler can
/// vectorize it.
#[inline]
pub(crate) fn at_once(bytes: &[u8], of: impl Fn(u8, u8) -> u8) -> u8 {
    let mut seen = [0; BLOCK];
    if let Some(last) = bytes.last_chunk::<{ BLOCK + 1 }>() {
        for block in bytes.windows(BLOCK + 1).step_by(BLOCK) {
            see(block, &of, &mut seen);
        }
        // Some bytes are read twice, which changes nothing.
        see(last, &of, &mut seen);
    } else {
        let mut block = [0; BLOCK + 1];
        if let Some(place) = block.get_mut(..bytes.len()) {
            place.copy_from_slice(bytes);
        }
        see(&block, &of, &mut seen);
    }
    let all = seen.iter().fold(0, |all, &one| all | one);
    // The last byte of a full block has only been read as a neighbour.
    bytes.last().map_or(all, |&last| all | of(last, 0))
}

#[inline(always)]
fn see(block: &[u8], of: &impl Fn(u8, u8) -> u8, seen: &mut [u8; BLOCK]) {
    let (Some(bytes), Some(next)) = (block.first_chunk::<BLOCK>(), block.last_chunk::<BLOCK>())
    else {
        return;
    };
    for i in 0..BLOCK {
        seen[i] |= of(bytes[i], next[i]);
    }
}

/// These bits if a condition holds, else none.
#[inline(always)]
pub(crate) fn bits_if(is_so: bool, bits: u8) -> u8 {
    if is_so { bits } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_seen_with_the_next_one() {
        let of = |byte, next| {
            bits_if(byte == b'a', 1)
                | bits_if(byte == b'a', 2) & bits_if(next == b'b', 2)
                | bits_if(byte == b'b', 4) & bits_if(next == 0, 4)
        };
        for length in 0..70 {
            assert_eq!(at_once(&vec![b'x'; length], of), 0, "{length}");
            for place in 0..length {
                let mut text = vec![b'x'; length];
                text[place] = b'a';
                assert_eq!(at_once(&text, of), 1, "{length} {place}");
                if place + 1 < length {
                    text[place + 1] = b'b';
                    let is_last = place + 2 == length;
                    assert_eq!(at_once(&text, of), 3 | bits_if(is_last, 4), "{length} {place}");
                }
            }
        }
    }
}
