//! The JSON lexer for every partial reader: strings as the bytes that they stand for (RFC 8259 §7), names,
//! numbers and words.

use std::borrow::Cow;

use hifijson::token::{Expect, Lex as _};
use hifijson::{Error, Read as _, SliceLexer, escape, num::Lex as _, str, str::LexWrite as _};

/// Peeks at a value, which must exist.
pub(crate) fn peek(lexer: &mut SliceLexer<'_>) -> Result<u8, Error> {
    Ok(lexer.ws_peek().ok_or(Expect::Value)?)
}

/// Reads the quotation mark before a name.
pub(crate) fn open_name(next: u8, lexer: &mut SliceLexer<'_>) -> Result<(), Error> {
    if next != b'"' {
        return Err(Expect::String.into());
    }
    lexer.discarded();
    Ok(())
}

/// Reads the colon after a name, and peeks at the value.
pub(crate) fn colon(lexer: &mut SliceLexer<'_>) -> Result<u8, Error> {
    lexer.expect(SliceLexer::ws_peek, b':').ok_or(Expect::Colon)?;
    peek(lexer)
}

/// A string, raw and decoded.
type StringLiteral<'a> = (&'a [u8], Cow<'a, [u8]>);

/// The name of a member, and the first byte of its value.
pub(crate) fn name<'a>(
    next: u8,
    lexer: &mut SliceLexer<'a>,
) -> Result<(StringLiteral<'a>, u8), Error> {
    open_name(next, lexer)?;
    Ok((raw_string(lexer)?, colon(lexer)?))
}

/// A string whose opening quotation mark has been read.
pub(crate) fn raw_string<'a>(lexer: &mut SliceLexer<'a>) -> Result<StringLiteral<'a>, Error> {
    let before = lexer.as_slice();
    let text = string(lexer)?;
    let length = before.len() - lexer.as_slice().len() - 1;
    Ok((&before[..length], text))
}

/// Skips a number, or one of these words.
pub(crate) fn skip_other(
    next: u8,
    lexer: &mut SliceLexer<'_>,
    words: &[&[u8]],
) -> Result<(), Error> {
    if let Some(rest) = words.iter().find_map(|word| lexer.as_slice().strip_prefix(*word)) {
        *lexer = SliceLexer::new(rest);
        return Ok(());
    }
    if !(next == b'-' || next.is_ascii_digit()) {
        return Err(Expect::Value.into());
    }
    lexer.num_ignore().validate()?;
    Ok(())
}

/// The bytes of a string whose opening quotation mark has been read.
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

/// The bytes of a string without escapes, as most are, which ends at the next quotation mark. Otherwise nothing
/// is read.
#[inline]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operator is a jump")]
pub(crate) fn plain<'a>(lexer: &mut SliceLexer<'a>) -> Option<&'a [u8]> {
    let rest = lexer.as_slice();
    let end = memchr::memchr2(b'"', b'\\', rest).filter(|&end| rest[end] == b'"')?;
    let text = &rest[..end];
    // Without a branch for each byte, the compiler tests many at once.
    let is_plain = text.iter().fold(true, |all, &byte| all & (byte >= 0x20));
    is_plain.then(|| {
        *lexer = SliceLexer::new(&rest[end + 1..]);
        text
    })
}

/// Appends the character of an escape sequence. Half of a surrogate pair becomes its encoding by the scheme of
/// UTF-8, which is ill-formed.
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

/// The length of the escape sequence at the beginning of a text, and its character. None if it is half of a
/// surrogate pair.
pub(crate) fn escape(text: &[u8]) -> Option<(usize, char)> {
    let mut lexer = SliceLexer::new(text.strip_prefix(b"\\")?);
    let mut out = Vec::new();
    unescape(&mut lexer, &mut out).ok()?;
    let c = std::str::from_utf8(&out).ok()?.chars().next()?;
    Some((text.len() - lexer.as_slice().len(), c))
}
