//! `Fragment`.

use std::ffi::CStr;

use super::quoting::{QUOTE, UNQUOTE, UNQUOTE_TO_BYTES};
use crate::strtype::{Face, Kind};

pub(crate) const FACE: Face =
    Face { methods: &[&[QUOTE, UNQUOTE, UNQUOTE_TO_BYTES]], ..Face::new(Kind::Fragment, DOC) };

const DOC: &CStr = c"Fragment(text='', /)
--

A fragment (RFC 3987 §2.2, `ifragment`) without its `#`, a validated `str`. Raises `ParseError`.

>>> from iriform import Fragment
>>> Fragment('caf%C3%A9').unquote()
'café'
";
