"""Forms of pages, which check input for shape before an action sees it."""
