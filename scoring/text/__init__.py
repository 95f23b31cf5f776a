"""Sentences for people: awards, errors and tie-breaks."""
