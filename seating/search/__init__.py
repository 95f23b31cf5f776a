"""Search methods shared by draws: annealing, swaps, fair shares, exact partitions."""
