"""Forms for what organizers say about their event."""
