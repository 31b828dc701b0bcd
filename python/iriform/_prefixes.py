"""`PrefixMap` is a mapping to whoever asks by `collections.abc`."""

from __future__ import annotations

from collections.abc import Mapping

from ._core import PrefixMap

__all__ = ["PrefixMap"]

Mapping.register(PrefixMap)  # pyright: ignore[reportAttributeAccessIssue]
