"""`PURL`: package URLs (ECMA-427)."""

from __future__ import annotations

from collections.abc import Mapping

from iriform._core import URI, finding_rules, purl_fault, purl_parts, purl_repaired, purl_text
from iriform._policy import Policy

from .errors import ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from iriform._core import IRIReference

    from .answers import Repaired


class _PackagePolicy(Policy):
    """A policy whose refusals have errors with a place."""

    __slots__ = ()

    def _refused(self, value: IRIReference, /) -> ParseError:
        fault = purl_fault(value)
        if fault is None:
            return super()._refused(value)
        position, start, stop, rule, reason = fault
        return ParseError(str(value), position, start, stop, "PURL", rule, reason)


_ERRORS = [
    code
    for _, code, severity, *_ in finding_rules()
    if code.startswith("purl-") and severity == "error"
]

PACKAGES = _PackagePolicy(
    schemes={"pkg"},
    addresses="any",
    userinfo=True,
    production="URI",
    profile="none",
    severities=dict.fromkeys(_ERRORS, "error"),
    refuse="error",
)


class PURL(URI, policy=PACKAGES):
    """A package URL (ECMA-427): a URI with the scheme `pkg` that names a package.

    It matches the grammar of Annex C, and has what the definition of its type requires. Its text is
    kept unchanged; `repair` gives the canonical text of what is equivalent. Raises ParseError.

    `type`, `namespace`, `name`, `version`, `qualifiers` and `subpath` are decoded, and written as the
    type does: two PURLs that are equivalent at the level `"scheme"` have the same ones. What a `URI`
    calls `name` (the last segment of the path) is `purl.path.name`. Operations give a `URI`.

    >>> purl = PURL("pkg:npm/%40angular/core@19.0.0")
    >>> purl.type, purl.namespace, purl.name, purl.version
    ('npm', '@angular', 'core', '19.0.0')
    >>> PURL.is_valid("pkg:npm/@angular/core"), PURL.is_valid("pkg:maven/junit@4.13.2")
    (False, False)
    """

    __module__ = "iriform"
    __slots__ = ()

    @property
    def type(self) -> str:
        """The type of the package: `npm`, `pypi`, `maven`."""
        return self._parts()[0]

    @property
    def namespace(self) -> str | None:
        """The namespace, as `@angular`: its segments with slashes between them, or None."""
        return self._parts()[1]

    @property
    def name(self) -> str:  # as ECMA-427 has it; pathlib has another one
        """The name of the package."""
        return self._parts()[2]

    @property
    def version(self) -> str | None:
        """The version of the package, or None."""
        return self._parts()[3]

    @property
    def qualifiers(self) -> dict[str, str]:
        """The qualifiers by their keys, in the order of the text.

        >>> PURL("pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie").qualifiers
        {'arch': 'i386', 'distro': 'jessie'}
        """
        return dict(self._parts()[4])

    @property
    def subpath(self) -> str | None:
        """The path within the package: its segments with slashes between them, or None."""
        return self._parts()[5]

    @classmethod
    def build(  # type: ignore[override]  # noqa: PLR0913 - a PURL has these components
        cls,
        *,
        type: str,  # noqa: A002 - as ECMA-427 has it
        name: str,
        namespace: str | None = None,
        version: str | None = None,
        qualifiers: Mapping[str, str] | None = None,
        subpath: str | None = None,
    ) -> Self:
        """Make the canonical PURL of components, which are plain data.

        Letter case and the like are as the type has them, qualifiers are sorted by their keys. What is
        empty is left out, except the name. Raises ParseError for what the standard or the type refuses.

        >>> PURL.build(type="pypi", name="Django_Filter", version="24.1+local")
        PURL('pkg:pypi/django-filter@24.1%2Blocal')
        """
        pairs = [] if qualifiers is None else list(qualifiers.items())
        return cls(purl_text(type, namespace, name, version, pairs, subpath))

    @classmethod
    def repair(cls, text: str, /) -> Repaired[Self]:  # type: ignore[override]  # no default scheme
        """Give the canonical PURL that `text` is equivalent to, as `Repaired(value, changes)`.

        What the standard calls equivalent gets one form: letter case where it does not count, slashes
        that separate nothing, percent-encoding, components without content, the order of qualifiers,
        and what the type writes otherwise. White space and delimiters around the text are trimmed.
        Raises ParseError for what is no PURL even so.

        >>> repaired = PURL.repair("pkg://NPM/@angular//core@19.0.0")
        >>> repaired.value, [change.cause for change in repaired.changes]
        (PURL('pkg:npm/%40angular/core@19.0.0'), ['slash', 'case', 'encoding', 'slash'])
        """
        repaired: Repaired[Self] = purl_repaired(cls, text)
        return repaired

    def _parts(
        self,
    ) -> tuple[str, str | None, str, str | None, list[tuple[str, str]], str | None]:
        parts = purl_parts(self)
        if parts is None:
            raise ParseError("this is no package URL")  # of a class that has been tampered with
        return parts
