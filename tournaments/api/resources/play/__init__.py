"""Rounds in play, seats, scoresheets, penalties."""
