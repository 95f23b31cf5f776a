"""Sentences for people: what rules and constraints refuse, and figures in doubt."""
