//! `Scheme`.

use std::ffi::CStr;

use crate::strtype::{Face, Kind};

pub(crate) const FACE: Face = Face { ..Face::new(Kind::Scheme, DOC) };

const DOC: &CStr = c"Scheme(text, /)
--

A scheme (RFC 3986 §3.1, `scheme`), a validated `str`. Raises `ParseError`.

`==` compares characters. Schemes ignore letter case, and so does `has_scheme`.

>>> from iriform import Scheme
>>> Scheme('https')
Scheme('https')
";
