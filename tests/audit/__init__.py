"""`iriform.audit`: sources, figures, engines, outputs, and what goes wrong."""
