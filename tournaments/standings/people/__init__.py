"""What players have made over many tournaments."""
