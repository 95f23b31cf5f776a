"""Rulebooks: fields, editions, sources, and open settings."""
