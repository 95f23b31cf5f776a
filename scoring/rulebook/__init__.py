"""A rulebook: its fields, its editions, where they come from, and what they leave open."""
