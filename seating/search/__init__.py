"""Searches that several methods share: annealing, swaps, fair shares, exact partitions."""
