//! The rules of particular schemes, as data (RFC 3986 §6.2.3; each scheme's own specification).

use std::ops::Range;

use crate::parts::host::DOTS;
use crate::syntax::chars::SCHEME;
use crate::syntax::text::{Text, Utf8};

/// A scheme with rules beyond the generic syntax.
#[derive(Debug, PartialEq, Eq)]
pub struct Known {
    /// The scheme, in lower case.
    pub name: &'static str,
    /// The default port of its specification.
    pub default_port: Option<u16>,
    /// True if an empty path after an authority is the same as `/`.
    pub root_path: bool,
    /// The host that an empty one stands for.
    pub default_host: Option<&'static str>,
}

/// The rules of a scheme, in any letter case.
pub fn known(scheme: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(scheme))
}

/// The schemes that the URL Standard calls special, except `file`. Browsers read a host in each of them, with
/// or without slashes.
pub(crate) const WEB: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// The number of characters before a colon in running text that may be a scheme. No scheme is longer.
pub(crate) const LONGEST: usize = 64;

/// The beginning of the run of scheme characters that ends at `i` in running text, at least `floor`.
pub(crate) fn run_before(text: impl Text, i: usize, floor: usize) -> usize {
    text.run_before(i, i.saturating_sub(LONGEST).max(floor), SCHEME)
}

/// Returns true if the text at a range is one of these names, in any letter case.
pub(crate) fn is_named(text: impl Text, range: Range<usize>, names: &[&str]) -> bool {
    let is = |(i, c): (usize, u8)| text.is(i, c) || text.is(i, c.to_ascii_uppercase());
    names.iter().any(|name| name.len() == range.len() && range.clone().zip(name.bytes()).all(is))
}

/// The default port of a scheme, in any letter case.
pub fn default_port(scheme: &str) -> Option<u16> {
    known(scheme)?.default_port
}

/// The value of a port's digits, of any length; none above 65535 or without a digit.
pub fn port_number(digits: &str) -> Option<u16> {
    port_number_in(Utf8(digits.as_bytes()), 0..digits.len())
}

/// Like [`port_number`], for the digits in a range of a text.
pub fn port_number_in(text: impl Text, mut digits: Range<usize>) -> Option<u16> {
    if digits.is_empty() {
        return None;
    }
    digits.try_fold(0_u16, |number, i| {
        let digit = char::from_u32(text.peek(i))?.to_digit(10)?;
        number.checked_mul(10)?.checked_add(u16::try_from(digit).ok()?)
    })
}

/// Returns true if the scheme of text without an authority may have been meant as a host: `example.org:80`.
pub(crate) fn is_like_host(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("localhost")
        || scheme.contains(DOTS) && !scheme.starts_with(DOTS) && !scheme.contains('+')
}

/// Returns true if a path begins with what may have been meant as a port: up to five digits.
pub(crate) fn begins_with_port(path: &str) -> bool {
    let digits = path.bytes().take_while(u8::is_ascii_digit).count();
    (1..=5).contains(&digits) && matches!(path.as_bytes().get(digits), None | Some(b'/'))
}

/// The number of a port, or the default port of the scheme if it has no digits. None above 65535.
pub fn port_or_default(scheme: Option<&str>, digits: Option<&str>) -> Option<u16> {
    match digits {
        Some(digits) if !digits.is_empty() => port_number(digits),
        _ => default_port(scheme?),
    }
}

const fn web(name: &'static str, port: u16) -> Known {
    Known { default_port: Some(port), root_path: true, ..without_port(name) }
}

const fn service(name: &'static str, port: u16) -> Known {
    Known { root_path: false, ..web(name, port) }
}

const fn without_port(name: &'static str) -> Known {
    Known { name, default_port: None, root_path: false, default_host: None }
}

/// Returns true if a host of this scheme, in any letter case, may be a name that is looked up. An unknown
/// scheme may have any host, and a reference without a scheme usually belongs to a web page.
pub fn may_have_dns_names(scheme: Option<&str>) -> bool {
    scheme.is_none_or(|scheme| {
        WEB.contains(&scheme) || !NO_DNS_NAMES.iter().any(|(_, names)| is_one_of(names, scheme))
    })
}

/// The host, if it may be a name or an address that name look-up reads.
pub fn looked_up<'a>(scheme: Option<&str>, host: &'a str) -> Option<&'a str> {
    may_have_dns_names(scheme).then_some(host)
}

/// Returns true if a host of this scheme is known to be a name of the DNS or an address.
pub fn has_dns_names(scheme: &str) -> bool {
    known(scheme).is_some() && may_have_dns_names(Some(scheme))
}

/// Returns true if the host is certainly one: there is no scheme, or the authority of the scheme is that of a
/// server. Another scheme may name a bucket, an app or anything else.
pub fn names_servers(scheme: Option<&str>) -> bool {
    scheme.is_none_or(|scheme| {
        // `git+https`, `postgresql+asyncpg`
        let protocol = || known(scheme.rsplit('+').next().unwrap_or_default());
        WEB.contains(&scheme)
            || (known(scheme).or_else(protocol).is_some() || is_database(scheme))
                && may_have_dns_names(Some(scheme))
    })
}

/// Returns true if drivers of databases and brokers read this scheme. It may name a driver after a `+`.
pub(crate) fn is_database(scheme: &str) -> bool {
    let name = scheme.split('+').next().unwrap_or_default();
    is_one_of(DATABASES, name)
}

fn is_one_of(names: &[&str], scheme: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// The schemes with known rules.
///
/// The reference is the specification of the scheme, or its service in IANA's registry of service names and
/// port numbers (marked "IANA"; compared with the copy in netbase 6.4 of 2022). All except `ftps` and most
/// schemes of databases are in IANA's registry of schemes (as of 2026-09-11).
const KNOWN: &[Known] = &[
    web("http", 80),           // RFC 9110 §4.2.1, §4.2.3
    web("https", 443),         // RFC 9110 §4.2.2, §4.2.3
    web("ws", 80),             // RFC 6455 §3
    web("wss", 443),           // RFC 6455 §3
    web("coap", 5683),         // RFC 7252 §6.1, §6.3
    web("coaps", 5684),        // RFC 7252 §6.2, §6.3
    web("coap+tcp", 5683),     // RFC 8323 §8.1
    web("coaps+tcp", 5684),    // RFC 8323 §8.2
    web("coap+ws", 80),        // RFC 8323 §8.3
    web("coaps+ws", 443),      // RFC 8323 §8.4
    service("acap", 674),      // RFC 2244
    service("dict", 2628),     // RFC 2229 §5
    service("finger", 79),     // IANA
    service("ftp", 21),        // RFC 1738 §3.2
    service("ftps", 990),      // IANA
    service("git", 9418),      // IANA
    service("gopher", 70),     // RFC 4266 §2.1
    service("icap", 1344),     // RFC 3507
    service("imap", 143),      // RFC 5092 §4
    service("ipp", 631),       // RFC 3510 §4.2
    service("ipps", 631),      // RFC 7472 §4.2
    service("irc", 194),       // IANA, though most servers listen at 6667
    service("ircs", 6697),     // RFC 7194
    service("ldap", 389),      // RFC 4516 §2
    service("ldaps", 636),     // IANA
    service("mupdate", 3905),  // RFC 3656
    service("nfs", 2049),      // RFC 2224
    service("nntp", 119),      // RFC 5538 §3
    service("pop", 110),       // RFC 2384
    service("prospero", 1525), // RFC 4157
    service("redis", 6379),    // IANA
    service("rsync", 873),     // RFC 5781
    service("rtsp", 554),      // RFC 7826 §4.2
    service("rtsps", 322),     // RFC 7826 §4.2
    service("rtspu", 554),     // RFC 2326 §3.2
    service("sftp", 22),       // it runs over ssh; IANA's service "sftp" is another protocol
    service("sieve", 4190),    // RFC 5804
    service("snews", 563),     // IANA: nntps
    service("snmp", 161),      // RFC 4088
    service("ssh", 22),        // IANA
    service("svn", 3690),      // IANA
    service("telnet", 23),     // RFC 4248 §2
    service("tftp", 69),       // RFC 3617
    service("tn3270", 23),     // RFC 6270
    service("vnc", 5900),      // RFC 7869
    service("wais", 210),      // RFC 4156
    service("z39.50r", 210),   // RFC 2056
    service("z39.50s", 210),   // RFC 2056
    // Databases and brokers, by their drivers.
    service("amqp", 5672),         // IANA
    service("amqps", 5671),        // IANA
    service("bolt", 7687),         // its documentation
    service("cassandra", 9042),    // its documentation
    service("clickhouse", 9000),   // its documentation
    service("cockroachdb", 26257), // its documentation
    service("mariadb", 3306),      // its documentation
    service("memcached", 11211),   // its documentation
    service("mongodb", 27017),     // its documentation
    service("mqtt", 1883),         // MQTT 5.0 §4.2
    service("mqtts", 8883),        // MQTT 5.0 §4.2
    service("mssql", 1433),        // IANA: ms-sql-s
    service("mysql", 3306),        // IANA
    service("nats", 4222),         // its documentation
    service("neo4j", 7687),        // its documentation
    service("oracle", 1521),       // its documentation
    service("postgres", 5432),     // IANA: postgresql
    service("postgresql", 5432),   // IANA
    service("rediss", 6379),       // redis's documentation
    // RFC 8089 §2: no host, "localhost" and the empty host are the local machine.
    Known { default_host: Some("localhost"), ..without_port("file") },
    // ECMA-427: no authority; `normalize` writes package URLs in their canonical form.
    without_port("pkg"),
    // RFC 6068: no authority; `normalize` lower-cases the domains of its addresses.
    without_port("mailto"),
    // RFC 3966: no authority; `normalize` leaves out visual separators.
    without_port("tel"),
    // RFC 8141 §3: no authority; `normalize` lower-cases its NID, and `compare` ignores the components that are
    // not part of the name.
    without_port("urn"),
];

/// The schemes whose authority is not looked up, by what it names.
#[rustfmt::skip]
pub const NO_DNS_NAMES: &[(&str, &[&str])] = &[
    ("nothing: they have no authority", &[
        "about", "cid", "data", "did", "geo", "info", "javascript", "magnet", "mailto", "mid", "news", "pkg", "sms",
        "tag", "tel", "urn", "vbscript",
    ]),
    ("the identifier of an app", &[
        "android-app", "ios-app", "market", "ms-windows-store",
    ]),
    ("a part of an app, of a browser or of an extension", &[
        "android.resource", "app", "asset", "brave", "bundle", "chrome", "chrome-devtools", "chrome-extension",
        "chrome-search", "chrome-untrusted", "content", "devtools", "edge", "extension", "moz-extension", "ms-appdata",
        "ms-appx", "ms-appx-web", "ms-browser-extension", "opera", "qrc", "res", "resource",
        "safari-extension", "safari-web-extension", "vivaldi",
    ]),
    ("a module or a folder of a program", &[
        "classpath", "jrt", "ng", "rsrc", "turbopack", "webpack", "webpack-internal",
    ]),
    ("an action of an app", &[
        "atom", "bear", "clion", "cursor", "discord", "fb", "figma", "goland", "idea", "instagram", "jetbrains",
        "logseq", "mvim", "notion", "obsidian", "otpauth", "payto", "phpstorm", "pycharm", "raycast", "rider",
        "rubymine", "shortcuts", "slack", "spotify", "steam", "subl", "tg", "things", "twitter", "txmt", "upi",
        "vscode", "vscode-file", "vscode-insiders", "vscode-remote", "vscode-resource", "vscode-webview",
        "vscode-webview-resource", "vscodium", "webstorm", "whatsapp", "windsurf", "zed", "zotero",
    ]),
    ("a bucket or a container", &[
        "az", "b2", "bos", "cos", "cosn", "gcs", "gs", "ks3", "obs", "oss", "r2", "s3", "s3a", "s3n", "tos",
    ]),
    ("a folder, a repository or a data set of a service", &[
        "bigquery", "dbfs", "gdrive", "gist", "github", "hf", "kaggle", "models", "runs", "snowflake", "volumes",
    ]),
    ("a name in the memory of a program", &["inmemory", "mem", "memory", "ram", "shm"]),
    ("a hash or a key", &["ar", "bzz", "dat", "hyper", "ipfs"]),
    ("the path of a socket", &["http+unix", "https+unix", "httpunix", "npipe", "unix", "ws+unix"]),
];

/// The schemes that drivers of databases and brokers read. Many of these drivers accept several hosts, and
/// options in the query.
#[rustfmt::skip]
const DATABASES: &[&str] = &[
    "activemq", "amqp", "amqps", "arangodb", "beanstalk", "bolt", "bolts", "cassandra", "clickhouse", "clickhouses", "cockroach",
    "cockroachdb", "couchbase", "couchbases", "cql", "crate", "crdb", "db2", "drill", "druid", "etcd", "exa", "firebird", "greenplum",
    "hive", "hive2", "ibm_db_sa", "impala", "influxdb", "kafka", "keydb", "mariadb", "memcache", "memcached", "mongo",
    "mongodb", "mqtt", "mqtts", "ms-sql", "mssql", "mysql", "mysql2", "mysqlx", "nats", "neo4j", "neo4js", "opengauss", "oracle", "pg",
    "pgsql", "postgis", "postgres", "postgresql", "presto", "pulsar", "questdb", "rabbitmq", "redis", "redis-sentinel", "rediss",
    "redshift", "scylla", "sentinel", "singlestoredb", "sqlserver", "stomp", "sybase", "teradatasql", "tidb", "timescale",
    "timescaledb", "trino", "valkey", "valkeys", "vertica", "yugabytedb", "zk", "zookeeper",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_numbers_of_any_length() {
        assert_eq!(port_number("0080"), Some(80));
        assert_eq!(port_number("000"), Some(0));
        assert_eq!(port_number("65536"), None);
        assert_eq!(port_number(&"9".repeat(100_000)), None);
        assert_eq!(port_number(""), None);
    }

    /// The tests of Python compare the page with the oracle.
    #[test]
    fn every_port_is_in_the_page() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let page = std::fs::read_to_string(format!("{root}/docs/reference/schemes.md"));
        let page = page.expect("the page");
        for known in super::KNOWN {
            let row = known.default_port.map(|port| format!("| `{}` | {port} |", known.name));
            assert!(row.is_none_or(|row| page.contains(&row)), "{}", known.name);
        }
    }
}
