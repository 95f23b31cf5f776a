"""What a request costs: `python -m benchmarks.serving`."""
