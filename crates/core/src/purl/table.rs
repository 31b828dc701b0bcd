//! The registered types: made by `scripts/purl_types.py` from `data/purl-types.jsonl`.

use super::types::{Form, Lower, PurlType, Requirement, Rewrite};

/// The types, in order.
pub(super) static TYPES: [PurlType; 42] = [
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE.and(Lower::NAME),
        ..PurlType::plain("alpm")
    },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE.and(Lower::NAME),
        ..PurlType::plain("apk")
    },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("bazel") },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE.and(Lower::NAME),
        ..PurlType::plain("bitbucket")
    },
    PurlType {
        namespace: Requirement::Prohibited,
        lower: Lower::NAME,
        ..PurlType::plain("bitnami")
    },
    PurlType { lower: Lower::NAMESPACE.and(Lower::NAME), ..PurlType::plain("brew") },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("cargo") },
    PurlType {
        namespace: Requirement::Prohibited,
        lower: Lower::NAME,
        name_form: Form::ExtensionId,
        version_form: Form::DottedNumbers,
        ..PurlType::plain("chrome-extension")
    },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("cocoapods") },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE.and(Lower::NAME),
        ..PurlType::plain("composer")
    },
    PurlType::plain("conan"),
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("conda") },
    PurlType { name_form: Form::DistributionName, ..PurlType::plain("cpan") },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("cran") },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE.and(Lower::NAME),
        ..PurlType::plain("deb")
    },
    PurlType::plain("docker"),
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("gem") },
    PurlType::plain("generic"),
    PurlType { namespace: Requirement::Required, ..PurlType::plain("git") },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE.and(Lower::NAME),
        ..PurlType::plain("github")
    },
    PurlType { namespace: Requirement::Required, ..PurlType::plain("golang") },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("hackage") },
    PurlType { lower: Lower::NAMESPACE.and(Lower::NAME), ..PurlType::plain("hex") },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::VERSION,
        ..PurlType::plain("huggingface")
    },
    PurlType {
        namespace: Requirement::Prohibited,
        qualifiers: &["uuid"],
        ..PurlType::plain("julia")
    },
    PurlType { lower: Lower::NAMESPACE.and(Lower::NAME), ..PurlType::plain("luarocks") },
    PurlType { namespace: Requirement::Required, ..PurlType::plain("maven") },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("mlflow") },
    PurlType::plain("npm"),
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("nuget") },
    PurlType {
        namespace: Requirement::Prohibited,
        lower: Lower::NAME.and(Lower::VERSION),
        ..PurlType::plain("oci")
    },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("opam") },
    PurlType {
        namespace: Requirement::Prohibited,
        lower: Lower::NAME.and(Lower::SUBPATH),
        ..PurlType::plain("otp")
    },
    PurlType {
        namespace: Requirement::Prohibited,
        lower: Lower::NAME,
        rewrite: Rewrite::Underscores,
        ..PurlType::plain("pub")
    },
    PurlType {
        namespace: Requirement::Prohibited,
        lower: Lower::NAME.and(Lower::VERSION),
        rewrite: Rewrite::Dashes,
        ..PurlType::plain("pypi")
    },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE,
        ..PurlType::plain("qpkg")
    },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE,
        ..PurlType::plain("rpm")
    },
    PurlType { qualifiers: &["tag_id"], ..PurlType::plain("swid") },
    PurlType { namespace: Requirement::Required, ..PurlType::plain("swift") },
    PurlType { namespace: Requirement::Prohibited, ..PurlType::plain("vcpkg") },
    PurlType {
        namespace: Requirement::Required,
        lower: Lower::NAMESPACE.and(Lower::NAME).and(Lower::VERSION),
        ..PurlType::plain("vscode-extension")
    },
    PurlType { lower: Lower::NAMESPACE, ..PurlType::plain("yocto") },
];
