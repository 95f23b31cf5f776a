"""Forms of pages; they check the shape of input before actions see it."""
