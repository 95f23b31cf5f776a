"""Forms about what leads from one stage to another."""
