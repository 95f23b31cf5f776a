"""Pages open to everyone."""
