//! Checks the links of a page of Markdown: `cargo run --example check_links < page.md`.
//!
//! Links that a policy refuses are printed with the reason; the others are printed as they would be fetched, each once.

use std::collections::HashSet;
use std::io::{self, Read};

use iriform::{Level, LinkOptions, find_links, policy};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let policy = policy::web();
    let mut seen = HashSet::new();
    for link in find_links(&text, &LinkOptions::markdown()) {
        let line = text[..link.span().start].lines().count().max(1);
        let Some(iri) = link.iri() else {
            println!("{line}: {} is no IRI", link.as_str());
            continue;
        };
        if let Ok(refused) = policy.refusals(&iri)
            && let Some(finding) = refused.first()
        {
            println!("{line}: {iri} is refused: {}", finding.message());
            continue;
        }
        let uri = match iri.without_fragment().to_uri_with_idna() {
            Ok(uri) => uri,
            Err(why) => {
                println!("{line}: {iri} has a host that is not a domain name: {why}");
                continue;
            }
        };
        // One request for all links that lead to the same place.
        if seen.insert(uri.normalize(Level::Scheme)) {
            println!("{line}: {uri}");
        }
    }
    Ok(())
}
