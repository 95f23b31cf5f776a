"""The public pages of leagues."""
