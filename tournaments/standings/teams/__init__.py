"""What teams have made, game by game."""
