"""The public pages of players, one against another."""
