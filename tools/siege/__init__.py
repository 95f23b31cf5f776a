"""Attack a complete installation on this machine and count losses: `python -m tools.siege`."""
