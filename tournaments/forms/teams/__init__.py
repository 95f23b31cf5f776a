"""Forms about teams."""
