"""The formats that an audit reads, a class for each: `known` has them, `format` what they share.

A module beside them reads one or several formats, and is imported when the first of them is read.
"""
