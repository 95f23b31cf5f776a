"""What the rules say to people, in English and Japanese."""
