"""Reading and writing files, shared by the audit and the command line."""
