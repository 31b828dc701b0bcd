"""The formats that an audit reads, a class each: `known` lists them, `format` has common parts.

Each other module reads one or several formats, and is imported when it is needed.
"""
