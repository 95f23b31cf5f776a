"""Player statistics from games entered hand by hand."""
