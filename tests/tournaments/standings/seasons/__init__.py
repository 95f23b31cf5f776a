"""Places over several stages, and rankings over several tournaments."""
