"""Who plays in a stage, and with what they begin it."""
