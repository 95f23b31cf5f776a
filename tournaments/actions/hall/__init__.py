"""What the hall is told, and calls for the staff."""
