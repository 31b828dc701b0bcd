//! The ends of links in markup and in broken lines, which the standard does not cover.

use super::{LOCAL, LinkLimits, Links, USERINFO};
use crate::links::brackets::Square;
use crate::links::found::HYPHEN;
use crate::links::starts::Searched;
use crate::syntax::chars::{ALPHA, DIGIT};
use crate::syntax::text::END;

impl<T: Searched> Links<'_, T> {
    /// The position in the next line where a link continues, if the character at `i` is the hyphen that breaks
    /// it (ours).
    pub(super) fn next_line(&self, i: usize, c: u32) -> Option<usize> {
        if !(self.options.hyphens && c == u32::from(HYPHEN)) {
            return None;
        }
        let mut next = i + self.text.code_point(i).1;
        next += usize::from(self.text.is(next, b'\r'));
        if !self.text.is(next, b'\n') {
            return None;
        }
        while self.text.is(next + 1, b' ') || self.text.is(next + 1, b'\t') {
            next += 1;
        }
        (!self.is_end(self.text.peek(next + 1))).then_some(next + 1)
    }

    /// The end of the template placeholder that begins at `i`. With `strict`, other braces end a link (ours).
    pub(super) fn placeholder_end(&self, i: usize, c: u32, limits: &LinkLimits) -> Option<usize> {
        if !(limits.is_strict && c == u32::from(b'{')) {
            return None;
        }
        let is_operator =
            u8::try_from(self.text.peek(i + 1)).is_ok_and(|c| b"+#./;?&".contains(&c));
        let name = i + 1 + usize::from(is_operator);
        let is_of_names = |&k: &usize| {
            u8::try_from(self.text.peek(k))
                .is_ok_and(|c| c.is_ascii_alphanumeric() || b"_.,*:-".contains(&c))
        };
        let end = (name..name + LOCAL).find(|k| !is_of_names(k))?;
        let first = self.text.peek(name);
        let is_name = ALPHA.contains(first) || first == u32::from(b'_');
        (is_name && self.text.is(end, b'}')).then_some(end + 1)
    }

    /// The end of a link that extends to `safe` and stops at `i`: before the text in brackets that `AsciiDoc`
    /// puts after a link (ours).
    pub(super) fn before_text(
        &self,
        square: &Square,
        i: usize,
        safe: usize,
        limits: &LinkLimits,
    ) -> usize {
        let is_number = || DIGIT.contains(self.text.peek(square.text));
        let is_text = if square.depth > 0 {
            !self.text.is(i, b']') && self.is_closed(i)
        } else {
            limits.is_strict && square.end == Some(safe) && !is_number()
        };
        if is_text { square.before } else { safe }
    }

    /// Returns true if there is a closing bracket soon after `i` in the line.
    fn is_closed(&self, i: usize) -> bool {
        let mut i = i;
        for _ in 0..USERINFO {
            let (c, length) = self.text.code_point(i);
            match u8::try_from(c) {
                Ok(b']') => return true,
                Ok(b'[' | b'\n') => return false,
                _ if c == END => return false,
                _ => i += length,
            }
        }
        false
    }
}
