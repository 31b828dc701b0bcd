//! Fetches a `Uri` with reqwest and with ureq.
//!
//! reqwest reads text as browsers do, with the crate `url`; ureq uses the crate `http`, which keeps the text
//! unchanged. So they may connect to different hosts for one URI: the tests have the table. A URI that
//! [`policy::public_webhook`] allows has the same host for both.

use std::error::Error;

use iriform::{Iri, Uri, policy};

/// Returns the URI for a request: in ASCII, without a fragment, and allowed by the policy.
///
/// # Errors
///
/// The text is not an IRI, its host is not a domain name, or the policy refuses it.
pub fn to_fetch(text: &str) -> Result<iriform::UriBuf, Box<dyn Error>> {
    let uri = Iri::parse(text)?.without_fragment().to_uri_with_idna()?;
    if let Some(finding) = policy::public_webhook().refusals(&uri)?.first() {
        return Err(finding.message().into());
    }
    Ok(uri)
}

/// Returns the body of the response, fetched by reqwest.
///
/// # Errors
///
/// An error of reqwest.
pub fn fetch_by_reqwest(uri: Uri<'_>) -> reqwest::Result<String> {
    reqwest::blocking::get(uri.as_str())?.text()
}

/// Returns the body of the response, fetched by ureq.
///
/// # Errors
///
/// An error of ureq.
pub fn fetch_by_ureq(uri: Uri<'_>) -> Result<String, ureq::Error> {
    ureq::get(uri.as_str()).call()?.body_mut().read_to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hosts that iriform, reqwest and ureq read, or `None` if one refuses the text.
    fn hosts(text: &str) -> [Option<String>; 3] {
        let ours = Uri::parse(text).ok().and_then(|uri| uri.host().map(|host| host.to_string()));
        let url = reqwest::blocking::Client::new().get(text).build().ok();
        let reqwest = url.and_then(|request| request.url().host_str().map(str::to_owned));
        let request = ureq::get(text);
        let ureq = request.uri_ref().and_then(|uri| uri.host().map(str::to_owned));
        [ours, reqwest, ureq]
    }

    #[test]
    fn hosts_that_each_reads() {
        let cases = [
            ("https://example.org/", ["example.org"; 3], "all the same"),
            (
                "https://anna@example.org:8080/a?b", ["example.org"; 3],
                "userinfo and port are no part",
            ),
            ("https://[2606:2800::1]/", ["[2606:2800::1]"; 3], "brackets stay"),
            (
                "https://xn--r8jz45g.jp/", ["xn--r8jz45g.jp"; 3],
                "an A-label is ASCII like any other",
            ),
            ("https://example.org./", ["example.org."; 3], "a final dot stays"),
            (
                "https://Example.ORG/",
                ["Example.ORG", "example.org", "Example.ORG"],
                "reqwest writes it small",
            ),
            ("https://0x7f.1/", ["0x7f.1", "127.0.0.1", "0x7f.1"], "reqwest reads an address"),
            (
                "https://ex%61mple.org/",
                ["ex%61mple.org", "example.org", "-"],
                "reqwest decodes, ureq refuses",
            ),
            (
                "https://例え.jp/",
                ["-", "xn--r8jz45g.jp", "-"],
                "an IRI: reqwest maps it, ureq refuses",
            ),
        ];
        for (text, expected, why) in cases {
            let read = hosts(text).map(|host| host.unwrap_or("-".into()));
            assert_eq!(read, expected.map(str::to_owned), "{text}: {why}");
        }
    }

    #[test]
    fn what_the_policy_allows_has_one_host() {
        let cases = [
            (
                "https://Example.ORG/a",
                Some("https://Example.ORG/a"),
                "letters of either case are one host",
            ),
            (
                "https://例え.jp/#top",
                Some("https://xn--r8jz45g.jp/"),
                "the name is mapped before a client sees it",
            ),
            ("https://ex%61mple.org/", None, "a host is written without percent signs"),
            ("https://0x7f.1/", None, "looks like an address"),
            ("https://anna@example.org/", None, "a userinfo is refused"),
        ];
        for (text, expected, why) in cases {
            let uri = to_fetch(text).ok();
            assert_eq!(uri.as_deref(), expected, "{text}: {why}");
            let Some(uri) = uri else { continue };
            let [ours, reqwest, ureq] =
                hosts(&uri).map(|host| host.map(|host| host.to_lowercase()));
            assert_eq!((&ours, &ours), (&reqwest, &ureq), "{text}");
        }
    }
}
