"""Photos of what was written on paper."""
