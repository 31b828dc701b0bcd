//! IRIs in text: the readable form, and the defanged form.

use iriform::engine::links::{defanged, for_text};

use crate::answer::plain_text;
use crate::strtype::{Method, method};
use crate::take;
use crate::text::valid_utf8;

pub(super) const ABSOLUTE: &[Method] = &[
    method!(
        |slf, [], [exact]| {
            let text = valid_utf8(slf.cast()?);
            let written = for_text(&text);
            let is_exact = take::flag(exact, false)?;
            let shown = if is_exact && !written.changes.is_empty() {
                format!("<{text}>")
            } else {
                written.text
            };
            plain_text(slf, &shown)
        },
        c"for_text($self, /, *, exact=False)
--

The IRI for prose: readable, and found whole by `iriform.links.find`.

A plain `str`, the minimally escaped form of UTS #58 §4. Percent-encoded letters of all scripts are
decoded. Characters that would end a link are escaped: a closing bracket without its opening one,
punctuation at the end, white space of other scripts.

Escaped reserved characters, such as a final `!`, are not equivalent to raw ones (RFC 3986 §2.2),
although most servers treat both as the same. With `exact=True`, such an IRI is written unchanged,
in angle brackets (RFC 3986 Appendix C).

>>> IRI('https://ja.wikipedia.org/wiki/%E6%A4%8D%E7%89%A9%E5%AD%A6').for_text()
'https://ja.wikipedia.org/wiki/植物学'
>>> IRI('https://example.org/Yahoo!').for_text()
'https://example.org/Yahoo%21'
>>> IRI('https://example.org/Yahoo!').for_text(exact=True)
'<https://example.org/Yahoo!>'
"
    ),
    method!(
        |slf, [], []| { plain_text(slf, &defanged(&valid_utf8(slf.cast()?))) },
        c"defanged($self, /)
--

The defanged IRI, as in threat reports, which nobody follows by accident: a plain `str`.

`http` and `https` become `hxxp` and `hxxps`; the dots of the host, the at sign of an email address,
and the colon after any other scheme are put in brackets. There is no standard for this;
`iriform.links.find` reads it with `refang=True`.

>>> IRI('https://evil.example/a.exe').defanged()
'hxxps://evil[.]example/a.exe'
>>> IRI('mailto:anna@example.org').defanged()
'mailto[:]anna[@]example[.]org'
"
    ),
];
