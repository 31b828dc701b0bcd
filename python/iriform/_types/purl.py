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
    """A policy whose refusals raise errors with a position."""

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

    It matches the grammar of Annex C, and satisfies the definition of its type. Its text is kept
    unchanged; `repair` returns the canonical form of an equivalent text. Raises ParseError.

    `type`, `namespace`, `name`, `version`, `qualifiers` and `subpath` are decoded and in the form
    of the type: two PURLs that are equivalent at the level `"scheme"` have equal ones. The `name`
    of a `URI`, the last segment of the path, is `purl.path.name` here. Operations return a `URI`.

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
        """The namespace, such as `@angular`: its segments separated by slashes, or None."""
        return self._parts()[1]

    @property
    def name(self) -> str:  # that of ECMA-427; pathlib has another one
        """The name of the package."""
        return self._parts()[2]

    @property
    def version(self) -> str | None:
        """The version of the package, or None."""
        return self._parts()[3]

    @property
    def qualifiers(self) -> dict[str, str]:
        """The qualifiers by key, in the order of the text.

        >>> PURL("pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie").qualifiers
        {'arch': 'i386', 'distro': 'jessie'}
        """
        return dict(self._parts()[4])

    @property
    def subpath(self) -> str | None:
        """The path within the package: its segments separated by slashes, or None."""
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
        """Make the canonical PURL from components, which are plain data.

        Letter case and the like follow the type, and qualifiers are sorted by key. Empty components
        are left out, except the name. Raises ParseError for components that the standard or the
        type refuses.

        >>> PURL.build(type="pypi", name="Django_Filter", version="24.1+local")
        PURL('pkg:pypi/django-filter@24.1%2Blocal')
        """
        pairs = [] if qualifiers is None else list(qualifiers.items())
        return cls(purl_text(type, namespace, name, version, pairs, subpath))

    @classmethod
    def repair(cls, text: str, /) -> Repaired[Self]:  # type: ignore[override]  # no default scheme
        """Return the canonical PURL that `text` is equivalent to, as `Repaired(value, changes)`.

        Texts that are equivalent by the standard get one form. They may differ in insignificant
        letter case, superfluous slashes, percent-encoding, empty components, the order of
        qualifiers, and the form of the type. White space and delimiters around the text are
        trimmed. Raises ParseError if the result is not a PURL.

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
            raise ParseError("this is not a package URL")  # of a class that has been tampered with
        return parts
