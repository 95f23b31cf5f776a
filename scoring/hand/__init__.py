"""One hand: its tiles, its value, and the payments."""
