"""Write the native module's bill of materials: `python -m scripts.sbom`; `--check` compares it.

crates/python/sbom.cdx.json is a CycloneDX 1.5 document with cargo's data on the locked crates:
names, versions, licences, checksums and dependencies. It is in the source distribution and, next to
the metadata, in each wheel (PEP 770). maturin can also make one, but it contains the folder of the
build, the time and a random number. Here the same tree produces the same bytes.
"""

from __future__ import annotations

import json
import sys
import uuid
from typing import Any

from .linked import ROOT, linked
from .notices import Data, rows

FILE = ROOT / "crates" / "python" / "sbom.cdx.json"
BINDING = "iriform-python"


def main() -> None:
    """Write the file, or compare it."""
    text = json.dumps(bill(checksums()), indent=1, sort_keys=True) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != text:
        sys.exit(f"{FILE.relative_to(ROOT)} is not what cargo says: run python -m scripts.sbom")


def checksums() -> dict[tuple[str, str], str]:
    """Read the checksums of the crates from the registry, by name and version."""
    found = {}
    for block in (ROOT / "Cargo.lock").read_text(encoding="utf-8").split("[[package]]")[1:]:
        lines = dict(line.split(" = ", 1) for line in block.splitlines() if " = " in line)
        if "checksum" in lines:
            name, version, checksum = (
                lines[key].strip('"') for key in ("name", "version", "checksum")
            )
            found[name, version] = checksum
    return found


def bill(hashes: dict[tuple[str, str], str]) -> dict[str, Any]:
    """Describe the binding, the crates that are linked into it, and its third-party data."""
    packages = linked(BINDING)
    (root,) = (each for each, package in packages.items() if package["name"] == BINDING)

    def reference(package: str) -> str:
        return f"pkg:cargo/{packages[package]['name']}@{packages[package]['version']}"

    def component(each: str) -> dict[str, Any]:
        package = packages[each]
        about: dict[str, Any] = {
            "type": "library",
            "bom-ref": reference(each),
            "name": package["name"],
            "version": package["version"],
            "purl": reference(each),
        }
        if package["license"]:
            about["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        checksum = hashes.get((package["name"], package["version"]))
        if checksum:
            about["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return about

    components = sorted((component(each) for each in packages.keys() - {root}), key=by_reference)
    components += sorted(map(data_component, filter(Data.is_in_packages, rows())), key=by_reference)
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(root)},
        "components": components,
        "dependencies": [
            {"ref": reference(each), "dependsOn": sorted(map(reference, packages[each]["needs"]))}
            for each in sorted(packages, key=reference)
        ],
    }
    content = json.dumps(document, sort_keys=True)
    return {**document, "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}"}


def data_component(row: Data) -> dict[str, Any]:
    """Describe third-party data in the module."""
    return {
        "type": "data",
        "bom-ref": f"data:{row.file}",
        "name": row.what,
        "licenses": [{"license": {"id": row.licence}}],
        "externalReferences": [{"type": "distribution", "url": row.url}],
    }


def by_reference(component: dict[str, Any]) -> str:
    """Return the sort key of a component."""
    return str(component["bom-ref"])


if __name__ == "__main__":
    main()
