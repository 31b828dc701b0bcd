"""How much is read, where an input could make it any amount."""

# What a compressed input may unpack to, as a multiple of its own size. Real data stays far below:
# lists of identifiers are packed to a fifth or a tenth, logs that repeat themselves to a hundredth.
UNPACK = 200
