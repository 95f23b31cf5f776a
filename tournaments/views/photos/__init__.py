"""Photos of paper sheets."""
