#!/usr/bin/env bash
# phonenumbers 9.0.43, 2026-11-28. Telephone numbers, also as tel: URIs (RFC 3966).
#
# Guessed: a local number whose context is a domain name stays one (§5.1.5), as it means nothing elsewhere.
# Seen: a domain name is dropped and the number becomes a global one, in the country that the caller named.
. "$(dirname "$0")/with_packages"

packages phonenumbers==9.0.43
expect <<'END'
tel:+1-201-555-0123 -> tel:+1-201-555-0123
tel:7042;phone-context=example.com -> tel:+49-7042
tel:7042;phone-context=+1-201-555 -> tel:+1-201-555-7042
END
run <<'PYTHON'
from phonenumbers import PhoneNumberFormat, format_number, parse

for text in ("tel:+1-201-555-0123", "tel:7042;phone-context=example.com", "tel:7042;phone-context=+1-201-555"):
    print(text, "->", format_number(parse(text, "DE"), PhoneNumberFormat.RFC3966))
PYTHON
