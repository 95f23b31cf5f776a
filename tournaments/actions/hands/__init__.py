"""A game hand by hand: what a table enters while it plays."""
