"""The URL functions of other engines as DuckDB macros over ours, so their queries run."""

from __future__ import annotations

# Both engines have it with different arguments; the macro has all of them.
PARSE_URL = """
parse_url(url) AS {
    'scheme': lower(iri_scheme(url)),
    'host': iri_host(url),
    'port': iri_port_text(url),
    'path': regexp_replace(iri_path(url), '^/', ''),
    'query': iri_query(url),
    'parameters': CASE WHEN iri_query(url) IS NOT NULL THEN map_from_entries([
        {'name': name, 'value': [pair.value for pair in iri_pairs(url) if pair.name = name][1]}
        for name in list_distinct([pair.name for pair in iri_pairs(url)])]) END,
    'fragment': iri_fragment(url) },
    (url, part) AS CASE part
    WHEN 'PROTOCOL' THEN iri_scheme(url)
    WHEN 'HOST' THEN iri_host(url)
    WHEN 'PATH' THEN iri_path(url)
    WHEN 'QUERY' THEN iri_query(url)
    WHEN 'REF' THEN iri_fragment(url)
    WHEN 'FILE' THEN iri_path_and_after(iri_without_fragment(url))
    WHEN 'AUTHORITY' THEN iri_authority(url)
    WHEN 'USERINFO' THEN iri_userinfo(url) END,
    (url, part, key) AS CASE part WHEN 'QUERY' THEN iri_query_value(url, key) END
"""

SNOWFLAKE = PARSE_URL

SPARK = f"""{PARSE_URL.rstrip()}
try_parse_url(url, part) AS parse_url(url, part),
    (url, part, key) AS parse_url(url, part, key)
url_decode(text) AS iri_unquote(replace(text, '+', ' '))
url_encode(text) AS replace(iri_quote(text), '%20', '+')
"""

CLICKHOUSE = """
protocol(url) AS coalesce(lower(iri_scheme(url)), '')
domain(url) AS coalesce(iri_host(url), '')
domainWithoutWWW(url) AS regexp_replace(coalesce(iri_host(url), ''), '^www\\.', '')
topLevelDomain(url) AS coalesce(iri_domain_labels(url)[-1], '')
cutToFirstSignificantSubdomain(url) AS coalesce(iri_registrable_domain(url, false), '')
firstSignificantSubdomain(url) AS split_part(coalesce(iri_registrable_domain(url, false), ''), '.', 1)
port(url) AS coalesce(iri_port(url), 0)
path(url) AS coalesce(iri_path(url), '')
pathFull(url) AS coalesce(iri_path_and_after(url), '')
queryString(url) AS coalesce(iri_query(url), '')
fragment(url) AS coalesce(iri_fragment(url), '')
queryStringAndFragment(url) AS ltrim(substr(iri_path_and_after(url), length(iri_path(url)) + 1), '?')
netloc(url) AS coalesce(iri_authority(url), '')
extractURLParameterNames(url) AS [pair.name for pair in iri_pairs(url)]
extractURLParameter(url, name) AS coalesce(iri_query_value(url, name), '')
cutURLParameter(url, name) AS iri_without_query(url, to_json([name]))
URLHierarchy(url) AS list_append(list_reverse(iri_parents(url)), url)
cutWWW(url) AS regexp_replace(url, '^([^/?#]*//)www\\.', '\\1')
cutQueryString(url) AS iri_without_query(url)
cutFragment(url) AS iri_without_fragment(url)
cutQueryStringAndFragment(url) AS iri_without_fragment(iri_without_query(url))
decodeURLComponent(text) AS iri_unquote(text)
encodeURLComponent(text) AS iri_quote(text)
"""

BIGQUERY = """
net.host(url) AS lower(iri_host(url))
net.reg_domain(url) AS iri_registrable_domain(url)
net.public_suffix(url) AS iri_public_suffix(url)
"""

NETQUACK = """
extract_schema(url) AS iri_scheme(url)
extract_host(url) AS iri_host(url)
extract_domain(url) AS iri_registrable_domain(url, false)
extract_subdomain(url) AS iri_subdomain(url, false)
extract_tld(url) AS iri_public_suffix(url, false)
extract_port(url) AS iri_port_text(url)
extract_path(url) AS iri_path(url)
extract_query_string(url) AS iri_query(url)
extract_fragment(url) AS iri_fragment(url)
extract_extension(url) AS ltrim(iri_suffix(url), '.')
"""


def _macros(table: str) -> list[str]:
    """Write statements of a table: a macro begins where a line does."""
    lines = table.strip().split("\n")
    starts = [i for i, line in enumerate(lines) if not line.startswith(" ")]
    ends = [*starts[1:], len(lines)]
    macros = [" ".join(lines[a:b]) for a, b in zip(starts, ends, strict=True)]
    if table is BIGQUERY:
        # Schemas are never temporary; a database in memory is not written to a file either.
        memory = "ATTACH IF NOT EXISTS ':memory:' AS net"
        return [memory, *(f"CREATE OR REPLACE MACRO {macro}" for macro in macros)]
    return [f"CREATE OR REPLACE TEMP MACRO {macro}" for macro in macros]


ALIASES: dict[str, list[str]] = {
    "bigquery": _macros(BIGQUERY),
    "clickhouse": _macros(CLICKHOUSE),
    "netquack": _macros(NETQUACK),
    "snowflake": _macros(SNOWFLAKE),
    "spark": _macros(SPARK),
}
"""The statements that make the macros, by the engine whose functions they imitate."""
