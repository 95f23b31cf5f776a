"""Forms of the calculator and of conditions, and form fields for rulebook fields."""
