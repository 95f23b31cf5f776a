"""Who meets whom: draws, those that are computed, seating constraints."""
