"""Free play: players open tables themselves."""
