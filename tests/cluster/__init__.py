"""Spark on a cluster: a master and workers in separate processes, each with its own disk."""
