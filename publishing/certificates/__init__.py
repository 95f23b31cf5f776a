"""Certificates: an A4 page for each place of the final ranking."""
