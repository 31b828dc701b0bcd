//! The answers of other crates to the questions that iriform answers.
//!
//! Reads lines of `operation TAB text [TAB text]` and answers each with a line of one field per peer, in the
//! order of `PEERS`: `=` and the result, `!` for a refusal, `-` for a missing operation, `?` for a panic.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

const PEERS: [&str; 4] = ["fluent-uri", "oxiri", "iri-string", "iref"];

/// A result, a refusal, or no such operation.
type Answer = Option<Result<String, ()>>;

/// Any error is a refusal.
fn refuse<E>(_: E) {}

fn fluent(operation: &str, a: &str, b: &str) -> Answer {
    use fluent_uri::{Iri, IriRef};
    let answer = || {
        Ok(match operation {
            "is_iri" => Iri::parse(a).map(|_| String::new()).map_err(refuse)?,
            "resolve" => {
                // The crate refuses a base with a fragment, so it is resolved without it.
                let base = Iri::parse(a.split('#').next().unwrap_or(a)).map_err(refuse)?;
                let reference = IriRef::parse(b).map_err(refuse)?;
                reference.resolve_against(&base).map_err(refuse)?.into_string()
            }
            "normalize" => Iri::parse(a).map_err(refuse)?.normalize().into_string(),
            "to_uri" => Iri::parse(a).map_err(refuse)?.to_uri().into_string(),
            _ => return Err(None),
        })
    };
    absent(answer())
}

fn oxiri(operation: &str, a: &str, b: &str) -> Answer {
    use oxiri::{Iri, IriRef};
    let answer = || {
        Ok(match operation {
            "is_iri" => Iri::parse(a).map(|_| String::new()).map_err(refuse)?,
            "resolve" => {
                let reference = IriRef::parse(b).map_err(refuse)?;
                Iri::parse(a).map_err(refuse)?.resolve(&reference).map_err(refuse)?.into_inner()
            }
            "relativize" => {
                let target = Iri::parse(b).map_err(refuse)?;
                let base = Iri::parse(a).map_err(refuse)?;
                base.relativize(&target).map_err(refuse)?.into_inner()
            }
            _ => return Err(None),
        })
    };
    absent(answer())
}

fn iri_string(operation: &str, a: &str, b: &str) -> Answer {
    use iri_string::format::ToDedicatedString;
    use iri_string::types::{IriReferenceStr, IriStr};
    let answer = || {
        Ok(match operation {
            "is_iri" => IriStr::new(a).map(|_| String::new()).map_err(refuse)?,
            "resolve" => {
                let base = IriStr::new(a).map_err(refuse)?.to_absolute();
                let reference = IriReferenceStr::new(b).map_err(refuse)?;
                reference.resolve_against(base).to_dedicated_string().into()
            }
            "normalize" => IriStr::new(a).map_err(refuse)?.normalize().to_dedicated_string().into(),
            "to_uri" => {
                IriStr::new(a).map_err(refuse)?.encode_to_uri().to_dedicated_string().into()
            }
            _ => return Err(None),
        })
    };
    absent(answer())
}

fn iref(operation: &str, a: &str, b: &str) -> Answer {
    use iref::{Iri, IriRef};
    let answer = || {
        Ok(match operation {
            "is_iri" => Iri::new(a).map(|_| String::new()).map_err(refuse)?,
            "resolve" => {
                let base = Iri::new(a).map_err(refuse)?;
                IriRef::new(b).map_err(refuse)?.resolved(base).into_string()
            }
            "relativize" => {
                let target = Iri::new(b).map_err(refuse)?;
                target.relative_to(Iri::new(a).map_err(refuse)?).into_string()
            }
            _ => return Err(None),
        })
    };
    absent(answer())
}

/// An error from `?` is a refusal; the explicit `Err(None)` means that there is no such operation.
fn absent(answer: Result<String, Option<()>>) -> Answer {
    match answer {
        Ok(text) => Some(Ok(text)),
        Err(Some(())) => Some(Err(())),
        Err(None) => None,
    }
}

fn main() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", PEERS.join("\t"))?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let (operation, a, b) = (field(), field(), field());
        let answers = [fluent, oxiri, iri_string, iref].map(|ask| {
            match catch_unwind(AssertUnwindSafe(|| ask(operation, a, b))) {
                Ok(Some(Ok(text))) => format!("={text}"),
                Ok(Some(Err(()))) => "!".to_owned(),
                Ok(None) => "-".to_owned(),
                Err(_) => "?".to_owned(),
            }
        });
        writeln!(out, "{}", answers.join("\t"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use iref::{Uri, UriBuf, UriRef};

    /// The calls of iref in the table "Coming from another crate" of crates/core/README.md.
    #[test]
    fn the_calls_of_iref() {
        let uri = Uri::new("http://h/a%2Fb").expect("a URI");
        assert_eq!(uri.authority().map(|a| a.host().as_str()), Some("h"));
        let segments = uri.path().segments().map(|segment| segment.as_pct_str().decode());
        assert!(segments.eq(["a/b"]));
        let reference = UriRef::new("c").expect("a reference");
        assert_eq!(reference.resolved(uri).as_str(), "http://h/c");
        assert_eq!(Uri::new("http://h/c").expect("a URI").relative_to(uri).as_str(), "c");
        let mut buf = UriBuf::new("http://h/".to_owned()).expect("a URI");
        buf.authority_mut().expect("an authority").set_port(Some("80".try_into().expect("a port")));
        assert_eq!(buf.as_str(), "http://h:80/");
    }
}
