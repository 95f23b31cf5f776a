"""Games played on online platforms: read from their logs, and settled by our rulebooks."""
