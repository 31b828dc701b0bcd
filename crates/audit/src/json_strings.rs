//! Strings of JSON, as the bytes they stand for (RFC 8259 §7).

use std::borrow::Cow;

use hifijson::{Error, Read as _, SliceLexer, escape, str, str::LexWrite as _};

/// The bytes of a string whose opening quotation mark has been taken.
pub(crate) fn string<'a>(lexer: &mut SliceLexer<'a>) -> Result<Cow<'a, [u8]>, Error> {
    if let Some(text) = plain(lexer) {
        return Ok(Cow::Borrowed(text));
    }
    let append = |text: &mut &'a [u8], out: &mut Cow<'a, [u8]>| {
        if out.is_empty() {
            *out = Cow::Borrowed(text);
        } else {
            out.to_mut().extend_from_slice(text);
        }
        Ok::<_, Error>(())
    };
    lexer.str_fold(Cow::Borrowed(&[][..]), append, |lexer, out| Ok(unescape(lexer, out.to_mut())?))
}

/// The same, if it has no escapes, as most: then the next mark is the closing one. Otherwise nothing is
/// taken.
#[inline]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operator is a jump")]
pub(crate) fn plain<'a>(lexer: &mut SliceLexer<'a>) -> Option<&'a [u8]> {
    let rest = lexer.as_slice();
    let end = memchr::memchr2(b'"', b'\\', rest).filter(|&end| rest[end] == b'"')?;
    let text = &rest[..end];
    // Without a jump for each byte, the compiler asks many at once.
    let is_plain = text.iter().fold(true, |all, &byte| all & (byte >= 0x20));
    is_plain.then(|| {
        *lexer = SliceLexer::new(&rest[end + 1..]);
        text
    })
}

/// Appends the character of an escape sequence. Half of a surrogate pair becomes what UTF-8 would have
/// in its place, which is ill-formed.
fn unescape(lexer: &mut SliceLexer<'_>, out: &mut Vec<u8>) -> Result<(), str::Error> {
    use escape::Lex as _;
    let letter = lexer.take_next().ok_or(escape::Error::Eof)?;
    let before = lexer.as_slice();
    let code = match lexer.escape(letter) {
        Ok(c) => u32::from(c),
        Err(escape::Error::InvalidChar(_) | escape::Error::ExpectedLowSurrogate) => {
            *lexer = SliceLexer::new(before);
            u32::from(lexer.hex::<u16>()?)
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(c) = char::from_u32(code) {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        #[allow(clippy::cast_possible_truncation, reason = "six bits each")]
        let low = |shift: u32| 0x80 | (code >> shift & 0x3F) as u8;
        out.extend_from_slice(&[0xED, low(6), low(0)]);
    }
    Ok(())
}

/// How long the escape sequence is that begins a text, and its character. None if it is half of a
/// surrogate pair.
pub(crate) fn escape(text: &[u8]) -> Option<(usize, char)> {
    let mut lexer = SliceLexer::new(text.strip_prefix(b"\\")?);
    let mut out = Vec::new();
    unescape(&mut lexer, &mut out).ok()?;
    let c = std::str::from_utf8(&out).ok()?.chars().next()?;
    Some((text.len() - lexer.as_slice().len(), c))
}
