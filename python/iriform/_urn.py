"""The pieces of a URN, as `IRI.urn` gives them."""

from typing import NamedTuple

from ._given_by import given_by


@given_by("urn")
class URN(NamedTuple):
    """NID, NSS, and the r-, q- and f-component of a URN (RFC 8141 §2), as they are written.

    None says that a component is not there. Letter case does not count in the NID, and the
    components do not count when names are compared (§3): `a.equivalent(b, "scheme")` knows.

    >>> from iriform import IRI
    >>> IRI("urn:example:weather?=op=map#north").urn
    URN(nid='example', nss='weather', r_component=None, q_component='op=map', f_component='north')
    """

    nid: str
    nss: str
    r_component: str | None
    q_component: str | None
    f_component: str | None


URN.__module__ = "iriform"  # where it is imported from
