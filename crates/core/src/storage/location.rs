//! Locations, and the texts that name them.

use std::borrow::Cow;

use super::readers::{
    Escape, Hosts, KeyMark, LITERAL, MarkEffect, PATH, StorageReader, TextForm, URI,
};
use super::scheme::{Addressing, StorageScheme, storage_scheme};
use crate::parts::percent::{decoded, quote, quote_octets, triplet, unquote};
use crate::syntax::chars::{ALPHANUMERIC, Class, UNRESERVED};
use crate::syntax::parse::recognize;
use crate::syntax::reference::Reference;
use crate::syntax::rule::Rule;
use crate::syntax::text::{Text, Utf8, characters};

/// The characters of keys that URIs have raw: those of `path`, except `*`, which readers treat as a pattern.
pub(super) const KEY: Class = UNRESERVED.or(Class::of("!$&'()+,;=:@/"));

/// The characters of containers, accounts and hosts: names in storage systems, which need no escaping.
const NAME: Class = ALPHANUMERIC.or(Class::of("-._~$"));

/// The place of a file or an object, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location<'a> {
    /// The scheme, in lower case.
    pub scheme: &'static str,
    /// The bucket, the container or the repository; the host of a file on another machine.
    pub container: Option<Cow<'a, str>>,
    /// The account: a name, or the host of its endpoint.
    pub account: Option<Cow<'a, str>>,
    /// The key, or the path of a file. It need not be UTF-8.
    pub key: Cow<'a, [u8]>,
    /// The version of the object, or the revision of the repository.
    pub version: Option<Cow<'a, str>>,
}

/// Why a text does not name a location, or a location has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotALocation {
    /// The name of the reader, if there is one.
    reader: &'static str,
    /// The character at fault, and its position in characters.
    place: Option<(String, usize)>,
    /// Returns true if the position is in the key, not in the text.
    is_in_key: bool,
    why: &'static str,
    /// Returns true if a named reader may accept the text.
    needs_reader: bool,
}

error_words!(NotALocation, |error, f| {
    if !error.reader.is_empty() {
        write!(f, "{}: ", error.reader)?;
    }
    if let Some((mark, position)) = &error.place {
        let whose = if error.is_in_key { " of the key" } else { "" };
        write!(f, "“{}” at position {position}{whose} ", mark.escape_debug())?;
    }
    f.write_str(error.why)?;
    f.write_str(if error.needs_reader { "; name the reader" } else { "" })
});

impl NotALocation {
    const NONE: Self =
        Self { reader: "", place: None, is_in_key: false, why: "", needs_reader: false };

    pub(super) fn of(why: &'static str) -> Self {
        Self { why, ..Self::NONE }
    }

    /// A fault at the octets from `start` to `end` of a text.
    fn at(text: &[u8], start: usize, end: usize, why: &'static str) -> Self {
        let mark = String::from_utf8_lossy(&text[start..end]).into_owned();
        Self { place: Some((mark, characters(&text[..start]))), why, ..Self::NONE }
    }

    fn in_key(self) -> Self {
        Self { is_in_key: true, ..self }
    }

    fn by(self, reader: &StorageReader) -> Self {
        Self { reader: reader.name, ..self }
    }
}

impl<'a> Location<'a> {
    /// Makes a location from plain data.
    pub fn new(
        scheme: &str,
        container: Option<Cow<'a, str>>,
        key: impl Into<Cow<'a, [u8]>>,
        account: Option<Cow<'a, str>>,
        version: Option<Cow<'a, str>>,
    ) -> Result<Self, NotALocation> {
        let scheme = storage_scheme(scheme).ok_or(UNKNOWN_SCHEME)?;
        Self { scheme: scheme.name, container, account, key: key.into(), version }.checked(scheme)
    }

    /// The location, if its parts are allowed together.
    fn checked(mut self, scheme: &StorageScheme) -> Result<Self, NotALocation> {
        let fail = |why| Err(NotALocation::of(why));
        let is_path = matches!(scheme.addressing, Addressing::File | Addressing::Memory);
        if is_path && !self.key.starts_with(b"/") {
            return fail("the key of a file begins with a slash");
        }
        if is_path && self.key.contains(&0) {
            return fail("the key of a file must not contain NUL");
        }
        let names = [&self.container, &self.account];
        let are_names = names.into_iter().flatten().all(|name| {
            let name = name.as_bytes();
            let is = |c: &u8| {
                NAME.contains((*c).into()) || *c == b'/' && scheme.addressing == Addressing::Hub
            };
            !name.is_empty() && name.iter().all(is)
        });
        if !are_names {
            return fail(
                "a container or an account has only letters, digits, “-”, “.”, “_”, “~” and “$”",
            );
        }
        match (scheme.addressing, &self.container) {
            (Addressing::File, Some(host)) if host.eq_ignore_ascii_case("localhost") => {
                self.container = None;
            }
            (Addressing::File, _) | (Addressing::Memory, None) => {}
            (Addressing::Memory, Some(_)) => return fail("memory has no container"),
            (_, None) => return fail("there is no container"),
            (Addressing::Azure(_), Some(container)) if container.contains('.') => {
                return fail("an Azure container has no dot: this is the name of an account");
            }
            (Addressing::Hub, Some(container))
                if hub_segments(container) != container.split('/').count() =>
            {
                return fail("a repository is owner/name, perhaps after datasets/ or spaces/");
            }
            _ => {}
        }
        match (scheme.addressing, &self.account) {
            (_, None) | (Addressing::Bucket, Some(_)) => {}
            (Addressing::Azure(domain), Some(account)) => {
                let name = account.strip_suffix(domain).filter(|name| !name.is_empty());
                if let Some(name) = name.filter(|name| !name.contains('.')) {
                    self.account = Some(name.to_owned().into());
                }
            }
            _ => return fail("this scheme has no account"),
        }
        match &self.version {
            Some(_) if !scheme.has_versions => fail("this scheme has no version"),
            Some(version) if version.is_empty() => fail("the version is empty"),
            _ => Ok(self),
        }
    }

    /// The location that a reader opens for a text. Without a reader, that of [`URI`] and [`LITERAL`], if both
    /// agree.
    pub fn read(text: &'a [u8], reader: Option<&StorageReader>) -> Result<Self, NotALocation> {
        if let Some(reader) = reader {
            return read(text, reader).map_err(|error| error.by(reader));
        }
        match (read(text, &URI), read(text, &LITERAL)) {
            (Ok(uri), Ok(literal)) if uri == literal => Ok(uri),
            (Err(error), _) => Err(NotALocation { needs_reader: true, ..error.by(&URI) }),
            (_, Err(error)) => Err(NotALocation { needs_reader: true, ..error.by(&LITERAL) }),
            _ => {
                let i = text.iter().position(|c| b"%?".contains(c)).unwrap_or_default();
                let error = NotALocation::at(text, i, i + 1, "is read in two ways");
                Err(NotALocation { needs_reader: true, ..error })
            }
        }
    }

    /// The URI of this location, which [`URI`] reads back.
    pub fn uri(&self) -> Result<String, NotALocation> {
        self.text_for(&URI).map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// The text with the raw key, which [`LITERAL`] reads back.
    pub fn literal(&self) -> Result<Vec<u8>, NotALocation> {
        self.text_for(&LITERAL)
    }

    /// The text that makes a reader open exactly this location.
    pub fn text_for(&self, reader: &StorageReader) -> Result<Vec<u8>, NotALocation> {
        let mut first = None;
        for form in reader.forms {
            let is_path = form.schemes.contains(&PATH) && self.scheme == "file";
            let starts = [(is_path, true), (form.schemes.contains(&self.scheme), false)];
            for (_, is_path) in starts.into_iter().filter(|(is_there, _)| *is_there) {
                match self.text_in(form, is_path) {
                    Ok(text) => return Ok(text),
                    Err(error) => first = first.or(Some(error)),
                }
            }
        }
        Err(first.unwrap_or(UNMEASURED).by(reader))
    }

    fn text_in(&self, form: &TextForm, is_path: bool) -> Result<Vec<u8>, NotALocation> {
        let addressing = storage_scheme(self.scheme).ok_or(UNKNOWN_SCHEME)?.addressing;
        refuse_in_key(form, &self.key)?;
        let mut out = Vec::with_capacity(self.scheme.len() + self.key.len() + 16);
        if !is_path {
            self.push_head(addressing, &mut out)?;
        }
        if addressing == Addressing::File
            && self.container.is_some()
            && (is_path || form.hosts != Hosts::Any)
        {
            return Err(NotALocation::of("a file on another host is not opened"));
        }
        if form.decodes {
            out.extend(quote_octets(&self.key, KEY).bytes());
        } else if form.escape == Escape::Never {
            refuse(form.in_text, &self.key, |_| false).map_err(NotALocation::in_key)?;
            out.extend(&*self.key);
        } else {
            refuse(form.in_text, &self.key, |effect| effect == MarkEffect::Pattern)
                .map_err(NotALocation::in_key)?;
            push_escaped(&self.key, form, &mut out);
        }
        match &self.version {
            None => {}
            Some(_) if addressing == Addressing::Hub => {}
            Some(_) if !form.has_versions => {
                return Err(NotALocation::of("a version cannot be named"));
            }
            Some(version) => {
                out.extend(VERSION);
                out.extend(quote(version, UNRESERVED).bytes());
            }
        }
        // A key that looks like a version would be read as one.
        if self.version.is_none()
            && form.has_versions
            && !form.decodes
            && version_at(&out).is_some()
        {
            return Err(NotALocation::of(
                "the key ends with ?versionId=, which is read as a version",
            ));
        }
        Ok(out)
    }

    /// Appends the text before the key.
    fn push_head(&self, addressing: Addressing, out: &mut Vec<u8>) -> Result<(), NotALocation> {
        out.extend(self.scheme.bytes());
        out.extend(b"://");
        out.extend(self.container.iter().flat_map(|container| container.bytes()));
        match (addressing, &self.account) {
            (Addressing::Azure(domain), Some(account)) => {
                out.push(b'@');
                out.extend(account.bytes());
                out.extend(if account.contains('.') { "" } else { domain }.bytes());
            }
            (_, None) => {}
            _ => {
                return Err(NotALocation::of("a text of this scheme has no place for the account"));
            }
        }
        if let (Addressing::Hub, Some(revision)) = (addressing, &self.version) {
            out.push(b'@');
            out.extend(quote(revision, UNRESERVED).bytes());
        }
        if !matches!(addressing, Addressing::File | Addressing::Memory) {
            out.push(b'/');
        }
        Ok(())
    }
}

const UNKNOWN_SCHEME: NotALocation = NotALocation {
    why: "the scheme is not one of file, s3, s3a, gs, az, abfs, abfss, wasbs, hf, memory",
    ..NotALocation::NONE
};

const UNMEASURED: NotALocation =
    NotALocation { why: "texts of this scheme were not measured", ..NotALocation::NONE };

const VERSION: &[u8] = b"?versionId=";

/// The beginning of the version of a text.
fn version_at(text: &[u8]) -> Option<usize> {
    let start = text.windows(VERSION.len()).position(|window| window == VERSION)?;
    let version = &text[start + VERSION.len()..];
    let is_version = !version.is_empty() && !version.iter().any(|c| b"&#?/".contains(c));
    is_version.then_some(start)
}

/// The number of segments of the repository at the beginning of a text.
fn hub_segments(text: &str) -> usize {
    let kind = text.split('/').next();
    if matches!(kind, Some("datasets" | "spaces")) { 3 } else { 2 }
}

/// Fails at the first mark with an effect that is not allowed.
fn refuse(
    marks: &[(KeyMark, MarkEffect)],
    text: &[u8],
    is_allowed: impl Fn(MarkEffect) -> bool,
) -> Result<(), NotALocation> {
    let found = marks
        .iter()
        .filter(|(_, effect)| !is_allowed(*effect))
        .filter_map(|(mark, effect)| Some((find(*mark, text)?, effect)))
        .min_by_key(|((start, _), _)| *start);
    match found {
        Some(((start, end), effect)) => Err(NotALocation::at(text, start, end, effect.says())),
        None => Ok(()),
    }
}

/// Fails at the first mark of a key that no text can name.
fn refuse_in_key(form: &TextForm, key: &[u8]) -> Result<(), NotALocation> {
    refuse(form.in_key, key, |_| false).map_err(NotALocation::in_key)
}

/// The position of the first mark.
fn find(mark: KeyMark, text: &[u8]) -> Option<(usize, usize)> {
    match mark {
        KeyMark::OneOf(characters) => {
            let is = |c: &u8| characters.as_bytes().contains(c);
            text.iter().position(is).map(|i| (i, i + 1))
        }
        KeyMark::Text(mark) => {
            let is = |window: &[u8]| window == mark.as_bytes();
            text.windows(mark.len()).position(is).map(|i| (i, i + mark.len()))
        }
        KeyMark::Triplet => {
            (0..text.len()).find(|&i| triplet(text, i).is_some()).map(|i| (i, i + 3))
        }
        KeyMark::DotSegment => {
            let mut start = 0;
            text.split(|c| *c == b'/').find_map(|segment| {
                let span = (start, start + segment.len());
                start = span.1 + 1;
                (segment == b"." || segment == b"..").then_some(span)
            })
        }
    }
}

/// Returns true if this octet is part of a pattern.
fn is_pattern(form: &TextForm, octet: u8) -> bool {
    form.in_text.iter().any(|(mark, effect)| {
        *effect == MarkEffect::Pattern
            && matches!(mark, KeyMark::OneOf(characters) if characters.as_bytes().contains(&octet))
    })
}

fn push_escaped(key: &[u8], form: &TextForm, out: &mut Vec<u8>) {
    for &octet in key {
        match form.escape {
            Escape::Bracket if is_pattern(form, octet) => out.extend([b'[', octet, b']']),
            Escape::Backslash if is_pattern(form, octet) => out.extend([b'\\', octet]),
            _ => out.push(octet),
        }
    }
}

/// The key of a text in which characters of patterns are escaped. Fails at an unescaped one.
fn unescaped<'a>(
    text: &'a [u8],
    start: usize,
    form: &TextForm,
) -> Result<Cow<'a, [u8]>, NotALocation> {
    let body = &text[start..];
    if !body.iter().any(|&octet| is_pattern(form, octet)) {
        return Ok(Cow::Borrowed(body));
    }
    let mut out = Vec::with_capacity(body.len());
    let mut i = start;
    while i < text.len() {
        let octet = text[i];
        let escaped = match (form.escape, &text[i..]) {
            (Escape::Bracket, [b'[', c, b']', ..]) | (Escape::Backslash, [b'\\', c, ..]) => {
                Some(*c).filter(|&c| is_pattern(form, c))
            }
            _ => None,
        };
        if escaped.is_none() && is_pattern(form, octet) {
            return Err(NotALocation::at(text, i, i + 1, MarkEffect::Pattern.says()));
        }
        out.push(escaped.unwrap_or(octet));
        i += match (escaped, form.escape) {
            (None, _) => 1,
            (Some(_), Escape::Backslash) => 2,
            (Some(_), _) => 3,
        };
    }
    Ok(Cow::Owned(out))
}

/// The parts of a text: its scheme, its authority, and the beginning of its path.
fn split<'a>(
    text: &'a [u8],
    reader: &StorageReader,
) -> Result<(&'a str, &'a str, usize), NotALocation> {
    let is_uri = reader.forms.iter().all(|form| form.is_uri);
    let whole = std::str::from_utf8(text).ok().filter(|_| is_uri);
    if let Some(whole) = whole.filter(|whole| recognize(Utf8(whole.as_bytes()), Rule::Iri).is_ok())
    {
        let reference = Reference::of(whole);
        let authority = reference.authority().unwrap_or_default();
        return Ok((reference.scheme().unwrap_or_default(), authority, reference.parts.path_start));
    }
    let colon = text.windows(3).position(|window| window == b"://");
    let colon = colon.ok_or(NotALocation::of("the text does not begin with a scheme and “://”"))?;
    let start = colon + 3;
    let end = text[start..].iter().position(|&c| c == b'/').map_or(text.len(), |i| start + i);
    let name = |range| std::str::from_utf8(&text[range]).map_err(|_| UNKNOWN_SCHEME);
    Ok((name(0..colon)?, name(start..end)?, end))
}

fn read<'a>(text: &'a [u8], reader: &StorageReader) -> Result<Location<'a>, NotALocation> {
    let (name, authority, start) =
        if text.starts_with(b"/") { (PATH, "", 0) } else { split(text, reader)? };
    let scheme = match name {
        PATH => storage_scheme("file"),
        _ => storage_scheme(name),
    };
    let scheme = scheme.ok_or(UNKNOWN_SCHEME)?;
    let wanted = if name == PATH { PATH } else { scheme.name };
    let form = reader.forms.iter().find(|form| form.schemes.contains(&wanted));
    let form = form.ok_or(UNMEASURED)?;
    if name != wanted && !form.is_uri {
        return Err(NotALocation::at(text, 0, name.len(), "is a scheme in capital letters"));
    }
    if form.is_uri {
        refuse_other_than_uri(text, reader.name == URI.name)?;
    }
    read_in(text, (authority, start), scheme, form)
}

/// Fails at the first character that does not match the grammar.
fn refuse_other_than_uri(text: &[u8], may_be_iri: bool) -> Result<(), NotALocation> {
    let rule = if may_be_iri { Rule::Iri } else { Rule::Uri };
    recognize(Utf8(text), rule).map_err(|fault| {
        let i = fault.position.min(text.len());
        match text.get(i) {
            Some(_) => {
                NotALocation::at(text, i, i + Utf8(text).code_point(i).1, "is not allowed in a URI")
            }
            None => NotALocation::of("the URI ends too early"),
        }
    })
}

fn read_in<'a>(
    mut text: &'a [u8],
    (authority, mut start): (&'a str, usize),
    scheme: &'static StorageScheme,
    form: &TextForm,
) -> Result<Location<'a>, NotALocation> {
    let (mut container, mut account, mut version) = (Some(authority), None, None);
    match scheme.addressing {
        Addressing::File | Addressing::Memory | Addressing::Bucket => {}
        Addressing::Azure(_) => {
            if let Some((name, host)) = authority.split_once('@') {
                (container, account) = (Some(name), Some(host));
            }
        }
        Addressing::Hub => {
            let from = start - authority.len();
            let (end, name, revision) = split_hub(text, from)?;
            (start, container, version) = (end, Some(name), revision);
        }
    }
    if scheme.addressing == Addressing::File {
        container = container.filter(|host| !host.is_empty());
        let is_taken = match form.hosts {
            Hosts::Any => true,
            Hosts::Localhost => container.is_none_or(|host| host == "localhost"),
            Hosts::Never => container.is_none(),
        };
        if !is_taken {
            return Err(NotALocation::of("readers take the host for a folder, or refuse it"));
        }
    }
    if scheme.has_versions
        && form.has_versions
        && scheme.addressing == Addressing::Bucket
        && let Some(i) = version_at(text)
    {
        let named = std::str::from_utf8(&text[i + VERSION.len()..]);
        let named =
            named.ok().and_then(decoded).ok_or(NotALocation::of("the version is not text"))?;
        version = Some(named);
        text = &text[..i];
    }
    if scheme.addressing == Addressing::Memory {
        start -= authority.len();
        container = None;
    } else if scheme.addressing != Addressing::File && start < text.len() {
        // The slash before a key is not part of it.
        start += 1;
    }
    refuse_in_text(text, start, form)?;
    let key =
        if form.decodes { decoded_key(&text[start..]) } else { unescaped(text, start, form)? };
    let key = match scheme.addressing {
        Addressing::Memory if !key.starts_with(b"/") => Cow::Owned([b"/", &*key].concat()),
        _ => key,
    };
    refuse_in_key(form, &key)?;
    let container = container.map(Cow::Borrowed);
    let account = account.map(Cow::Borrowed);
    Location { scheme: scheme.name, container, account, key, version }.checked(scheme)
}

/// Fails at the first mark after `start`. A pattern that can be escaped is checked later.
fn refuse_in_text(text: &[u8], start: usize, form: &TextForm) -> Result<(), NotALocation> {
    let may_be_escaped = form.escape != Escape::Never;
    let is_allowed = |effect| may_be_escaped && effect == MarkEffect::Pattern;
    refuse(form.in_text, &text[start..], is_allowed).map_err(|mut error| {
        if let Some((_, position)) = &mut error.place {
            *position += characters(&text[..start]);
        }
        error
    })
}

fn decoded_key(text: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(text) {
        Ok(text) if text.contains('%') => Cow::Owned(unquote(text)),
        _ => Cow::Borrowed(text),
    }
}

/// The beginning of the key of a text on the hub, its repository, and its revision.
fn split_hub(
    text: &[u8],
    from: usize,
) -> Result<(usize, &str, Option<Cow<'_, str>>), NotALocation> {
    let rest = &text[from..];
    // A revision may have slashes, and is decoded in no reading.
    let valid = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let count = hub_segments(valid);
    let end = valid.match_indices('/').nth(count - 1).map_or(valid.len(), |(i, _)| i);
    let (name, revision) = match valid[..end].split_once('@') {
        Some((name, revision)) => (name, Some(revision)),
        None => (&valid[..end], None),
    };
    let Some(revision) = revision else { return Ok((from + end, name, None)) };
    // The slashes of refs/pr/1 and refs/convert/parquet may be raw.
    let more = if revision == "refs" { 2 } else { 0 };
    let is_special = ["/pr/", "/convert/"].iter().any(|kind| valid[end..].starts_with(kind));
    let stop = match more {
        2 if is_special => valid.match_indices('/').nth(count + 1).map_or(valid.len(), |(i, _)| i),
        _ => end,
    };
    let revision = decoded(&valid[name.len() + 1..stop]);
    let revision = revision.ok_or(NotALocation::of("the revision is not text"))?;
    Ok((from + stop, name, Some(revision)))
}
