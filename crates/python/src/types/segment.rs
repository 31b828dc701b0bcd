//! `Segment`: plain data between slashes.

use std::ffi::CStr;

use super::quoting::{QUOTE, UNQUOTE, UNQUOTE_TO_BYTES};
use crate::strtype::{Face, Kind};

pub(crate) const FACE: Face =
    Face { methods: &[&[QUOTE, UNQUOTE, UNQUOTE_TO_BYTES]], ..Face::new(Kind::Segment, DOC) };

const DOC: &CStr = c"Segment(text='', /)
--

A segment of a path (RFC 3987 §2.2, `isegment`), a validated `str`. Raises `ParseError`.

>>> from iriform import Segment
>>> Segment.quote('b c/d')
Segment('b%20c%2Fd')
>>> Segment('b%20c%2Fd').unquote()
'b c/d'
";
