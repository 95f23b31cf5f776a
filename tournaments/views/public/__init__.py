"""Pages that anybody may look up."""
