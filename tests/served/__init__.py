"""Servers, frameworks and clients, each started for real and tested with a raw socket."""
