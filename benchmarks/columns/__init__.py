"""What `iriform.columns` and its adapters take, beside what engines have of their own."""
