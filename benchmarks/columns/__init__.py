"""The time of `iriform.columns` and its adapters, beside the functions that engines have."""
