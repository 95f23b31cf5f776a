"""The phone at the table."""
