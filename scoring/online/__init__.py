"""Games that were played on an online platform: their logs read, and settled by a rulebook of ours."""
