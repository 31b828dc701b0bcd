"""Servers, frameworks and clients, each started for real and asked or heard by a raw socket."""
