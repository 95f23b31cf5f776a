"""Teams: their captains, what they have made, how often their players are to play."""
