"""Register `PrefixMap` as a `collections.abc.Mapping`."""

from __future__ import annotations

from collections.abc import Mapping

from ._core import PrefixMap

__all__ = ["PrefixMap"]

Mapping.register(PrefixMap)  # pyright: ignore[reportAttributeAccessIssue]
