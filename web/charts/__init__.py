"""Pictures of figures: plain values in, SVG out, and the same figures as a table. No script, no inline style."""
