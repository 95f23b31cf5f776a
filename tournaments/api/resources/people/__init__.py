"""Who takes part, who helps, who asks."""
