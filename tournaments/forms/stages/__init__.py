"""Forms about qualification and counting in stages."""
