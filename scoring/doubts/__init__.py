"""Settings and results that fit the schema but cannot be meant, or have to be confirmed."""
