"""From the points at the end of a game to places and totals."""
