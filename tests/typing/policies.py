"""The types that a checker infers for policies, types by policy, and the guard."""

import socket

from typing_extensions import assert_type

from iriform import HTTPIRI, HTTPSURI, HTTPURI, IRI, URI, Finding, Host, Policy
from iriform.guard import Checked, Guard
from iriform.security import displayed, for_logs, masked, redirect_target

CALLBACKS = Policy(schemes={"https"}, hosts={"*.example.org"}, ports={443})


class Callback(URI, policy=CALLBACKS):
    """A class whose values a policy allows."""


def policies(text: str) -> None:
    assert_type(CALLBACKS.allows(text), bool)
    assert_type(CALLBACKS.refusals(text), list[Finding])
    assert_type(CALLBACKS.require(text, URI), URI)
    assert_type(CALLBACKS.require(text, Callback), Callback)
    assert_type(Policy.same_origin(IRI(text)), Policy)


def types(text: str) -> None:
    assert_type(Callback(text), Callback)
    assert_type(Callback.is_valid(text), bool)
    assert_type(Callback(text).resolve("a"), URI)
    assert_type(HTTPIRI(text).host, Host)
    assert_type(HTTPURI(text).authority.host, Host)
    assert_type(HTTPSURI(text).host, Host)


def guards(guard: Guard, text: str) -> None:
    assert_type(guard.resolve(text), Checked)
    assert_type(guard.resolve(text).uri, IRI)
    assert_type(guard.create_connection(("example.org", 443), timeout=5), socket.socket)


def security(page: str, text: str) -> None:
    assert_type(redirect_target(page, text), IRI)
    assert_type([displayed(text), masked(text), for_logs(text)], list[str])
