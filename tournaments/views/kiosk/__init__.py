"""The pages of a tablet that lies at a table."""
