"""Team leagues: which teams meet, and which of their players."""
