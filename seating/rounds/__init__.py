"""One round at a time: Swiss, by rank, by lot, free play."""
