"""Teams: what their captains handed in."""
