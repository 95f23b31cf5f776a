"""What players settle at the table before the first hand."""
