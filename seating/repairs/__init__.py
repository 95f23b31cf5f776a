"""Somebody leaves, comes late or is replaced: the rest of a schedule with the fewest changes."""
