"""Shapes of real leagues: built and played through the API, their tables worked out again from the rule text."""
