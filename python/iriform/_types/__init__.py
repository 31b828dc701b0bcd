"""The part of the types that is in Python: native code imports this module, and members when needed."""

# It does not use `typing`, which would cost more than everything else that is imported with the
# types.
_HOMES = {
    "answers": ("Ambiguity", "Change", "Parts", "Repaired", "TemplateLimits", "URN", "Variable"),
    "bytes": ("from_bytes",),
    "data": ("decoded", "from_data"),
    "errors": ("ParseError", "UnknownPrefix"),
    "files": ("from_file_path", "to_file_path"),
    "html": ("repr_html",),
    "mutable": ("mutable_of",),
    "prefixes": ("from_json_ld", "read", "to_json_ld"),
    "purl": ("PURL",),
    "pydantic": ("core_schema_of",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # It does not use `importlib`, which would be loaded to show an error.
    home = __import__(f"{__name__}.{_HOME_OF[name]}", fromlist=(name,))
    found: object = getattr(home, name)
    globals()[name] = found
    return found
