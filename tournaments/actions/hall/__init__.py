"""What the hall is told, and who asks for the staff."""
