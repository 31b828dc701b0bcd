use super::*;

#[test]
fn utf8_is_read_as_the_standard_library_reads_it() {
    for c in (0..=0x10FFFF).filter_map(char::from_u32) {
        let mut buffer = [0; 4];
        let text = Utf8(c.encode_utf8(&mut buffer).as_bytes());
        assert_eq!(text.code_point(0), (c.into(), c.len_utf8()));
    }
}

#[test]
fn code_points_are_read_backwards() {
    let text = "a\u{E9}\u{30C6}\u{10FFFF}".as_bytes();
    let read = [(0x61, 0), (0xE9, 1), (0x30C6, 3), (0x10FFFF, 6)];
    let mut end = text.len();
    for expected in read.into_iter().rev() {
        assert_eq!(Utf8(text).code_point_before(end), expected);
        end = expected.1;
    }
    assert_eq!((end, Utf8(text).code_point_before(0)), (0, (END, 0)));
    for i in 1..=4 {
        assert_eq!(Utf8(&[0x80; 5]).code_point_before(i), (ILL_FORMED, i - 1));
        assert_eq!(Utf8(b"a\xE3\x80").code_point_before(3), (ILL_FORMED, 2));
    }
    assert_eq!(Ucs2(&[0xD800, 0x61]).code_point_before(1), (0xD800, 0));
    assert_eq!(Latin1(&[]).code_point_before(0), (END, 0));
}

#[test]
fn a_delimiter_is_found_wherever_it_stands() {
    // It is not confused with adjacent code points, or with the byte with its high bit set.
    let filler: Vec<u8> = [b'.', b'0', 0xAF, 0x00, 0xFF, b'>', b'@', 0xBF].repeat(4);
    for length in 0..=filler.len() {
        for place in 0..=length {
            let mut bytes = filler[..length].to_vec();
            if let Some(byte) = bytes.get_mut(place) {
                *byte = b'/';
            }
            for start in 0..=length + 1 {
                let expected = if start <= place { place.max(start) } else { length.max(start) };
                for find in [find_byte, find_far_byte] {
                    assert_eq!(find(&bytes, start, b"?/"), expected, "{bytes:x?} {start}");
                }
            }
        }
    }
}

#[test]
fn the_last_byte_is_found_wherever_it_stands() {
    // It is not confused with adjacent code points, or with the byte with its high bit set.
    let filler: Vec<u8> = [b'.', b'0', 0xAF, 0x00, 0xFF].repeat(5);
    for length in 0..=filler.len() {
        for (first, last) in (0..=length).flat_map(|i| (i..=length).map(move |j| (i, j))) {
            let mut bytes = filler[..length].to_vec();
            for place in [first, last] {
                if let Some(byte) = bytes.get_mut(place) {
                    *byte = b'/';
                }
            }
            let expected = bytes.iter().rposition(|&byte| byte == b'/');
            assert_eq!(rfind_byte(&bytes, b'/'), expected, "{bytes:x?}");
        }
    }
}

#[test]
fn a_pair_is_found_wherever_it_stands() {
    // Halves of pairs, reversed pairs, and adjacent code points.
    let filler = b"/-..//..0/\xAF\xAE/\0.a/-.";
    for bytes in (0..filler.len()).flat_map(|i| (i..=filler.len()).map(move |j| &filler[i..j])) {
        for place in 0..bytes.len() {
            let mut bytes = bytes.to_vec();
            bytes[place] = b'/';
            for next in [b'.', b'/', b'-'] {
                if let Some(byte) = bytes.get_mut(place + 1) {
                    *byte = next;
                }
                let expected = bytes.windows(2).position(|pair| pair == b"/.");
                assert_eq!(find_pair(&bytes, b'/', b'.'), expected, "{bytes:x?}");
            }
        }
    }
}

#[test]
fn what_is_not_utf8_is_ill_formed() {
    for a in 0x80..=0xFF {
        for b in 0..=0xFF {
            for rest in [&[][..], &[0x80], &[0x80, 0x80], &[0xBF, 0xBF], &[0x41]] {
                let bytes = [&[a, b], rest].concat();
                let ours = Utf8(&bytes).code_point(0);
                let theirs = match std::str::from_utf8(&bytes) {
                    Ok(text) => text.chars().next(),
                    Err(e) => std::str::from_utf8(&bytes[..e.valid_up_to()])
                        .expect("valid up to here")
                        .chars()
                        .next(),
                };
                assert_eq!(
                    ours,
                    theirs.map_or((ILL_FORMED, 1), |c| (c.into(), c.len_utf8())),
                    "{bytes:x?}"
                );
            }
        }
    }
}
