"""Reading and writing files: what the audit, the command line and its verbs share."""
