"""What games that were entered hand by hand count for whoever played: logs → seats → sums of entries."""
