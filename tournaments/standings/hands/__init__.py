"""What games entered hand by hand count for their players: logs → seats → sums of entries."""
