"""Forms of the pages of leagues."""
