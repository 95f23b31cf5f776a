"""One hand: its tiles, what it is worth, and who pays whom."""
