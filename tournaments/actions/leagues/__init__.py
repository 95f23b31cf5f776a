"""What the organizers of a league do: its frame, its staff, its seasons."""
