"""The algorithms of RFC 3986 and RFC 3987, transcribed: slow, obvious, and independent of iriform.

Each function is the RFC's own text in Python, with the labels of its steps, so a reader can check it
against the RFC. Nothing here imports iriform, and nothing here is clever: if the two disagree, this one
is right, or its mistake is easy to find.

If the RFCs leave something open, the decision is cited by its ID in the project's requirements (R for
resolution, N normalization, E comparison, U and V conversion, H hosts).
"""
