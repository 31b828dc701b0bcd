//! The interface for iriform's other crates, which read text in four storages and check it themselves. **It is
//! not stable**, and it trusts every `&str` that is called a valid reference.

pub use crate::compose::{Components, Misfit};
pub use crate::operations::compare::{comparison_key, equivalent};
pub use crate::operations::normalize::{Level, normalize};
pub use crate::operations::origin::origin;
pub use crate::operations::relativize::relativize;
pub use crate::operations::resolve::resolve;
pub use crate::parts::form::ReferenceForm;
#[cfg(feature = "findings")]
pub use crate::policy::Policy;
pub use crate::syntax::error::{Fault, Reason};
pub use crate::syntax::parse::{Requirements, parse, recognize};
pub use crate::syntax::reference::{OwnedReference, Reference};
pub use crate::syntax::rule::Rule;
pub use crate::syntax::split::{AuthorityParts, Parts, split, split_authority};

/// Makes a module of the items that it exports: `name { path::{item, …} }`.
macro_rules! exports {
    ($($(#[$meta:meta])* $module:ident { $($items:tt)* })*) => {
        $($(#[$meta])* pub mod $module { pub use { $($items)* }; })*
    };
}

exports! {
    /// Sets of bits.
    bits { crate::syntax::bits::{ODD, ones} }
    /// Canonical links.
    #[cfg(feature = "suffixes")]
    canonical { crate::operations::canonical::{INDEX_PAGES, PRESETS, Preset, Step, Steps, canonical} }
    /// Character classes.
    chars {
        crate::syntax::chars::{Class, HEXDIG, IFRAGMENT, IPATH, IPCHAR, IQUERY, IREG_NAME, IUNRESERVED,
        IUSERINFO, PATH, PCHAR, QUERY, REG_NAME, SCHEME, UNRESERVED, USERINFO}
    }
    /// Comparison.
    compare { crate::operations::compare::is_same_document }
    /// Composition of components.
    compose { crate::compose::compose_authority }
    /// Between IRIs and URIs.
    convert { crate::operations::convert::{from_leiri, to_iri, to_uri_with_idna} }
    /// `data` URLs.
    data { crate::operations::data::Data }
    /// Edits of references.
    edit {
        crate::operations::edit::{Changes, PathEdit, SegmentsJoined, Sequence, TooManyParents, at_path,
        normalize_path, parents, path_without_prefix, sorted_query, with_parts, with_path_edited,
        with_query_changed, without_prefix, without_query}
    }
    /// File keys.
    file_key { crate::operations::file_key::file_key }
    /// File paths.
    file_path { crate::operations::file_path::{NotAFilePath, from_file_path, to_file_path} }
    /// Rules beyond the grammar.
    #[cfg(feature = "findings")]
    findings {
        crate::findings::check::{check, codes, is_found, is_plain, is_plain_character, look_alike_in_plain},
        crate::findings::finding::sentence, crate::findings::{Finding, Names, NotAName, PolicyTerms,
        Profile, Rule, RuleSet, SetTerms, Severity, TOPICS, Topic, UNICODE_VERSION, needs_names,
        needs_policy, rules, secrets}
    }
    /// Hosts.
    host { crate::parts::host::{HostKind, NotInAHost, address, from_plain, normalize, unbracketed} }
    /// Internationalized domain names.
    idna { crate::parts::idna::{NotADomainName, host_to_ascii, host_to_unicode, is_ascii_name} }
    /// Links in plain text.
    #[cfg(feature = "links")]
    links {
        crate::links::{DATA_VERSION, LinkKind, LinkSchemes, Links, Options, Searched,
        TOP_LEVEL_DOMAINS_DATE, TextLink, defanged, for_text, meant, refanged},
        crate::operations::placeholder::placeholder
    }
    /// Hosts as name look-up reads them.
    lookup {
        crate::parts::lookup::{Ipv4, Looked, compared, compared_in, ipv4, is_plain, key, look_up,
        look_up_in, matches}
    }
    /// Metadata services.
    metadata { crate::parts::metadata::is_metadata_service }
    /// Networks.
    network { crate::parts::network::{Addresses, Network, NotANetwork} }
    /// Normalization.
    normalize { crate::operations::normalize::steps }
    /// Paths.
    path {
        crate::parts::path::{DotSegmentStep, MAX_DOT_SEGMENT_STEPS, directory, dot_segment_steps,
        is_absolute, name, parent, remove_dot_segments, segments, segments_in, suffix, with_name,
        with_suffix}
    }
    /// Patterns of hosts.
    pattern { crate::parts::pattern::{HostPattern, HostPatterns, NotAPattern} }
    /// Percent-encoding.
    percent {
        crate::parts::percent::{SAFE_SETS, bare_percent, decoded, encode_non_ascii, normalize_escapes,
        push_quoted, quote, quote_octets, safe_set, text_of_octets, unquote}
    }
    /// Policies.
    #[cfg(feature = "findings")]
    policy {
        crate::policy::{AddressTerm, NotATerm, PlainTerm, PolicyTerms, READY, Ready, TERMS, Term,
        WrongTerm, addresses, public_webhook, ready, web}
    }
    /// Compact IRIs.
    #[cfg(feature = "prefixes")]
    prefixes {
        crate::prefixes::{NotAMap, NotCompact, Prefix, PrefixMap, Syntax, from_turtle, is_name, is_qname,
        to_turtle, well_known}
    }
    /// Package URLs.
    purl {
        crate::purl::{Form, Lower, Package, Purl, PurlType, Registry, Requirement, Rewrite, canonical,
        compose, known, mend}
    }
    /// Queries as pairs.
    query {
        crate::parts::query::{NamedValues, Octets, Style, added, from_pairs, pairs, sorted, value, values,
        with_pairs, without}
    }
    /// Masked references.
    redact { crate::operations::redact::{in_invalid, in_valid} }
    /// References in any text, and the secrets in them.
    references { crate::references::{MASK, Masking, masked, secrets} }
    /// Registered schemes.
    registered { crate::parts::registered::is_registered }
    /// Relativization.
    relativize { crate::operations::relativize::{FORMS, form_named} }
    /// Repair.
    repair {
        crate::operations::repair::{Cause, Change, is_mended, original, repair, repair_purl, repair_whole}
    }
    /// Request targets.
    request_target { crate::operations::request_target::request_target }
    /// Resolution.
    resolve { crate::operations::resolve::{ResolutionStep, steps} }
    /// The rules of schemes.
    scheme {
        crate::parts::scheme::{Known, NO_DNS_NAMES, default_port, has_dns_names, known, looked_up,
        may_have_dns_names, names_servers, port_number, port_number_in, port_or_default}
    }
    /// Addresses of services.
    services { crate::services::{HostAndPort, NotAServiceAddress, ServiceAddress} }
    /// Session identifiers.
    session { crate::parts::session::NAMES }
    /// Skeletons of references, and values that cannot change their structure.
    #[cfg(feature = "suffixes")]
    skeleton {
        crate::skeleton::{Datum, Denial, Denied, Flaw, FlawKind, Newtype, NoHost, Opening, PairDatum,
        Placeholder, Single, Skeleton, Spot, fields, places}
    }
    /// Components by position.
    split {
        crate::syntax::split::{authority, authority_parts, directory, fragment, password, path, query,
        scheme, user, without_fragment}
    }
    /// Files, objects and partitions.
    storage {
        crate::storage::{KeyMark, LITERAL, Location, MarkEffect, PARTITION_STYLES, PATH, PartitionStyle,
        READERS, SCHEMES, StorageReader, TextForm, URI, WebStyle, delta_path, from_delta_path, from_https,
        partition_value, read_partitions, storage_reader, write_partitions}
    }
    /// Public suffixes.
    #[cfg(feature = "suffixes")]
    suffix { crate::parts::suffix::{Domain, Suffixes, Which, domain} }
    /// Sort keys of web archives.
    surt { crate::operations::surt::{surt, surt_host} }
    /// URI templates.
    #[cfg(feature = "templates")]
    template {
        crate::template::{Ambiguity, AnyOrder, DotSegments, EXTRAS, Found, Given, Lenience, Limits, Matcher,
        Misuse, Modifier, ORDERS, Operator, Pair, QueryNotPairs, Request, Router, Shape, Slot, Target,
        Typing, Value, ValuePiece, ambiguity, by_path, by_variable, cost, expand, level, partial, parts,
        recognize_template, refuse_unknown, route, typings}
    }
    /// Layouts of text.
    text { crate::syntax::text::{AsciiSet, END, Latin1, Text, Ucs2, Ucs4, Utf8, characters, place_in} }
    /// Tracking parameters.
    tracking { crate::parts::tracking::{DATE, TRACKING} }
    /// Uniform Resource Names.
    urn { crate::operations::urn::Urn }
    /// Userinfos.
    userinfo { crate::parts::userinfo::compose }
    /// Sets of hosts.
    within { crate::parts::within::{HostSet, IsPattern, Within} }
}

pub mod words {
    //! Descriptions of rules and of faults.
    #[cfg(feature = "suffixes")]
    pub use crate::words::skeleton;
    pub use crate::words::{
        CharacterCause, Explained, MASKINGS, Picture, anatomy, cells, described, escape,
        escape_text, is_link_in_text, masked, masking_named, meaning, quoted_name,
    };
    #[cfg(feature = "prefixes")]
    pub use crate::words::{is_safe_curie_elsewhere, not_compact};
}
