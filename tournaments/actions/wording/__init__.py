"""Sentences for people: refusals by rules and constraints, and doubtful figures."""
