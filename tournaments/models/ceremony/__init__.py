"""The ceremony at the table before the first hand."""
