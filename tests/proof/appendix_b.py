"""RFC 3986 Appendix B and section 3.2 as regular expressions for the components of a valid text."""

import re

APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)
"""The components of a reference: the groups 2, 4, 5, 7 and 9."""

AUTHORITY = re.compile(r"(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::([^:]*))?")
"""The userinfo, the host and the port of an authority."""
