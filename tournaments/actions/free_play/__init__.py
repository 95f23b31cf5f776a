"""Games without a draw: players open tables themselves."""
