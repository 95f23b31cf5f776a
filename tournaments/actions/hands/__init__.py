"""Hand-by-hand entry of a game while it is played."""
