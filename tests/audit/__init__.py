"""`iriform.audit`: sources, figures, engines, outputs and failures."""
