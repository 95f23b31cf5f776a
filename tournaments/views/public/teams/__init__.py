"""The public pages of teams."""
