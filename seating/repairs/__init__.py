"""Repairs of a schedule with the fewest changes, after players leave, arrive late or are replaced."""
