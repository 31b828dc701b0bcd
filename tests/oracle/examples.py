"""The examples of the RFCs, as exact strings, for both the oracles and iriform."""

# RFC 3986 §5.4: "Within a representation with a well defined base URI of"
BASE = "http://a/b/c/d;p?q"

# §5.4.1, 23 normal examples
NORMAL = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/;x",
    "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s",
    "": "http://a/b/c/d;p?q",
    ".": "http://a/b/c/",
    "./": "http://a/b/c/",
    "..": "http://a/b/",
    "../": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../": "http://a/",
    "../../g": "http://a/g",
}

# §5.4.2, 18 abnormal examples, and the one with two answers
ABNORMAL = {
    "../../../g": "http://a/g",
    "../../../../g": "http://a/g",
    "/./g": "http://a/g",
    "/../g": "http://a/g",
    "g.": "http://a/b/c/g.",
    ".g": "http://a/b/c/.g",
    "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g",
    "./g/.": "http://a/b/c/g/",
    "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x",
}
STRICT = {"http:g": "http:g"}  # "for strict parsers"
NON_STRICT = {"http:g": "http://a/b/c/g"}  # "for backward compatibility"

# RFC 3986 §5.2.4, the two worked examples
DOT_SEGMENTS = {"/a/b/c/./../../g": "/a/g", "mid/content=5/../6": "mid/6"}

# RFC 3986 §6.2.2: "all of these URIs are equivalent", in normal form
SYNTAX_EQUIVALENT = [
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),  # §6.2.2.1
]

# RFC 3986 §6.2.3 and RFC 3987 §5.3.3: "the following four URIs are equivalent"; the second is
# "the normal form"
SCHEME_EQUIVALENT = [
    "http://example.com",
    "http://example.com/",
    "http://example.com:/",
    "http://example.com:80/",
]

# RFC 3987 §5.3.3: "may be considered equivalent"
IDN_EQUIVALENT = ("http://r\xe9sum\xe9.example.org", "http://xn--rsum-bpad.example.org")
# §5.3.3: not "equivalent to any of the examples above"; "different regardless of the scheme"
SCHEME_DIFFERENT = ["http://example.com/?", "http://example.com/#"]

# RFC 3987 §3.1
TO_URI = {
    "http://r\xe9sum\xe9.example.org": "http://r%C3%A9sum%C3%A9.example.org",
    "http://validator.w3.org/check?uri=http%3A%2F%2Fr\xe9sum\xe9.example.org": (
        "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org"
    ),
    "http://www.example.org/red%09ros\xe9#red": "http://www.example.org/red%09ros%C3%A9#red",
    "http://example.com/\U00010300\U00010301\U00010302": (
        "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82"
    ),
}
TO_URI_IDNA = {"http://r\xe9sum\xe9.example.org": "http://xn--rsum-bpad.example.org"}
# Step 1b: "Vi&#xEA;&#x323;t Nam" from windows-1258 is "Vi&#x1EC7;t Nam" in NFC.
FROM_WINDOWS_1258 = (b"http://example.org/Vi\xea\xf2t%20Nam", "http://example.org/Vi\u1ec7t%20Nam")

# RFC 3987 §3.2 and §3.2.1
TO_IRI = {
    "http://www.example.org/r%E9sum%E9.html": "http://www.example.org/r%E9sum%E9.html",
    "http://www.example.org/r%C3%A9sum%C3%A9.html": "http://www.example.org/r\xe9sum\xe9.html",
    "http://www.example.org/D%C3%BCrst": "http://www.example.org/D\xfcrst",
    "http://www.example.org/D%FCrst": "http://www.example.org/D%FCrst",
    "http://xn--99zt52a.example.org/%e2%80%ae": "http://xn--99zt52a.example.org/%E2%80%AE",
    # §6.4: "the document name is encoded in iso-8859-1 ..., but ... the fragment identifier is
    # encoded in UTF-8"
    "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9": (
        "http://www.example.org/r%E9sum%E9.xml#r\xe9sum\xe9"
    ),
}
TO_IRI_IDNA = {
    "http://xn--99zt52a.example.org/%e2%80%ae": "http://\u7d0d\u8c46.example.org/%E2%80%AE"
}


def bidi_notation(text: str) -> str:
    """Replace capital letters with right-to-left ones, as the examples of RFC 3987 §4.4 intend."""
    return "".join(
        chr(0x5D0 + ord(character) - ord("A")) if "A" <= character <= "Z" else character
        for character in text
    )


# RFC 3987 §4.4, logical representation, and whether §4.2 allows it
BIDI = [
    ("http://ab.CDEFGH.ij/kl/mn/op.html", True),
    ("http://ab.CDE.FGH/ij/kl/mn/op.html", True),
    ("http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", True),
    ("http://AB.CD.ef/gh/IJ/KL.html", True),
    ("http://ab.cd.EF/GH/ij/kl.html", True),
    ("http://ab.CD.EF/GH/IJ/kl.html", True),
    ("http://ab.CDE123FGH.ij/kl/mn/op.html", True),
    ("http://ab.cd.ef/GH1/2IJ/KL.html", False),
    ("http://ab.cd.ef/GH%31/%32IJ/KL.html", False),
    ("http://ab.CDEFGH.123/kl/mn/op.html", True),
]

# RFC 3987 §5.3.2, §5.3.2.1 and §5.3.2.3
IRI_SYNTAX_EQUIVALENT = [
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/ros\xe9"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
    ("http://example.org/~user", "http://example.org/%7euser"),
    ("http://example.org/%7euser", "http://example.org/%7Euser"),
]
# §5.3.2.2: "Equivalence of IRIs MUST rely on the assumption that IRIs are appropriately
# pre-character-normalized rather than apply character normalization when comparing two IRIs."
IRI_SYNTAX_DIFFERENT = [
    ("http://www.example.org/r\xe9sum\xe9.html", "http://www.example.org/re\u0301sume\u0301.html"),
    # §5.3.2.3: "(except for the percent-encoding of reserved characters)"
    ("http://example.org/a%2Fb", "http://example.org/a/b"),
]
