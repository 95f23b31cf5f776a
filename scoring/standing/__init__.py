"""From many results to a ranking."""
