//! The Python binding of iriform.
