"""What a player needs in the last hand, and in the last round."""
