"""The forms of the calculator and of the page of conditions, and form fields for a rulebook's fields."""
