"""Players and results that come in from files."""
