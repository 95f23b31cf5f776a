"""Forms of the table: a result, a hand."""
