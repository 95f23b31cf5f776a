"""A round in play: seats, scoresheets, penalties."""
