"""A person's own pages."""
