"""The organizer's desk."""
