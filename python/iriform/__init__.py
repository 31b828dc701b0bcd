"""URIs and IRIs, exact to RFC 3986 and RFC 3987, in native code.

Every type is a `str` that has matched the grammar. The references form a lattice:

* `IRIReference` (RFC 3987 `IRI-reference`)

  * `IRI` (RFC 3987 `IRI`)
  * `URIReference` (RFC 3986 `URI-reference`)

    * `URI` (RFC 3986 `URI`), which is an `IRI`, too

and their components are `Scheme`, `Authority`, `UserInfo`, `Host`, `Path`, `Segment`, `Query` and
`Fragment`. Text that does not match raises `ParseError`, which says where and why.

>>> from iriform import IRI
>>> iri = IRI("https://user@例え.jp:8042/over/there?name=ferret#nose")
>>> iri.has_scheme("http", "https"), iri.host.matches("例え.JP"), iri.port
(True, True, 8042)
>>> iri.path.segments
(Segment('over'), Segment('there'))
"""

try:
    from ._core import IRI, URI, IRIReference, Router, URIReference, URITemplate, resolve
except ModuleNotFoundError as _error:
    if _error.name != "iriform._core":
        raise
    raise ModuleNotFoundError(
        f"iriform has no native module for this Python in {__path__[0]}: Python cannot load it from a"
        " zip archive or a wheel on its path, as with Spark's --py-files; install iriform, or send an"
        " environment with --archives (docs/cluster.md)",
        name=_error.name,
    ) from None
from ._core import PUBLIC_SUFFIX_VERSION as PUBLIC_SUFFIX_VERSION
from ._core import UNICODE_VERSION as UNICODE_VERSION
from ._core import Authority as Authority
from ._core import Fragment as Fragment
from ._core import Host as Host
from ._core import Match as Match
from ._core import Path as Path
from ._core import Query as Query
from ._core import Scheme as Scheme
from ._core import Segment as Segment
from ._core import UserInfo as UserInfo
from ._core import __version__ as __version__
from ._core import quote as quote
from ._core import unquote as unquote
from ._types.errors import ParseError
from ._types.errors import UnknownPrefix as UnknownPrefix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._policy import Policy as Policy
    from ._policy import PolicyError as PolicyError
    from ._types.answers import URN as URN
    from ._types.answers import Ambiguity as Ambiguity
    from ._types.answers import Change as Change
    from ._types.answers import Parts as Parts
    from ._types.answers import Repaired as Repaired
    from ._types.answers import TemplateLimits as TemplateLimits
    from ._types.answers import Variable as Variable
    from ._types.constraints import HTTPIRI as HTTPIRI
    from ._types.constraints import HTTPSURI as HTTPSURI
    from ._types.constraints import HTTPURI as HTTPURI
    from ._types.data import Data as Data
    from ._types.lenient import Invalid as Invalid
    from ._types.lenient import Lenient as Lenient
    from ._types.lenient import lenient as lenient
    from ._types.mutable import MutableAuthority as MutableAuthority
    from ._types.mutable import MutableIRI as MutableIRI
    from ._types.mutable import MutableIRIReference as MutableIRIReference
    from ._types.mutable import MutablePath as MutablePath
    from ._types.mutable import MutableURI as MutableURI
    from ._types.mutable import MutableURIReference as MutableURIReference
    from ._types.prefixes import PrefixMap as PrefixMap
    from ._types.purl import PURL as PURL
    from ._types.purl_types import load_purl_types as load_purl_types
    from ._types.reason import Reason as Reason
    from ._types.suffixes import load_public_suffixes as load_public_suffixes
    from ._web.request import append_target as append_target
    from .findings import Finding as Finding
    from .links import Found as Found
    from .links import find as find
    from .links import linkify as linkify

# The names that `from iriform import *` imports. The components are imported by name: `Path` would
# replace pathlib's, and `Query` that of a web framework. So are `quote` and `unquote`, which urllib
# also has, and `find` and `linkify`, whose names do not show where they come from.
__all__ = [
    "HTTPIRI",
    "HTTPSURI",
    "HTTPURI",
    "IRI",
    "PURL",
    "URI",
    "URN",
    "Change",
    "Data",
    "Finding",
    "IRIReference",
    "Invalid",
    "Lenient",
    "MutableAuthority",
    "MutableIRI",
    "MutableIRIReference",
    "MutablePath",
    "MutableURI",
    "MutableURIReference",
    "ParseError",
    "Parts",
    "Policy",
    "PolicyError",
    "PrefixMap",
    "Reason",
    "Repaired",
    "Router",
    "TemplateLimits",
    "URIReference",
    "URITemplate",
    "UnknownPrefix",
    "append_target",
    "lenient",
    "load_public_suffixes",
    "load_purl_types",
    "resolve",
]

# Imported when first asked for: `enum` and `typing` would cost more than everything else.
_LAZY = {
    "Ambiguity": "_types.answers",
    "HTTPIRI": "_types.constraints",
    "HTTPSURI": "_types.constraints",
    "HTTPURI": "_types.constraints",
    "Change": "_types.answers",
    "Data": "_types.data",
    "Finding": "findings",
    "Found": "links",
    "Invalid": "_types.lenient",
    "Lenient": "_types.lenient",
    "MutableAuthority": "_types.mutable",
    "MutableIRI": "_types.mutable",
    "MutableIRIReference": "_types.mutable",
    "MutablePath": "_types.mutable",
    "MutableURI": "_types.mutable",
    "MutableURIReference": "_types.mutable",
    "Parts": "_types.answers",
    "Policy": "_policy",
    "PolicyError": "_policy",
    "PrefixMap": "_types.prefixes",
    "PURL": "_types.purl",
    "Reason": "_types.reason",
    "Repaired": "_types.answers",
    "TemplateLimits": "_types.answers",
    "Variable": "_types.answers",
    "URN": "_types.answers",
    "append_target": "_web.request",
    "find": "links",
    "lenient": "_types.lenient",
    "linkify": "links",
    "load_public_suffixes": "_types.suffixes",
    "load_purl_types": "_types.purl_types",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        import sys

        from ._did_you_mean import is_import, said_of

        said = said_of(name, __all__)
        if said and is_import(sys._getframe(1)):  # noqa: SLF001 - there is no other way to a caller
            raise ImportError(f"cannot import name {name!r} from {__name__!r}{said}", name=__name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{said}")
    from importlib import import_module

    value: object = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    components = [name for name, value in globals().items() if isinstance(value, type)]
    versions = ("PUBLIC_SUFFIX_VERSION", "UNICODE_VERSION", "__version__")
    return sorted({*__all__, *components, *versions, "quote", "unquote"})
