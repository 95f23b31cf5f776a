"""Teams at the desk."""
