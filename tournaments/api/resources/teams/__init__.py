"""Teams: their captains, and what they have made."""
