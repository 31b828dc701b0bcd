//! The ends of links in prose, in markup and in broken lines, which the standard does not cover.

use super::{LOCAL, LinkLimits, Links, USERINFO};
use crate::links::brackets::Square;
use crate::links::emphasis::{Emphasis, mark};
use crate::links::found::HYPHEN;
use crate::links::starts::Searched;
use crate::references::Introduction;
use crate::syntax::chars::{ALPHA, DIGIT, SCHEME};
use crate::syntax::text::END;

impl<T: Searched> Links<'_, T> {
    /// The position at or after `i` where a link continues within its limits. None if it ends at `i`. It is not
    /// inlined, because most links have no limits and their loop needs the registers.
    #[inline(never)]
    pub(super) fn within(
        &self,
        i: usize,
        c: u32,
        limits: &LinkLimits,
        emphasis: &mut Option<Emphasis>,
    ) -> Option<usize> {
        if let Some(next) = self.next_line(i, c).or_else(|| self.placeholder_end(i, c, limits)) {
            return Some(next);
        }
        let before = || Emphasis::before(self.text, limits.start);
        let is_end = limits.is_end(c)
            || limits.is_prose && self.is_between_links(i, c)
            || limits.is_strict
                && mark(c).is_some()
                && emphasis.get_or_insert_with(before).is_closed_at(self.text, i);
        (!is_end).then_some(i)
    }

    /// Returns true if the character at `i` separates two links: `https://a/b,https://c/d`.
    fn is_between_links(&self, i: usize, c: u32) -> bool {
        let is_separator = u8::try_from(c).is_ok_and(|c| b",;|".contains(&c));
        let is_link = || {
            let colon = self.text.run(i + 1, SCHEME);
            Introduction::strict(self.text, colon, i + 1).is_some_and(|it| !it.scheme.is_empty())
        };
        is_separator && is_link()
    }

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
