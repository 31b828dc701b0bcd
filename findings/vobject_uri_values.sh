#!/usr/bin/env bash
# vobject 0.9.9 and icalendar 7.3.2, 2026-11-28. The URL of an event in iCalendar (RFC 5545).
#
# Guessed: a value of type URI is written as it is (§3.3.13); backslashes are for values of type TEXT (§3.3.11).
# Seen: vobject writes a backslash before `,` and `;` and takes it away when it reads; icalendar writes none.
. "$(dirname "$0")/with_packages"

packages vobject==0.9.9 icalendar==7.3.2
expect <<'END'
vobject writes URL:http://h/a\,b\;c
icalendar writes URL:http://h/a,b;c
END
run <<'PYTHON'
import icalendar
import vobject

url = "http://h/a,b;c"
event = vobject.newFromBehavior("vevent")
event.add("url").value = url
print("vobject writes", next(l for l in event.serialize(validate=False).splitlines() if l.startswith("URL")))
event = icalendar.Event()
event.add("url", url)
print("icalendar writes", event.to_ical().decode().splitlines()[1])
PYTHON
