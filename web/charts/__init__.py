"""Charts: plain values in, SVG out, with the same figures as a table. No script, no inline style."""
