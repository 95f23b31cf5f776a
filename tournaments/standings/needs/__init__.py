"""What players need in the last round of a stage, and what of it is kept for pages."""
