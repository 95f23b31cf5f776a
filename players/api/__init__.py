"""Players in API calls: parsing names, formatting players."""
