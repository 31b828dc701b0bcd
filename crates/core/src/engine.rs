//! The interface for iriform's other crates, which read text in four storages and check it themselves. **It is
//! not stable**, and it trusts every `&str` that is called a valid reference.

#[cfg(feature = "suffixes")]
pub use crate::operations::canonical;
pub use crate::operations::{
    compare, convert, data, edit, file_key, file_path, normalize, origin, redact, relativize,
    repair, request_target, resolve, surt, urn,
};
#[cfg(feature = "suffixes")]
pub use crate::parts::suffix;
pub use crate::parts::{
    form, host, idna, lookup, metadata, network, path, pattern, percent, query, registered, scheme,
    session, tracking, userinfo, within,
};
pub use crate::syntax::{bits, chars, error, parse, reference, rule, split, text};

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
pub use crate::syntax::reference::Reference;
pub use crate::syntax::rule::Rule;
pub use crate::syntax::split::{AuthorityParts, Parts, split, split_authority};

#[cfg(feature = "findings")]
pub use crate::policy;

pub mod compose {
    //! Composition of components, and the guard.
    pub use crate::compose::{Components, compose_authority};
}

#[cfg(feature = "findings")]
pub mod findings {
    //! Rules beyond the grammar.
    pub use crate::findings::check::{
        check, codes, is_found, is_plain, is_plain_character, look_alike_in_plain,
    };
    pub use crate::findings::finding::sentence;
    pub use crate::findings::{
        Finding, Names, NotAName, PolicyTerms, Profile, Rule, RuleSet, SetTerms, Severity, TOPICS,
        Topic, UNICODE_VERSION, needs_names, needs_policy, rules, secrets,
    };
}

#[cfg(feature = "links")]
pub mod links {
    //! Links in plain text.
    pub use crate::links::{
        DATA_VERSION, LinkKind, LinkSchemes, Links, Options, Searched, TOP_LEVEL_DOMAINS_DATE,
        TextLink, defanged, for_text, meant, refanged,
    };
    pub use crate::operations::placeholder::placeholder;
}

#[cfg(feature = "prefixes")]
pub mod prefixes {
    //! Compact IRIs.
    pub use crate::prefixes::{
        NotAMap, NotCompact, Prefix, PrefixMap, Syntax, from_turtle, is_name, is_qname, to_turtle,
        well_known,
    };
}

pub mod purl {
    //! Package URLs.
    pub use crate::purl::{
        Form, Lower, Package, Purl, PurlType, Registry, Requirement, Rewrite, canonical, compose,
        known, mend,
    };
}

pub mod references {
    //! References in any text, and the secrets in them.
    pub use crate::references::{MASK, Masking, masked, secrets};
}

#[cfg(feature = "suffixes")]
pub mod skeleton {
    //! Skeletons of references, and values that cannot change their structure.
    pub use crate::skeleton::{
        Datum, Denial, Denied, Flaw, FlawKind, Newtype, NoHost, Opening, PairDatum, Placeholder,
        Single, Skeleton, Spot, fields, places,
    };
}

pub mod services {
    //! Addresses of services.
    pub use crate::services::{HostAndPort, NotAServiceAddress, ServiceAddress};
}

pub mod storage {
    //! Files, objects and partitions.
    pub use crate::storage::{
        KeyMark, LITERAL, Location, MarkEffect, PARTITION_STYLES, PATH, PartitionStyle, READERS,
        SCHEMES, StorageReader, TextForm, URI, WebStyle, delta_path, from_delta_path, from_https,
        partition_value, read_partitions, storage_reader, write_partitions,
    };
}

#[cfg(feature = "templates")]
pub mod template {
    //! URI templates.
    pub use crate::template::{
        Ambiguity, AnyOrder, DotSegments, EXTRAS, Found, Given, Lenience, Limits, Matcher, Misuse,
        Modifier, ORDERS, Operator, Pair, QueryNotPairs, Request, Router, Shape, Slot, Target,
        Typing, Value, ValuePiece, ambiguity, by_path, by_variable, cost, expand, level, partial,
        parts, recognize_template, refuse_unknown, route, typings,
    };
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
