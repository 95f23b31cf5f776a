"""A game hand by hand: what happened, what it leads to, when it ends, and its log."""
