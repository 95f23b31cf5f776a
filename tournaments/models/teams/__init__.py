"""Who speaks for a team, and how often its players are to play."""
