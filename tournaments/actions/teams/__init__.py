"""What a team does as one: its captain."""
