"""Attack a whole installation on this machine, and count what it lost: `python -m tools.siege`."""
