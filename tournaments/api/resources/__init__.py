"""The views, one file for each kind of thing."""
