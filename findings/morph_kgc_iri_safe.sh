#!/usr/bin/env bash
# morph-kgc 2.10.0, 2026-11-28. RDF from tables, by templates of R2RML and RML.
#
# Guessed: a value in a template is made IRI-safe as R2RML §7.3 has it: every character outside `iunreserved` of
# RFC 3987 is percent-encoded, and letters such as é, which are `ucschar`, stay.
# Seen: all that is not ASCII is encoded: the IRI is another one than other processors make. The value `..` makes a
# dot segment, which readers that resolve remove.
. "$(dirname "$0")/with_packages"

packages morph-kgc==2.10.0
expect <<'END'
.. http://h/x/..
a b http://h/x/a%20b
é http://h/x/%C3%A9
日本 http://h/x/%E6%97%A5%E6%9C%AC
END
run <<'PYTHON'
import logging
from pathlib import Path

import morph_kgc

logging.disable(logging.CRITICAL)
Path("v.csv").write_text("id\na b\né\n日本\n..\n", "utf-8")
Path("m.ttl").write_text(
    """@prefix rr: <http://www.w3.org/ns/r2rml#> .
@prefix rml: <http://semweb.mmlab.be/ns/rml#> .
@prefix ql: <http://semweb.mmlab.be/ns/ql#> .
<#m> rml:logicalSource [ rml:source "v.csv"; rml:referenceFormulation ql:CSV ];
  rr:subjectMap [ rr:template "http://h/x/{id}" ];
  rr:predicateObjectMap [ rr:predicate <http://h/p>; rr:objectMap [ rml:reference "id" ] ].
""",
    "utf-8",
)
graph = morph_kgc.materialize("[DataSource1]\nmappings: m.ttl\n")
for value, subject in sorted((str(value), str(subject)) for subject, _, value in graph):
    print(value, subject)
PYTHON
