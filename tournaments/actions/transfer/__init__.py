"""A whole tournament as one file: written here, and taken in on another server, which verifies and continues it."""
