"""The algorithms of RFC 3986 and RFC 3987, transcribed: slow, obvious, and independent of iriform.

Each function is the RFC's own text in Python, with the labels of its steps, so that it can be
checked against the RFC by reading. Nothing here imports iriform, and nothing here is clever: where
the two disagree, this is the one to believe, or the one that is easy to find wrong.

Where the RFCs leave something open, the decision is cited by its ID in the project's requirements
(R for resolution, N normalization, E comparison, U and V conversion, H hosts).
"""
