"""What organizers say about their event."""
