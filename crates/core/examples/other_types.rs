//! Values of iriform beside `url::Url` and `http::Uri`, which clients take.
//!
//! reqwest takes a `url::Url`, ureq and hyper an `http::Uri`. `url` follows the URL Standard of browsers: it mends
//! text, and reads some hosts as other ones. What iriform has checked is checked again after it.

use std::error::Error;

use iriform::findings::Profile;
use iriform::{Iri, Level, Uri};

fn main() -> Result<(), Box<dyn Error>> {
    let iri = Iri::parse("https://例え.jp/a b".replace(' ', "%20").as_str())?.to_buf();
    // Both want ASCII, and the host as a domain name.
    let uri = iri.to_uri_with_idna()?;

    let url = url::Url::parse(&uri)?;
    assert_eq!(url.as_str(), uri.as_str());
    let sent: http::Uri = uri.without_fragment().as_str().parse()?;
    assert_eq!(sent.host(), uri.host().as_deref());
    // Back again: what they write is a URI.
    assert_eq!(Uri::parse(url.as_str())?.normalize(Level::Scheme), uri);

    // Where `url` reads another host, `check` says so first.
    let odd = Uri::parse("http://0x7f.1/")?;
    assert_eq!(url::Url::parse(&odd)?.host_str(), Some("127.0.0.1"));
    assert_eq!("http://0x7f.1/".parse::<http::Uri>()?.host(), Some("0x7f.1"));
    assert_eq!(odd.check(Profile::Default)[0].rule.code, "ipv4-lookalike");
    println!("{uri}");
    Ok(())
}
