"""Write what the native module is made of: `scripts/sbom.py`, or `--check` whether that is still true.

crates/python/sbom.cdx.json is a document of CycloneDX 1.5, made of what cargo says of the locked crates:
names, versions, licences, checksums, and which needs which. It is in the source distribution and, beside
the metadata, in each wheel (PEP 770). maturin would make one, too, with the folder of the build, the time
and a random number in it. The same tree gives the same bytes here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILE = ROOT / "crates" / "python" / "sbom.cdx.json"
BINDING = "iriform-python"


def main() -> None:
    """Write the file, or compare it."""
    text = json.dumps(bill(metadata(), checksums()), indent=1, sort_keys=True) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != text:
        sys.exit(f"{FILE.relative_to(ROOT)} is not what cargo says: run scripts/sbom.py")


def metadata() -> dict[str, Any]:
    """Ask cargo for the packages and what needs which."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--all-features"]
    answer = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)  # noqa: S603
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def checksums() -> dict[tuple[str, str], str]:
    """Read the checksums of what came from the registry, by name and version."""
    found = {}
    for block in (ROOT / "Cargo.lock").read_text(encoding="utf-8").split("[[package]]")[1:]:
        lines = dict(line.split(" = ", 1) for line in block.splitlines() if " = " in line)
        if "checksum" in lines:
            name, version, checksum = (
                lines[key].strip('"') for key in ("name", "version", "checksum")
            )
            found[name, version] = checksum
    return found


def bill(cargo: dict[str, Any], hashes: dict[tuple[str, str], str]) -> dict[str, Any]:
    """Describe the binding and everything that it is built of, directly or not."""
    packages = {package["id"]: package for package in cargo["packages"]}
    needs = {
        node["id"]: sorted(
            dependency["pkg"]
            for dependency in node["deps"]
            # What tests need is not in the module; what builds it may leave its mark there.
            if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"])
        )
        for node in cargo["resolve"]["nodes"]
    }
    (root,) = (each for each, package in packages.items() if package["name"] == BINDING)
    reached, waiting = set(), [root]
    while waiting:
        if (each := waiting.pop()) not in reached:
            reached.add(each)
            waiting += needs[each]

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

    components = sorted(
        (component(each) for each in reached - {root}), key=lambda each: each["purl"]
    )
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(root)},
        "components": components,
        "dependencies": [
            {"ref": reference(each), "dependsOn": sorted(map(reference, needs[each]))}
            for each in sorted(reached, key=reference)
        ],
    }
    content = json.dumps(document, sort_keys=True)
    return {**document, "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}"}


if __name__ == "__main__":
    main()
