//! Objects with `https:` URLs: S3, Google Cloud Storage, Azure and R2.

use std::borrow::Cow;

use super::location::{KEY, Location, NotALocation};
use super::scheme::{Addressing, storage_scheme};
use crate::parts::percent::{decoded, quote, quote_octets, unquote};
use crate::syntax::chars::UNRESERVED;
use crate::syntax::choice::{self, UnknownName, choices};
use crate::syntax::parse::recognize;
use crate::syntax::reference::Reference;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

choices! {
    /// A form of URL.
    pub enum WebStyle;
    /// The name of the style.
    pub fn name;
    /// The container in the path.
    Path = "path";
    /// The container in the host.
    Virtual = "virtual";
    /// Azure's blob service.
    Blob = "blob";
    /// Azure's file service.
    Dfs = "dfs";
    /// Cloudflare's R2.
    R2 = "r2";
}

impl WebStyle {
    /// The style of that name. The error lists the names.
    pub fn by_name(name: &str) -> Result<Self, UnknownName> {
        choice::named("style", Self::ALL, Self::name, name)
    }
}

const GOOGLE: &str = "storage.googleapis.com";
const AMAZON: &str = "amazonaws.com";
const R2: &str = ".r2.cloudflarestorage.com";
const BLOB: &str = ".blob.core.windows.net";
const DFS: &str = ".dfs.core.windows.net";

fn fail<T>(why: &'static str) -> Result<T, NotALocation> {
    Err(NotALocation::of(why))
}

impl Location<'_> {
    /// The `https:` URL of an object. For S3, `region` and `is_dualstack` choose the endpoint.
    pub fn https(
        &self,
        style: WebStyle,
        region: Option<&str>,
        is_dualstack: bool,
    ) -> Result<String, NotALocation> {
        let Some(container) = self.container.as_deref() else {
            return fail("only an object in a container has a URL");
        };
        if region.is_some_and(|region| !is_label(region)) {
            return fail("a region has only letters, digits and “-”");
        }
        let is_s3 = matches!(self.scheme, "s3" | "s3a");
        let is_azure = matches!(
            storage_scheme(self.scheme).map(|scheme| scheme.addressing),
            Some(Addressing::Azure(_))
        );
        let is_in_host = style == WebStyle::Virtual;
        if is_in_host && !is_label(container) {
            return fail(
                "a bucket with a dot or a capital letter has no host of its own; use style path",
            );
        }
        let endpoint = match (style, &self.account) {
            (WebStyle::Path | WebStyle::Virtual, None) if is_s3 => {
                let stack = if is_dualstack { ".dualstack" } else { "" };
                match region {
                    Some(region) => format!("s3{stack}.{region}.{AMAZON}"),
                    None if is_dualstack => return fail("dualstack needs a region"),
                    None => format!("s3.{AMAZON}"),
                }
            }
            (WebStyle::Path | WebStyle::Virtual, None) if self.scheme == "gs" => GOOGLE.to_owned(),
            (WebStyle::R2, Some(account)) if is_s3 => format!("{account}{R2}"),
            (WebStyle::Blob | WebStyle::Dfs, Some(account))
                if is_azure && !account.contains('.') =>
            {
                format!("{account}{}", if style == WebStyle::Blob { BLOB } else { DFS })
            }
            (WebStyle::R2 | WebStyle::Blob | WebStyle::Dfs, None) if is_s3 || is_azure => {
                return fail("the URL needs the name of the account");
            }
            _ => return fail("the scheme has no URL of this style"),
        };
        let has_dots = self.key.split(|c| *c == b'/').any(|name| name == b"." || name == b"..");
        if has_dots {
            return fail("clients remove the dot segment of the key");
        }
        let (host, folder) = if is_in_host {
            (format!("{container}.{endpoint}"), String::new())
        } else {
            (endpoint, format!("{container}/"))
        };
        let key = quote_octets(&self.key, KEY);
        let version = match &self.version {
            Some(version) => format!("?versionId={}", quote(version, UNRESERVED)),
            None => String::new(),
        };
        // S3 reads a `+` in a path as a space.
        Ok(format!("https://{host}/{folder}{}{version}", key.replace('+', "%2B")))
    }
}

fn is_label(text: &str) -> bool {
    let is = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    !text.is_empty() && text.bytes().all(is)
}

/// The object that an `https:` URL names.
pub fn from_https(url: &str) -> Result<Location<'_>, NotALocation> {
    if recognize(Utf8(url.as_bytes()), Rule::Iri).is_err() {
        return fail("this is not a URL");
    }
    let url = Reference::of(url);
    if !url.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")) {
        return fail("the scheme is not https");
    }
    if url.userinfo().is_some() || url.port().is_some_and(|port| !matches!(port, "" | "443")) {
        return fail("a user or a port names another server");
    }
    if url.fragment().is_some() {
        return fail("a fragment is not part of a key");
    }
    let host = url.host().unwrap_or_default().to_ascii_lowercase();
    let path = url.path().strip_prefix('/').unwrap_or_default();
    if path.split('/').any(|name| matches!(&*unquote(name), b"." | b"..")) {
        return fail("clients remove the dot segment of the key");
    }
    let in_path = || match path.split_once('/') {
        Some((container, key)) if !container.is_empty() => Ok((container.to_owned(), key)),
        _ => fail("the URL names no object in a container"),
    };
    let (scheme, (container, key), account) = if let Some(bucket) = host.strip_suffix(GOOGLE) {
        match bucket.strip_suffix('.') {
            Some(bucket) => ("gs", (bucket.to_owned(), path), None),
            None if bucket.is_empty() => ("gs", in_path()?, None),
            None => return fail("the host belongs to no known storage service"),
        }
    } else if let Some(account) = host.strip_suffix(R2) {
        ("s3", in_path()?, Some(account))
    } else if let Some(account) = host.strip_suffix(BLOB) {
        ("az", in_path()?, Some(account))
    } else if let Some(account) = host.strip_suffix(DFS) {
        ("abfss", in_path()?, Some(account))
    } else {
        match amazon(&host)? {
            Some(bucket) => ("s3", (bucket.to_owned(), path), None),
            None => ("s3", in_path()?, None),
        }
    };
    if scheme == "s3" && key.contains('+') {
        return fail("S3 reads “+” as a space, other servers do not");
    }
    let version = match url.query() {
        None => None,
        Some(query) => match query.strip_prefix("versionId=").filter(|_| scheme == "s3") {
            Some(version) if !version.contains('&') => decoded(version),
            _ => return fail("the query names more than the object"),
        },
    };
    let account = account.map(|account| Cow::Owned(account.to_owned()));
    let version = version.map(|version| Cow::Owned(version.into_owned()));
    Location::new(scheme, Some(container.into()), unquote(key), account, version)
}

/// The bucket in a host of S3, if it is there.
fn amazon(host: &str) -> Result<Option<&str>, NotALocation> {
    let unknown = NotALocation::of("the host belongs to no known storage service");
    let Some(rest) = host.strip_suffix(AMAZON).and_then(|rest| rest.strip_suffix('.')) else {
        return Err(unknown);
    };
    // The last one to three labels belong to the endpoint: s3, s3.region, s3.dualstack.region.
    let labels: Vec<_> = rest.split('.').collect();
    let count = match labels.as_slice() {
        [.., "s3", "dualstack", _] => 3,
        [.., "s3"] => 1,
        [.., "s3", region] if is_label(region) => 2,
        _ => return Err(unknown),
    };
    let tail = labels[labels.len() - count..].join(".");
    Ok(rest.strip_suffix(tail.as_str()).and_then(|bucket| bucket.strip_suffix('.')))
}
