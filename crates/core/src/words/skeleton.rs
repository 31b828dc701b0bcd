//! Messages that say why literal text is not a skeleton, and why a value is refused. No value is shown, because
//! it may be a password.

use crate::skeleton::judge::NoHost;
use crate::skeleton::read::FlawKind;
use crate::skeleton::{Denial, Denied, Flaw, Single, Skeleton, Spot};
use crate::syntax::error::Fault;
use crate::syntax::text::Utf8;
use crate::words::decoded::quoted_name;
use crate::words::explained::Explained;
use crate::words::rules::described;

fn name(text: &str) -> String {
    quoted_name(Utf8(text.as_bytes()))
}

/// Says why literal text around placeholders is not a skeleton.
pub fn flaw(Flaw { position, kind }: &Flaw) -> String {
    let at = format!("at position {position} of the skeleton");
    match kind {
        FlawKind::Unclosed => format!(
            "the “{{” {at} is not closed by a “}}” without another brace between them: write a \
             placeholder as {{name}}"
        ),
        FlawKind::Unopened => {
            format!("the “}}” {at} closes no placeholder: a brace in a reference is written as %7D")
        }
        FlawKind::NotAName(text) if text.is_empty() => format!(
            "the placeholder {at} has no name: write {{name}}, and give the value as name=…"
        ),
        FlawKind::NotAName(text) => format!(
            "the placeholder {at} must be a plain name, which reaches into no object, not {}: give \
             the value itself under a name of its own",
            name(text)
        ),
        FlawKind::Adjacent { first, second } => format!(
            "the placeholders {} and {} ({at}) are adjacent, so nothing tells where one value \
             ends: make one value of both, or put a delimiter between them",
            name(first),
            name(second)
        ),
        FlawKind::TwoInOne { first, second, unit } => format!(
            "the placeholders {} and {} ({at}) are in one {}, which may have only one: make one value of \
             both",
            name(first),
            name(second),
            unit_name(*unit)
        ),
        FlawKind::AfterPercent(hole) => format!(
            "the literal text before the placeholder {} ({at}) ends in a percent sign, or in one \
             and a digit, so a value would be read as part of a triplet (RFC 3986 §2.1): write a \
             percent sign as %25",
            name(hole)
        ),
        FlawKind::InScheme(hole) => format!(
            "the placeholder {} ({at}) is in the scheme, which must be literal or come with a base: \
             give a URI or an IRI at the very beginning, followed by a slash",
            name(hole)
        ),
        FlawKind::NoScheme(Some(hole)) => format!(
            "the skeleton begins with the placeholder {}, which must then be a URI or an IRI that it \
             is based on; text there could be any scheme and host: parse it first, as URI(text)",
            name(hole)
        ),
        FlawKind::NoScheme(None) => "the skeleton has no scheme (RFC 3986 §3.1): begin it \
             with one, such as https://, or with a base, as {base}/…"
            .to_owned(),
        FlawKind::AfterBase(hole) => format!(
            "after the base {} must come “/”, “?”, “#” or the end, so that its authority stays as it \
             is ({at})",
            name(hole)
        ),
        FlawKind::InBrackets(hole) => format!(
            "the placeholder {} ({at}) is between brackets: write it without them, since the whole \
             host takes an IPv6 address and gets its brackets",
            name(hole)
        ),
        FlawKind::PartOfLabel(hole) => format!(
            "the placeholder {} ({at}) is part of a label of the host: it must be the whole of a \
             label, between dots, or the whole host",
            name(hole)
        ),
        FlawKind::PartOfPort(hole) => format!(
            "the placeholder {} ({at}) is part of the port: it must be the whole port",
            name(hole)
        ),
        FlawKind::NoDomain { name: hole, rest } => format!(
            "the placeholder {} ({at}) is followed by {}, which is not a registrable domain by the \
             public suffix list, so a value would choose whose host it is: write the domain out, \
             or give the whole host",
            name(hole),
            if rest.is_empty() { "nothing".to_owned() } else { name(rest) }
        ),
        FlawKind::Repeats(hole) => format!(
            "the placeholder {} ({at}) cannot be repeated by “*”: only the value of a pair can, as \
             in ?tag={{tags:*}}; several segments are given as a Path",
            name(hole)
        ),
        FlawKind::Literal { shown, production, fault } => {
            let text = Utf8(shown.as_bytes());
            let fault = &in_octets(shown, fault);
            let what = Explained::new(text, *production, fault, &|_| None).what();
            format!("the literal text is not {}: {what}, {at}", described(*production).noun)
        }
    }
}

/// The fault with its positions in octets.
fn in_octets(text: &str, fault: &Fault) -> Fault {
    let octets = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(i, _)| i);
    let span = octets(fault.span.start)..octets(fault.span.end);
    Fault { position: octets(fault.position), span, ..fault.clone() }
}

const fn unit_name(unit: Single) -> &'static str {
    match unit {
        Single::Segment => "segment of the path",
        Single::Name => "name of a pair",
        Single::Value => "value of a pair",
        Single::User => "user",
        Single::Password => "password",
    }
}

/// Says why a value is refused: the placeholder, its place, the rule, and what to pass instead.
pub fn refused(skeleton: &Skeleton, refusal: &Denied) -> String {
    let place = skeleton.place(refusal.hole);
    format!("{}: {}", placeholder(skeleton, refusal.hole), why(&refusal.why, place))
}

/// A placeholder and its place: `'user_id', segment 2 of the path (position 26)`.
pub fn placeholder(skeleton: &Skeleton, hole: usize) -> String {
    let (name, place) = (name(skeleton.name(hole)), place_name(skeleton.place(hole)));
    format!("{name}, {place} (position {})", skeleton.position(hole))
}

/// The danger of a raw value in this place to the structure of a reference: a word for the place, and what
/// could happen. None if a value cannot leave the place.
pub const fn danger(place: &Result<Spot, FlawKind>) -> Option<(&'static str, &'static str)> {
    const HOST: &str = "“/”, “@” or “:” in it make another host";
    const PAIR: &str = "“&” adds pairs, and “#” ends the query";
    Some(match place {
        Ok(Spot::Base | Spot::Fragment | Spot::FragmentPart) => return None,
        Ok(Spot::Host | Spot::Label) | Err(FlawKind::PartOfLabel(_) | FlawKind::InBrackets(_)) => {
            ("host", HOST)
        }
        Ok(Spot::Port) | Err(FlawKind::PartOfPort(_)) => ("port", HOST),
        Ok(Spot::Userinfo | Spot::User | Spot::Password) => ("userinfo", HOST),
        Ok(Spot::Segment { .. }) => {
            ("segment", "“..”, a slash, “?” or “#” in it lead to another path or query")
        }
        Ok(Spot::SegmentPart { .. }) => {
            ("segment-part", "“/..”, a slash, “?” or “#” in it lead to another path or query")
        }
        Ok(Spot::Value { .. }) => ("value", PAIR),
        Ok(Spot::Name) => ("name", PAIR),
        Ok(Spot::Pairs) => ("pairs", PAIR),
        Err(_) => ("scheme", "it could be any scheme and host"),
    })
}

/// A place in words: `segment 2 of the path`.
pub fn place_name(place: &Spot) -> String {
    match place {
        Spot::Base => "the base".to_owned(),
        Spot::Userinfo => "the userinfo".to_owned(),
        Spot::User => "the user".to_owned(),
        Spot::Password => "the password".to_owned(),
        Spot::Host => "the host".to_owned(),
        Spot::Label => "a label of the host".to_owned(),
        Spot::Port => "the port".to_owned(),
        Spot::Segment { number, .. } => format!("segment {number} of the path"),
        Spot::SegmentPart { number, .. } => format!("part of segment {number} of the path"),
        Spot::Value { name } if name.is_empty() => "the value of a pair in the query".to_owned(),
        Spot::Value { name } => format!("the value of {} in the query", self::name(name)),
        Spot::Name => "the name of a pair in the query".to_owned(),
        Spot::Pairs => "pairs of the query".to_owned(),
        Spot::Fragment => "the fragment".to_owned(),
        Spot::FragmentPart => "part of the fragment".to_owned(),
    }
}

fn why(why: &Denial, place: &Spot) -> String {
    match why {
        Denial::Missing => {
            "None is not allowed here, because the reference would mean something else without the \
             value; give the text"
                .to_owned()
        }
        Denial::Empty => {
            "the value is empty, but a segment must not be, because the reference would name its \
             parent; give the text"
                .to_owned()
        }
        Denial::DotSegment(dots) => format!(
            "the value would make the dot segment “{dots}”, by itself or after a decoded slash or a \
             backslash, and lead elsewhere (RFC 3986 §5.2.4); refuse such data, or write dots as \
             literal text"
        ),
        Denial::List => match place {
            Spot::Value { .. } => {
                "a list would change how many pairs there are; write {name:*} where \
                 the pair is to be repeated"
                    .to_owned()
            }
            Spot::Segment { .. } => {
                "a list would change how many segments there are; give a Path of them".to_owned()
            }
            Spot::Pairs => "a list as a value would change how many pairs there are; give pairs \
                 as tuples, or write {name:*} where lists repeat their pair"
                .to_owned(),
            _ => "no placeholder here takes a list; give text".to_owned(),
        },
        Denial::Pairs => {
            "a mapping or pairs would change how many pairs there are; only ?{name} or \
             &{name} by itself takes them"
                .to_owned()
        }
        Denial::Text => {
            "text could be any number of pairs; give a mapping, a list of pairs, or a Query"
                .to_owned()
        }
        Denial::Elsewhere(component) => {
            format!("a {} does not belong here; give {}", component.name(), wanted(place))
        }
        Denial::NotAscii(component) => format!(
            "a {} with non-ASCII characters cannot be part of a URI (RFC 3986 §2); percent-encode \
             them, or make an IRI",
            component.name()
        ),
        Denial::Port => "a port is an int from 1 to 65535, or None to leave it out with its colon \
             (RFC 3986 §3.2.3)"
            .to_owned(),
        Denial::Host(why) => host(*why).to_owned(),
        Denial::Label => {
            "a label is 1 to 63 ASCII letters, digits and inner hyphens, without “xn--” (RFC 1123 \
             §2.1); for any other host, give the whole host"
                .to_owned()
        }
        Denial::NotABase => "a base is a URI or an IRI, which has a scheme; parse text first, as \
             URI(text)"
            .to_owned(),
        Denial::BaseQuery => {
            "a base must not have a query; take base.with_parts(query=None)".to_owned()
        }
        Denial::BaseFragment => {
            "a base must not have a fragment; take base.without_fragment()".to_owned()
        }
        Denial::BaseDots => "a base must not have dot segments; take base.normalize()".to_owned(),
        Denial::BaseNotAscii => {
            "the base of a URI must be a URI; take base.to_uri(), or make an IRI".to_owned()
        }
        Denial::BaseAuthority => {
            "what follows the base would be read as an authority, since the base \
             has none (RFC 3986 §3.3); begin with a single slash"
                .to_owned()
        }
    }
}

const fn host(why: NoHost) -> &'static str {
    match why {
        NoHost::Empty => "a host must not be empty; give a name or an address",
        NoHost::NotAName => {
            "this is neither a domain name (UTS #46) nor an IP address, without port and userinfo; \
             give a Host for a name with other characters"
        }
        NoHost::HiddenAddress => {
            "name look-up would read this as an address, or not at all, though it is not written as \
             one (RFC 3986 §7.4); write the address in the usual notation"
        }
        NoHost::NotAscii => "IDNA has no ASCII form of this host; make an IRI",
    }
}

const fn wanted(place: &Spot) -> &'static str {
    match place {
        Spot::Base => "a URI or an IRI",
        Spot::Userinfo => "text, or a UserInfo",
        Spot::Host => "text, or a Host",
        Spot::Segment { .. } => "text, a Segment, or a Path",
        Spot::Pairs => "a mapping, a list of pairs, or a Query",
        Spot::Fragment => "text, or a Fragment",
        Spot::Port => "an int",
        _ => "its text, as str(…) or decoded",
    }
}

/// Says that a value does not support its format specification or conversion.
pub fn not_formatted(placeholder: &str) -> String {
    format!(
        "{placeholder}: a conversion or a format specification is for text and numbers only; give \
         the value without it"
    )
}

/// Says that a skeleton does not have a conversion.
pub fn no_conversion(placeholder: &str, conversion: &str) -> String {
    format!(
        "{placeholder}: the conversion {} writes a value for programmers to read, not for a \
         reference; leave it out ({{x=}} has it, too)",
        name(&format!("!{conversion}"))
    )
}

/// Says that a placeholder has no value.
pub fn no_value(placeholder: &str) -> String {
    format!("no value is given for the placeholder {}", name(placeholder))
}

/// Says that a value has no placeholder, and lists the placeholders.
pub fn no_placeholder(given: &str, known: &[&str]) -> String {
    let known = match known {
        [] => "it has none".to_owned(),
        _ => format!("it has {}", known.join(", ")),
    };
    format!("the skeleton has no placeholder {}; {known}", name(given))
}

/// Says that an object is not a value.
pub fn wrong_type(placeholder: &str, class: &str) -> String {
    format!(
        "{placeholder}: must be text, a number, a bool, a UUID, a date or a component, not {class}"
    )
}

/// Says that a text has a lone surrogate.
pub fn surrogate(placeholder: &str) -> String {
    format!(
        "{placeholder}: the text has a lone surrogate, which UTF-8 cannot encode (RFC 3629 §3); \
         decode it from its original encoding"
    )
}

/// Says that a text is not a number.
pub fn not_finite(placeholder: &str) -> String {
    format!("{placeholder}: a number must be finite")
}

/// Says that a file-system path does not have exactly one part.
pub fn not_one_part(placeholder: &str) -> String {
    format!(
        "{placeholder}: a file-system path must have one part, without a drive or a root; give a \
         Path for several segments"
    )
}
