"""What people type into pages, checked for shape before a deed sees it."""
