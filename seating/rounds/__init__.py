"""Draws of single rounds: Swiss, by rank, by lot, free play."""
