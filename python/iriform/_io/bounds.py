"""Bounds on reading inputs that could otherwise require any amount of memory."""

# The largest size of an unpacked input, as a multiple of its compressed size. Real data stays far
# below: lists of identifiers shrink to a fifth or a tenth, repetitive logs to a hundredth.
UNPACK = 200
