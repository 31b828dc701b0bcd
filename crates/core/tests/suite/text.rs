//! The four storages of text: all are read the same way, and positions count their units.

use iriform::engine::{
    Rule,
    chars::{
        Class, HEXDIG, IFRAGMENT, IPCHAR, IQUERY, IREG_NAME, IUSERINFO, PATH, PCHAR, QUERY,
        REG_NAME, SCHEME,
    },
    recognize, split,
    text::{END, Latin1, Text, Ucs2, Ucs4, Utf8},
};

use crate::texts;

struct Forms {
    latin1: Option<Vec<u8>>,
    ucs2: Option<Vec<u16>>,
    ucs4: Vec<u32>,
}

impl Forms {
    fn of(text: &str) -> Self {
        let ucs4: Vec<u32> = text.chars().map(u32::from).collect();
        Self {
            latin1: ucs4.iter().map(|&c| u8::try_from(c).ok()).collect(),
            ucs2: ucs4.iter().map(|&c| u16::try_from(c).ok()).collect(),
            ucs4,
        }
    }
}

#[test]
fn every_form_has_the_same_answer() {
    for text in texts::changed().chain(texts::carried()) {
        let forms = Forms::of(&text);
        let characters = |index: usize| text[..index].chars().count();
        for rule in
            [Rule::Uri, Rule::IriReference, Rule::AbsoluteIri, Rule::Iauthority, Rule::Iquery]
        {
            let answer = recognize(Ucs4(&forms.ucs4), rule);
            if let Some(latin1) = &forms.latin1 {
                assert_eq!(recognize(Latin1(latin1), rule), answer, "{text}");
            }
            if let Some(ucs2) = &forms.ucs2 {
                assert_eq!(recognize(Ucs2(ucs2), rule), answer, "{text}");
            }
            let in_characters = recognize(Utf8(text.as_bytes()), rule).map_err(|mut fault| {
                fault.position = characters(fault.position);
                fault.span = characters(fault.span.start)..characters(fault.span.end);
                fault
            });
            assert_eq!(in_characters, answer, "{text}");
        }
    }
}

#[test]
fn every_form_is_split_alike() {
    for text in texts::composed() {
        let forms = Forms::of(&text);
        let parts = split(Ucs4(&forms.ucs4));
        if let Some(latin1) = &forms.latin1 {
            assert_eq!(split(Latin1(latin1)), parts, "{text}");
        }
        if let Some(ucs2) = &forms.ucs2 {
            assert_eq!(split(Ucs2(ucs2)), parts, "{text}");
        }
        let bytes = split(Utf8(text.as_bytes()));
        let characters = |index: usize| text[..index].chars().count();
        let path = characters(bytes.path().start)..characters(bytes.path().end);
        assert_eq!(path, parts.path(), "{text}");
        assert_eq!(bytes.query().is_some(), parts.query().is_some(), "{text}");
    }
}

const CLASSES: &[Class] = &[
    HEXDIG, SCHEME, REG_NAME, PCHAR, PATH, QUERY, IREG_NAME, IUSERINFO, IPCHAR, IFRAGMENT, IQUERY,
];

/// A run extends to the first character that is not in the class.
#[test]
fn a_run_ends_where_the_class_ends() {
    let characters = [
        'a', '/', '%', ' ', '\u{7F}', '\u{80}', '\u{A0}', '\u{FF}', '\u{100}', '\u{7FF}',
        '\u{800}', '\u{FFF}', '\u{1000}', '\u{9053}', '\u{CFFF}', '\u{D000}', '\u{D7FF}',
        '\u{E000}', '\u{F8FF}', '\u{F900}', '\u{FDD0}', '\u{FFEF}', '\u{FFF0}', '\u{10000}',
        '\u{1FFFE}', '\u{EFFFD}', '\u{F0000}', '\u{10FFFF}',
    ];
    for &class in CLASSES {
        for before in ["", "a", "aa", "\u{9053}a", "a\u{9053}\u{9053}", "\u{E9}", "\u{1F600}"] {
            for c in characters {
                for after in ["", "a", "\u{9053}"] {
                    let text = format!("{before}{c}{after}");
                    let is_outside = |c: char| !class.contains(c.into());
                    let expected = text.find(is_outside).unwrap_or(text.len());
                    assert_eq!(Utf8(text.as_bytes()).run(0, class), expected, "{text:?}");
                    let forms = Forms::of(&text);
                    let expected = text.chars().position(is_outside).unwrap_or(forms.ucs4.len());
                    assert_eq!(Ucs4(&forms.ucs4).run(0, class), expected, "{text:?}");
                    if let Some(ucs2) = &forms.ucs2 {
                        assert_eq!(Ucs2(ucs2).run(0, class), expected, "{text:?}");
                    }
                    if let Some(latin1) = &forms.latin1 {
                        assert_eq!(Latin1(latin1).run(0, class), expected, "{text:?}");
                    }
                }
            }
        }
    }
}

/// Bytes that are not UTF-8 end a run, even if their neighbours look like the middle of one.
#[test]
fn a_run_ends_at_ill_formed_bytes() {
    let ill_formed: [&[u8]; 9] = [
        b"\x80", b"\xC3", b"\xE5\x90", b"\xE5", b"\xE5\x90\x41", b"\xE5\x41\x90", b"\xED\xA0\x80",
        b"\xF0\x9F\x98", b"\xFF",
    ];
    for bad in ill_formed {
        for before in ["", "a", "\u{9053}", "\u{9053}\u{E9}"] {
            for after in ["", "a", "\u{9053}"] {
                let bytes = [before.as_bytes(), bad, after.as_bytes()].concat();
                assert_eq!(Utf8(&bytes).run(0, IQUERY), before.len(), "{bytes:x?}");
                let (c, length) = Utf8(&bytes).code_point(before.len());
                assert!((0xD800..END).contains(&c) && length == 1, "{bytes:x?}");
            }
        }
    }
}

fn has_two_units(text: impl Text) {
    assert_eq!((text.len(), text.is_empty()), (2, false));
    assert_eq!((text.peek(1), text.peek(2), text.peek(9)), (98, END, END));
    assert_eq!(
        (text.code_point(1), text.code_point(2), text.code_point(9)),
        ((98, 1), (END, 0), (END, 0))
    );
    assert!(text.is(0, b'a') && !text.is(1, b'a') && !text.is(2, b'a'));
    assert_eq!((text.run(2, PCHAR), text.run(0, PCHAR), text.run(1, HEXDIG)), (2, 2, 2));
    assert_eq!((text.find(0, b"b/"), text.find(2, b"b"), text.find(0, b"?")), (1, 2, 2));
    assert_eq!(
        (text.find_far(0, b"b/"), text.find_far(2, b"b"), text.find_far(0, b"?")),
        (1, 2, 2)
    );
}

#[test]
fn beyond_the_end_there_is_nothing() {
    let (bytes, ucs2, ucs4) = (*b"ab", [97_u16, 98], [97_u32, 98]);
    has_two_units(Latin1(&bytes));
    has_two_units(Utf8(&bytes));
    has_two_units(Ucs2(&ucs2));
    has_two_units(Ucs4(&ucs4));
    assert!(
        Latin1(b"").is_empty()
            && Utf8(b"").is_empty()
            && Ucs2(&[]).is_empty()
            && Ucs4(&[]).is_empty()
    );
}

/// A search in blocks finds the first delimiter, at every index.
#[test]
fn a_delimiter_is_found_wherever_it_stands() {
    for length in 0..70 {
        for place in 0..=length {
            for start in [0, 1, 5, 16, 17] {
                let mut ucs4: Vec<u32> = vec![u32::from(b'.'); length];
                // Its neighbouring code points, and code points that equal it without their high bits.
                for (i, unit) in ucs4.iter_mut().enumerate() {
                    *unit = [46, 48, 0x22F, 0x163, 0x12F][i % 5];
                }
                for slash in [place, place + 3] {
                    if let Some(unit) = ucs4.get_mut(slash) {
                        *unit = u32::from(if slash == place { b'/' } else { b'#' });
                    }
                }
                let naive = |from: usize| {
                    (from..length).find(|&i| matches!(ucs4[i], 35 | 47)).unwrap_or(length.max(from))
                };
                let ucs2: Vec<u16> =
                    ucs4.iter().map(|&c| u16::try_from(c).expect("small")).collect();
                assert_eq!(Ucs4(&ucs4).find(start, b"#/"), naive(start));
                assert_eq!(Ucs4(&ucs4).find_far(start, b"#/"), naive(start));
                assert_eq!(Ucs2(&ucs2).find(start, b"#/"), naive(start));
                assert_eq!(Ucs2(&ucs2).find_far(start, b"#/"), naive(start));
            }
        }
    }
}
