"""Tables as files: read with every finding named by its line, and written."""
