"""A game hand by hand: outcomes, states, its end, and its log."""
