"""Definitions of package URL types, which replace the compiled-in ones or add to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from iriform._core import install_purl_types

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike

COMPONENTS = ("namespace", "name", "version", "subpath")

REQUIREMENTS = ("optional", "required", "prohibited")

FORMS = {
    "^[a-p]{32}$": "ExtensionId",
    r"^\d+(\.\d+){0,3}$": "DottedNumbers",
    # It only concerns the first character, and every normalized name has it.
    "^[a-z0-9_]": "Any",
}
"""Core's name for each `permitted_characters`."""

FORMS_IN_WORDS = {
    ("cpan", "name"): ("shall not contain the string '::'", "DistributionName"),
}
"""The words of a note that state a requirement, and core's name for it."""

REWRITES = {
    "Replace underscore _ with dash -": "Dashes",
    "Replace non-[a-z] letters, non-[0-9] digits with underscore _": "Underscores",
    # `case_sensitive` already states it.
    "It is not case sensitive and shall be lowercased.": None,
    # This concerns file names; the tests keep the dot.
    "Replace dot . with underscore _ when used in distribution (sdist, wheel) names": None,
    # The examples and the tests have AC-HalfInteger.
    "Apply kebab-case": None,
    # A rule to compare two versions, not a form of one.
    "normalize version as specified in vercmp(8) at https://man.archlinux.org/man/vercmp.8"
    "#DESCRIPTION as part of alpm.": None,
}
"""Core's name for each of the `normalization_rules`; None for one that changes no text."""


class TypeRules(NamedTuple):
    """Core's rules for a type."""

    name: str
    namespace: str
    """One of `REQUIREMENTS`."""
    qualifiers: list[str]
    """The required keys."""
    lower: list[str]
    """The components in which letter case does not count."""
    rewrite: str
    name_form: str
    version_form: str


def load_purl_types(path: str | PathLike[str]) -> list[str]:
    """Read definitions of package URL types, which this process then uses.

    `path` is a file with a definition, a list of them or one on each line, in the format of the
    repository `package-url/purl-spec` (`types/npm-definition.json`), or a folder of such files.
    They are added to the known ones, and replace those with the same name. Return the names. Raises
    ValueError for content that is not a definition, or has a rule that this version does not know;
    then nothing is changed. DuckDB's extension keeps the compiled-in definitions.

    >>> from iriform import load_purl_types
    >>> load_purl_types("acme-definition.json")  # doctest: +SKIP
    ['acme']
    """
    rows = [rules(definition) for definition in _definitions(Path(path))]
    if not rows:
        raise ValueError(f"{path} has no definition of a package URL type")
    install_purl_types(rows)
    return [row.name for row in rows]


def rules(definition: Mapping[str, Any]) -> TypeRules:
    """Read the rules of a definition."""
    name = definition["type"]
    try:
        components = {each: definition.get(f"{each}_definition") or {} for each in COMPONENTS}
        qualifiers = definition.get("qualifiers_definition") or []
        return TypeRules(
            name,
            _requirement(components["namespace"]),
            [each["key"] for each in qualifiers if each.get("requirement") == "required"],
            [each for each, said in components.items() if said.get("case_sensitive") is False],
            _rewrite(components),
            _form(name, "name", components["name"]),
            _form(name, "version", components["version"]),
        )
    except (AttributeError, KeyError, TypeError):
        raise ValueError(
            f"the definition of {name} does not have the form that the standard defines"
        ) from None
    except ValueError as error:
        raise ValueError(f"the definition of {name}: {error}") from None


def _requirement(namespace: Mapping[str, Any]) -> str:
    requirement: str = namespace.get("requirement", "optional")
    if requirement not in REQUIREMENTS:
        raise ValueError(
            f"a namespace must be one of {', '.join(REQUIREMENTS)}, not {requirement!r}"
        )
    return requirement


def _rewrite(components: Mapping[str, Mapping[str, Any]]) -> str:
    said = [each for of in components.values() for each in of.get("normalization_rules") or []]
    if unknown := [each for each in said if each not in REWRITES]:
        raise ValueError(f"this version does not know the rule {unknown[0]!r}")
    [rewrite, *more] = [known for each in said if (known := REWRITES[each])] or ["Nothing"]
    if more:
        raise ValueError("this version knows only one normalization rule per type")
    return rewrite


def _form(type_: str, name: str, component: Mapping[str, Any]) -> str:
    if (type_, name) in FORMS_IN_WORDS:
        words, form = FORMS_IN_WORDS[type_, name]
        if words not in component["note"]:
            raise ValueError(f"the note on its {name} no longer says {words!r}")
        return form
    pattern = component.get("permitted_characters")
    if pattern is not None and pattern not in FORMS:
        raise ValueError(f"this version does not know the characters {pattern!r}")
    return "Any" if pattern is None else FORMS[pattern]


def _definitions(path: Path) -> Iterator[dict[str, Any]]:
    """Find the definitions of a file or a folder."""
    if path.is_dir():
        for file in sorted(path.glob("*-definition.json")):
            yield from _definitions(file)
        return
    for value in _values(path):
        if not (isinstance(value, dict) and isinstance(value.get("type"), str)):
            raise ValueError(f"{path} is not the definition of a package URL type")  # noqa: TRY004
        yield value


def _values(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8")
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(f"{path} has JSON that is nested too deeply") from None
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            return [json.loads(line) for line in lines]
        except RecursionError:
            raise ValueError(f"{path} has JSON that is nested too deeply") from None
        except ValueError as error:
            raise ValueError(f"{path} is not JSON: {error}") from None
    return value if isinstance(value, list) else [value]
