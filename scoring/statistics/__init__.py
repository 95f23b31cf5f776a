"""Statistics of games entered hand by hand: counts, and rates computed from them."""
