"""Benchmarks: ratios to a floor measured in the same run, never absolute times."""
