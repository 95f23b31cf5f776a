"""What a player needs in the last hand."""
