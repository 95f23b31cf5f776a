"""Setting up a tournament: its frame, and its rules until the first game fixes them."""
