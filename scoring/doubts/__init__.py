"""What fits the schema and still cannot be meant, or has to be confirmed."""
