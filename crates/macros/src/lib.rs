//! URIs and IRIs parsed at compile time, as `const` values of the crate `iriform`.
//!
//! ```
//! use iriform::Iri;
//! use iriform_macros::iri;
//!
//! const RDF_TYPE: Iri = iri!("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
//! assert_eq!(RDF_TYPE.fragment().as_deref(), Some("type"));
//! ```
//!
//! Text that is not valid does not compile; the error reports the position and the reason:
//!
//! ```compile_fail
//! const HOME: iriform::Iri = iriform_macros::iri!("http://example.org/a b");
//! ```

use iriform::{Iri, IriRef, ParseError, Uri, UriRef};
use proc_macro::TokenStream;
use quote::quote;
use syn::{Ident, LitStr, parse_macro_input};

/// Makes an `Iri` from a string literal: an IRI, with a scheme (RFC 3987 §2.2).
///
/// ```
/// const CITY: iriform::Iri = iriform_macros::iri!("https://例え.jp/道");
/// assert_eq!(CITY.host().as_deref(), Some("例え.jp"));
/// ```
///
/// ```compile_fail
/// iriform_macros::iri!("//example.org/");
/// ```
#[proc_macro]
pub fn iri(literal: TokenStream) -> TokenStream {
    value("Iri", |text| Ok(Iri::parse(text)?.places()), &parse_macro_input!(literal))
}

/// Makes an `IriRef` from a string literal: an IRI or a relative reference (RFC 3987 §2.2).
///
/// ```
/// const ROAD: iriform::IriRef = iriform_macros::iri_ref!("/道");
/// assert_eq!(ROAD.path(), "/道");
/// ```
///
/// ```compile_fail
/// iriform_macros::iri_ref!("1:a");
/// ```
#[proc_macro]
pub fn iri_ref(literal: TokenStream) -> TokenStream {
    value("IriRef", |text| Ok(IriRef::parse(text)?.places()), &parse_macro_input!(literal))
}

/// Makes a `Uri` from a string literal: a URI, with a scheme (RFC 3986 §3).
///
/// ```
/// const HOME: iriform::Uri = iriform_macros::uri!("https://example.org/");
/// assert_eq!(HOME.scheme(), "https");
/// ```
///
/// ```compile_fail
/// iriform_macros::uri!("https://例え.jp/");
/// ```
#[proc_macro]
pub fn uri(literal: TokenStream) -> TokenStream {
    value("Uri", |text| Ok(Uri::parse(text)?.places()), &parse_macro_input!(literal))
}

/// Makes a `UriRef` from a string literal: a URI or a relative reference (RFC 3986 §4.1).
///
/// ```
/// const SEARCH: iriform::UriRef = iriform_macros::uri_ref!("/search?q=");
/// assert_eq!(SEARCH.query().as_deref(), Some("q="));
/// ```
///
/// ```compile_fail
/// iriform_macros::uri_ref!("/%zz");
/// ```
#[proc_macro]
pub fn uri_ref(literal: TokenStream) -> TokenStream {
    value("UriRef", |text| Ok(UriRef::parse(text)?.places()), &parse_macro_input!(literal))
}

/// Returns the value of that type with the text of a literal, or a compile error.
fn value(
    name: &str,
    places: fn(&str) -> Result<[usize; 6], ParseError>,
    literal: &LitStr,
) -> TokenStream {
    let of = Ident::new(name, literal.span());
    let tokens = match places(&literal.value()) {
        Ok(places) => quote! { ::iriform::#of::of_places(#literal, [#(#places),*]) },
        Err(error) => {
            let hint = error.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
            syn::Error::new(literal.span(), format!("{error}{hint}")).into_compile_error()
        }
    };
    tokens.into()
}
