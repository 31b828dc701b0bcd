"""The time of `iriform.columns` and its adapters, compared with the functions of engines."""
