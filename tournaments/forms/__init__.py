"""What people type into pages, checked for shape before an action sees it."""
