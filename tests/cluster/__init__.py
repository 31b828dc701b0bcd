"""Spark on a cluster: a master and workers that are processes of their own, each with its own disk."""
