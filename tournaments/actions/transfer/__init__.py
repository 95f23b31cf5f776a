"""Transfer of a tournament as one file: written here, imported by another server, which verifies and continues it."""
