"""Read the output of `iriform.routes` with openapi-core: the table of docs/routes.md.

In a separate environment, with iriform: `pip install openapi-core==0.23.1`. Then
`python scripts/openapi_peers.py` prints the rows: the text of each style, and the value that is read.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any
from urllib.parse import parse_qsl

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest

from iriform.routes import read

TEXT = {"type": "string"}
VALUES: dict[str, tuple[Any, dict[str, Any]]] = {
    "text": ("blue", TEXT),
    "array": (["blue", "black"], {"type": "array", "items": TEXT}),
    "object": ({"R": "100", "G": "200"}, {"type": "object", "properties": {"R": TEXT, "G": TEXT}}),
}
STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
}


def peer(path: str, parameter: dict[str, Any], text: str) -> object:
    """Return what openapi-core reads, or the name of its error."""
    answers = {"200": {"description": ""}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "", "version": ""},
        "paths": {path: {"get": {"parameters": [parameter], "responses": answers}}},
    }
    target, _, query = text.partition("?")
    request = MockRequest("http://h.example", "get", target, args=dict(parse_qsl(query)))
    pairs = parse_qsl(query)
    request.parameters.query = type(request.parameters.query)(pairs)
    try:
        result = OpenAPI.from_dict(document).unmarshal_request(request)
        result.raise_for_errors()
    except Exception as error:  # noqa: BLE001 - it has many
        return type(error).__name__
    found: dict[str, Any] = getattr(result.parameters, parameter["in"])
    return found.get(parameter["name"])


def main() -> None:
    """Print the table."""
    print(f"openapi-core {version('openapi-core')}\n")  # noqa: T201
    print("| Style | `explode` | Value | Written | Read |\n|---|---|---|---|---|")  # noqa: T201
    for place, styles in STYLES.items():
        for style in styles:
            for explode in (False, True):
                for kind, (value, schema) in VALUES.items():
                    if (style == "deepObject") != (kind == "object" and explode) and (
                        style == "deepObject"
                    ):
                        continue
                    parameter = {
                        "name": "color",
                        "in": place,
                        "required": True,
                        "style": style,
                        "explode": explode,
                        "schema": schema,
                    }
                    path = "/x/{color}" if place == "path" else "/x"
                    text = read(path, "openapi", parameters=[parameter]).expand(color=value)
                    found = peer(path, parameter, text)
                    shown = "=" if found == value else f"`{found}`"
                    print(f"| {style} | {explode} | {kind} | `{text}` | {shown} |")  # noqa: T201


if __name__ == "__main__":
    main()
