#!/usr/bin/env bash
# openapi-core 0.23.1, 2026-11-28. Reads the parameters of requests by a document of OpenAPI.
#
# Guessed: a parameter of a path is read in its `style`, as the specification's own table has it; a list between spaces,
# which are sent as `%20`, is parted at the spaces.
# Seen: `label` and `matrix` are never there, because they are looked up by the names of RFC 6570 (`;color`), which the
# validator of documents refuses. The list is parted at `%20`, after that has been decoded: it is one item.
. "$(dirname "$0")/with_packages"

packages openapi-core==0.23.1
expect <<'END'
simple /x/{color} /x/blue,black ['blue', 'black']
label /x/{color} /x/.blue,black MissingRequiredParameter
matrix /x/{color} /x/;color=blue,black MissingRequiredParameter
pipeDelimited /x blue|black ['blue', 'black']
spaceDelimited /x blue black ['blue black']
END
run <<'PYTHON'
from openapi_core import OpenAPI
from openapi_core.testing import MockRequest

LIST = {"type": "array", "items": {"type": "string"}}


def read(style, path, target, **query):
    place = "query" if query else "path"
    color = {"name": "color", "in": place, "required": True, "style": style, "explode": False, "schema": LIST}
    get = {"parameters": [color], "responses": {"200": {"description": ""}}}
    info = {"title": "", "version": ""}
    document = {"openapi": "3.1.0", "info": info, "paths": {path: {"get": get}}}
    request = MockRequest("http://h.example", "get", target, args=query)
    found = OpenAPI.from_dict(document).unmarshal_request(request)
    return type(found.errors[0]).__name__ if found.errors else getattr(found.parameters, place)["color"]


for style, path, target in (
    ("simple", "/x/{color}", "/x/blue,black"),
    ("label", "/x/{color}", "/x/.blue,black"),
    ("matrix", "/x/{color}", "/x/;color=blue,black"),
):
    print(style, path, target, read(style, path, target))
for style, decoded in (("pipeDelimited", "blue|black"), ("spaceDelimited", "blue black")):
    print(style, "/x", decoded, read(style, "/x", "/x", color=decoded))
PYTHON
