"""Teams: their captains, and how often their players play."""
