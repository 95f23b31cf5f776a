"""Tables as files: read with line numbers in every finding, and written."""
